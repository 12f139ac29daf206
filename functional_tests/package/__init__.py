"""The built package, on each Python that is to be had: ``tox -e package``."""
