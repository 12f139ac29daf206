"""Executes invocations on clouds."""
