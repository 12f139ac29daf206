"""Version 1 of the Placement API."""
