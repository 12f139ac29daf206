"""Tests of the package, without a network."""
