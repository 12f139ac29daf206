"""Logins: how a run authenticates, and what is cached of that."""
