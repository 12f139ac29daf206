"""Requests of any kind to the sandbox: all are answered, and what is acknowledged is kept."""
