"""The identity service (Keystone v3); imports ``http`` and ``state``."""
