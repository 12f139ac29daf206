"""Names of python-novaclient for its programs; new ones should not use them."""
