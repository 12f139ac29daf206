"""Looks of results on a terminal: nothing here is loaded where the output is a file or a pipe."""
