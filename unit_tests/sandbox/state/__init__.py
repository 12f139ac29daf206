"""The file of the state, and what a new one contains."""
