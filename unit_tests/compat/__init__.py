"""Tests of what programs written for python-novaclient need."""
