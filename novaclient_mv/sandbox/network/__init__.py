"""The network service (Neutron v2.0), as much as Compute needs; imports ``http``, ``state``."""
