"""The Compute API of the sandbox."""
