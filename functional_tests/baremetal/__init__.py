"""Sessions of operators of bare metal, on the sandbox or on an Ironic that OS_CLOUD names."""
