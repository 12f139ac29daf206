"""Calls of the whole library, beside those that programs were seen to make."""
