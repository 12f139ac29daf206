"""The Compute API (Nova); imports ``http`` and ``state``."""
