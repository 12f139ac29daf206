"""Clouds as values: their settings with origins, and what is needed to speak to them."""
