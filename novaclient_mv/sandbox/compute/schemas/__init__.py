"""Schemas of requests to the Compute API, by version; imports parts of ``http``."""
