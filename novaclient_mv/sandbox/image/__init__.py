"""The image service (Glance v2); imports ``http`` and ``state``."""
