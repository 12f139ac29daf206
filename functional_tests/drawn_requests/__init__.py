"""Requests to Compute, Bare Metal and Placement, drawn by a seed: for one cloud or for two."""
