"""The client of the depot service."""

from __future__ import annotations

import functools

from unit_tests.fictional import client
from unit_tests.fictional.depot import crates


class Client(client.Client):
    """A client of one depot at one version."""

    @functools.cached_property
    def crates(self) -> crates.CrateManager:
        """The crates."""
        return crates.CrateManager(self)
