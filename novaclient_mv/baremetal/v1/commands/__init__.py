"""Commands of the Bare Metal service: a module for each noun, named in the singular."""
