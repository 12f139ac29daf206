"""Tests that wait for servers: on a sandbox, in its own time."""
