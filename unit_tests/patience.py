"""The patience of tests for expected events, each of which ends the wait."""

PATIENCE = 300.0
