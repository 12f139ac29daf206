"""Servers and what is done with one; imports ``http``, ``state`` and the rest of ``compute``."""
