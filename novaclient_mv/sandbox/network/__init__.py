"""The network service: Neutron v2.0, as much of it as goes with Compute."""
