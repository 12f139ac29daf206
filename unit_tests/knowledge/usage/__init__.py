"""Tests of what logs tell of the use of versions."""
