"""Files that others wrote, of any shape: read in time in proportion to their size, never run."""
