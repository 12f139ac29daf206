"""Requests of any kind to the sandbox: it answers all, is bounded, and keeps what it acknowledged."""
