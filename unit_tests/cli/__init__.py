"""Tests of what a shell needs."""
