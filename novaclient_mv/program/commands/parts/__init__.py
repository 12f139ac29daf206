"""Functions that several commands share; no module here is searched for commands."""
