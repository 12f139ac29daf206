"""The library of the Placement service, a package for each major version."""
