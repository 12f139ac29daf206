"""Commands of the Placement service: a module for each noun, named in the singular."""
