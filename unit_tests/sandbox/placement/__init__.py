"""The root of the Placement service."""
