"""Other clients against the sandbox: ``tox -e interop``."""
