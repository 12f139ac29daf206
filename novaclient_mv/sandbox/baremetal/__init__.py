"""The Bare Metal service (Ironic): nodes and their parts; imports ``http`` and ``state``."""
