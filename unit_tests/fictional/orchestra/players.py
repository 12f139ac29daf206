"""Players of the orchestra."""

from __future__ import annotations

import builtins
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class Player(resources.Resource):
    """Someone who plays."""

    id: str = field('ID')
    name: str = field()
    desk: str = field(start_version='1.7')
    rank: str = field(end_version='1.20')


class PlayerManager(resources.ManagerWithFind[Player]):
    """Players, and what they play."""

    kind = 'player'
    resource_class = Player

    @versions.parameters(desk='1.7..', rank='..1.20')
    def list(self, desk: str | None = None, rank: str | None = None) -> builtins.list[Player]:
        """The players.

        :param desk: those at this desk (from 1.7).
        :param rank: those of this rank (up to 1.20).
        """
        return self._read_list('GET /players', 'players', query={'desk': desk, 'rank': rank})

    @versions.wraps('1.0', '1.9')
    def create(self, name: str, part: Any) -> Player:
        """Engage a player for a part by its number."""
        return self._create_one('POST /players', 'player', name=name, part_number=part)

    @versions.wraps('1.10')
    def create(self, name: str, part: Any) -> Player:
        """Engage a player for a part by its name."""
        return self._create_one('POST /players', 'player', name=name, part=part)

    def tune(self, player: str) -> Any:
        """Have a player tune.

        ``POST /players/{id}/action tune``
        """
        return self.send('POST /players/{id}/action tune', player, body={'tune': None})
