"""Tests of the sandbox, at the boundary of its WSGI application."""
