"""What several commands share; no module here is looked at for commands."""
