"""The client of the orchestra service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.resources import client
from unit_tests.fictional.orchestra import ORCHESTRA

if TYPE_CHECKING:
    from unit_tests.fictional.orchestra import players


class Client(client.Client):
    """A client of one orchestra at one version."""

    service = ORCHESTRA

    players: players.PlayerManager
