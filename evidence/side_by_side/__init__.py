"""Asks a sandbox and a running Nova the same, and compares what they answer."""
