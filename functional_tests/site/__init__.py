"""The cloud in the page, in a browser; `tox -e site` runs these."""
