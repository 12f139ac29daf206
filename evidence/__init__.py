"""Judges of other programs, and of the sandbox by other services: run by tox, apart."""

import unit_tests as unit_tests  # Before what compiles any other module.
