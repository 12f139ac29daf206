"""Tests of the managers and commands of the Compute API."""
