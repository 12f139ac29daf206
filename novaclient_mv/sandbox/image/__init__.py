"""The image service: Glance v2."""
