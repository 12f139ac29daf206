"""Requests over the standard library alone."""
