"""The volume service (Cinder v3); imports ``http`` and ``state``."""
