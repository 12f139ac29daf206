"""The library of the Bare Metal service (Ironic), a package for each major version."""
