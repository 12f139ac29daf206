"""Flavors: the sizes that servers come in."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from typing import Any

from novaclient_mv import api_versions, base, exceptions
from novaclient_mv.base import Field


class Flavor(base.Resource):
    """A size of server."""

    HUMAN_ID = True
    fields = (
        Field('id', 'ID'),
        Field('name'),
        Field('ram', 'Memory_MiB', type='int'),
        Field('disk', type='int'),
        Field('ephemeral', path='OS-FLV-EXT-DATA:ephemeral', type='int'),
        Field(
            'swap',
            path=lambda flavor: flavor.get('swap') or 0 if 'swap' in flavor else None,
            type='int',
            cell=lambda swap: swap if swap else '',
            uses=('swap',),
        ),
        Field('vcpus', 'VCPUs', type='int'),
        Field('rxtx_factor', 'RXTX_Factor', type='float', end_version='2.101'),
        Field('is_public', 'Is_Public', path='os-flavor-access:is_public', type='bool'),
        Field('disabled', path='OS-FLV-DISABLED:disabled', type='bool', end_version='2.101'),
        Field('extra_specs', 'extra_specs', type='dict'),
        Field('description', start_version='2.55', cell=lambda text: '-' if text is None else text),
    )

    @property
    def ephemeral(self) -> Any:
        """Size of the second disk in GiB, ``N/A`` where the cloud does not tell."""
        return self._info.get('OS-FLV-EXT-DATA:ephemeral', 'N/A')

    @property
    def is_public(self) -> Any:
        """Whether every project may use it, ``N/A`` where the cloud does not tell."""
        return self._info.get('os-flavor-access:is_public', 'N/A')

    def get_keys(self) -> dict[str, str]:
        """The extra specs.

        ``GET /flavors/{flavor_id}/os-extra_specs``
        """
        answer = self.manager.send('GET /flavors/{flavor_id}/os-extra_specs', self)
        return base.DictWithMeta(base.member(answer, 'extra_specs', dict), answer)


class FlavorManager(base.ManagerWithFind[Flavor]):
    """Flavors that the project may use."""

    kind = 'flavor'
    resource_class = Flavor
    is_alphanum_id_allowed = True

    def list(
        self,
        detailed: bool = True,
        is_public: bool | None = True,
        marker: str | None = None,
        min_disk: int | str | None = None,
        min_ram: int | str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> builtins.list[Flavor]:
        """Flavors, one page as the cloud cuts it.

        :param is_public: ``True`` for public ones, ``False`` for private ones, ``None`` for all.
        :param min_disk: at least this many GiB; ``min_ram`` likewise in MiB.

        ``GET /flavors/detail`` or ``GET /flavors``
        """
        query = _query(is_public, marker, min_disk, min_ram, sort_key, sort_dir)
        query['limit'] = limit
        return self._list(_operation(detailed), 'flavors', query=query)

    @api_versions.parameters(name='2.102..')
    def iterate(
        self,
        detailed: bool = True,
        is_public: bool | None = True,
        marker: str | None = None,
        min_disk: int | str | None = None,
        min_ram: int | str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
        name: str | None = None,
    ) -> Iterator[Flavor]:
        """All flavors, page by page while they are taken; the first ``limit``, if that is given.

        :param name: part of the name, as a regular expression (from 2.102).

        ``GET /flavors/detail`` or ``GET /flavors``
        """
        query = _query(is_public, marker, min_disk, min_ram, sort_key, sort_dir)
        query['name'] = name
        return self._pages(_operation(detailed), 'flavors', query=query, limit=limit)

    def every(self) -> Iterator[Flavor]:
        """All flavors, private ones included."""
        return self.iterate(is_public=None)

    def get(self, flavor: Flavor | str) -> Flavor:
        """One flavor by its id.

        ``GET /flavors/{id}``
        """
        return self._show('GET /flavors/{id}', 'flavor', flavor)

    def find_one(self, reference: str) -> Flavor:
        """The flavor with this id or exact name, private ones included.

        :raises ResourceNotFound: there is none.
        :raises NoUniqueMatch: several flavors have this name.

        ``GET /flavors/{id}``, ``GET /flavors``
        """
        try:
            return self.get(reference)
        except (exceptions.NotFound, exceptions.BadRequest):
            pass
        found = self.iterate(detailed=False, is_public=None)
        matches = [each for each in found if each._info.get('name') == reference]
        if not matches:
            raise self.missing(reference)
        if len(matches) > 1:
            raise self.ambiguous(reference, matches)
        return self.get(matches[0])


def _operation(detailed: bool) -> str:
    return 'GET /flavors/detail' if detailed else 'GET /flavors'


def _query(
    is_public: bool | None,
    marker: str | None,
    min_disk: int | str | None,
    min_ram: int | str | None,
    sort_key: str | None,
    sort_dir: str | None,
) -> dict[str, Any]:
    query: dict[str, Any] = {
        'marker': marker,
        'minDisk': min_disk or None,
        'minRam': min_ram or None,
        'sort_key': sort_key,
        'sort_dir': sort_dir,
    }
    # Public ones are what a request without the filter answers; None is the API's word for all.
    if is_public is not True:
        query['is_public'] = str(is_public)
    return query


def extra_specs_of(flavor: Flavor) -> Mapping[str, str]:
    """The extra specs that came with a flavor (from 2.61), or those that are asked for."""
    known = flavor._info.get('extra_specs')
    return known if known is not None else flavor.get_keys()
