"""The image service."""
