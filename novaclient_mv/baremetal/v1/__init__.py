"""Version 1 of the Bare Metal API: a manager module for each resource, named in the plural."""
