"""Mutated command lines: no write for a refused one, and no crash."""
