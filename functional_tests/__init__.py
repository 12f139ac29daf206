"""Whole commands against a live API."""

import unit_tests as unit_tests  # Before what compiles any other module.
