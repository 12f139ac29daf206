"""The identity service: Keystone v3."""
