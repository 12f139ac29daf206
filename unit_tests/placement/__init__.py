"""Tests of the Placement library and its commands."""
