"""Logins, service catalogs, and the refusals of the identity service."""
