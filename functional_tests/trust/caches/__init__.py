"""Files that the program keeps, in any state: none is trusted that is not ours, none ends a run."""
