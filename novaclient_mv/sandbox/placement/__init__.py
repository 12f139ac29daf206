"""The root of the Placement service; imports ``http`` and ``state``."""
