"""Tests of what is read in scripts, and held against versions."""
