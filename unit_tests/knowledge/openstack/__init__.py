"""Tests of the commands of python-openstackclient."""
