"""The shell of the page, under this interpreter."""
