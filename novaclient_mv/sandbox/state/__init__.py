"""The state: one SQLite file, its clock, what services lend each other; imports no other room."""
