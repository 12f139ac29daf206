"""Completes command lines in shells: the words that may stand where the cursor is."""
