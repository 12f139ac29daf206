"""Commands of the depot service."""
