"""Version 1 of the Placement API: a manager module for each resource, named in the plural."""
