"""The Compute API, version 2: one manager module for each kind of resource."""
