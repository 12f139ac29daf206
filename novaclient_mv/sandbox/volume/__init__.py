"""The volume service: Cinder v3."""
