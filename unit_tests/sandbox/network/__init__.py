"""The network service."""
