"""Tests of what shells complete."""
