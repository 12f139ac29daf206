"""Commands of the Compute API: one module for each noun."""
