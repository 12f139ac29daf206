"""What programs written for python-novaclient need, and new ones should not use."""
