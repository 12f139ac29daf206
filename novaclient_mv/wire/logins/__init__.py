"""Logins and service catalogs: who we are, where services stand, and what a refusal says."""
