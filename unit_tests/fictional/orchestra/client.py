"""The client of the orchestra service."""

from __future__ import annotations

import functools

from unit_tests.fictional import client
from unit_tests.fictional.orchestra import players


class Client(client.Client):
    """A client of one orchestra at one version."""

    @functools.cached_property
    def players(self) -> players.PlayerManager:
        """The players."""
        return players.PlayerManager(self)
