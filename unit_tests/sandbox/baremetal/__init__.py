"""Tests of the sandbox's Bare Metal service."""
