"""Tests of the Bare Metal service: its library, its commands, and how its versions are told."""
