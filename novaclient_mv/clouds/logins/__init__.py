"""Logins: who a run is, to whom, and what is remembered by that."""
