"""The volume service."""
