"""Tests of what only a terminal sees."""
