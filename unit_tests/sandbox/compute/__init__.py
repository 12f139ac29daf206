"""The Compute API."""
