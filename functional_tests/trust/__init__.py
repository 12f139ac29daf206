"""Trials of what a user must be able to rely on, whatever a cloud, a file or a hand does."""
