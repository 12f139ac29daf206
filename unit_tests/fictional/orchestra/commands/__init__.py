"""Commands of the orchestra service."""
