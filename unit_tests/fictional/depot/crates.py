"""Crates of the depot."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class Crate(resources.Resource):
    """Something that is stored."""

    id: str = field('ID')
    label: str = field()
    weight: int = field(start_version='2.7')


class CrateManager(resources.ManagerWithFind[Crate]):
    """Crates."""

    kind = 'crate'
    resource_class = Crate

    @versions.parameters(aisle='2.7..', shelf='..2.20')
    def list(self, aisle: str | None = None, shelf: str | None = None) -> builtins.list[Crate]:
        """The crates.

        :param aisle: those of this aisle (from 2.7).
        :param shelf: those of this shelf (up to 2.20).
        """
        return self._read_list('GET /crates', 'crates', query={'aisle': aisle, 'shelf': shelf})
