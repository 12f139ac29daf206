"""How long tests wait for what is to happen before they fail; what happens ends the wait."""

PATIENCE = 300.0
