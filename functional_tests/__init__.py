"""Whole commands against a live API."""
