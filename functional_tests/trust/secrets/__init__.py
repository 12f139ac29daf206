"""Planted secrets: none may stand where it need not."""
