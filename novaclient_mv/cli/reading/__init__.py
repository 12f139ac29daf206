"""Reads command lines, before any cloud is asked."""
