"""Shards: names that divide the nodes among the services that work on them."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class Shard(resources.Resource, since='1.82'):
    """A shard, and how many nodes it has; that of nodes without one has no name."""

    id_keys = ('name',)
    name: str = field()
    count: int = field()


class ShardManager(resources.Manager[Shard]):
    """Shards that nodes belong to (from 1.82)."""

    resource_class = Shard

    @versions.wraps('1.82')
    def list(self) -> builtins.list[Shard]:
        """All shards, with the number of their nodes.

        ``GET /shards``
        """
        return self._read_list('GET /shards', 'shards')

    iterate = resources.every_row(list)
