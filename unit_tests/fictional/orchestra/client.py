"""The client of the orchestra service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from novaclient_mv.resources import client
from unit_tests.fictional.orchestra import ORCHESTRA

if TYPE_CHECKING:
    from unit_tests.fictional.orchestra import players


class Client(client.Client):
    """A client of one orchestra at one version."""

    service = ORCHESTRA
    MANAGERS: ClassVar[Mapping[str, tuple[str, str]]] = {'players': ('players', 'PlayerManager')}

    if TYPE_CHECKING:
        players: players.PlayerManager
