"""python-novaclient's own functional tests, with this program and library in its place."""
