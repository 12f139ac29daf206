"""Reads the blocks of the documentation, and does what its reader would do with them."""
