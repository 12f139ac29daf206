"""Tests of the Bare Metal service: its library, its commands, and the range of its versions."""
