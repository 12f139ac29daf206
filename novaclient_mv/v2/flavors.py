"""Flavors: the sizes that servers come in."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import field, filtering
from novaclient_mv.services.filters import Filter, Test
from novaclient_mv.v2 import flavor_arguments
from novaclient_mv.wire.request import Answer

UNKNOWN = 'N/A'


def _or_unknown(value: object) -> object:
    return UNKNOWN if value is None else value


def _specs(pairs: Mapping[str, str] | None) -> str:
    return '' if pairs is None else str(dict(sorted(pairs.items())))


class Flavor(resources.Resource):
    """A size of server."""

    # Names of flavors are unique, so that a flavor can be found by either.
    id_keys = ('id', 'name')

    HUMAN_ID = True
    hidden_by: ClassVar[Mapping[str, str]] = {
        'extra_specs': 'os_compute_api:os-flavor-extra-specs:index'
    }

    id: str = field('ID')
    name: str = field()
    links: list[dict[str, str]]
    ram: int = field('Memory_MiB')
    disk: int = field()
    _ephemeral: int = field(path='OS-FLV-EXT-DATA:ephemeral', cell=_or_unknown)
    swap: int | str = field(
        path=lambda flavor: flavor.get('swap') or 0 if 'swap' in flavor else None,
        cell=lambda swap: swap or '',
        cell_end='2.74',
    )
    vcpus: int = field('VCPUs')
    rxtx_factor: float = field('RXTX_Factor', end_version='2.101')
    _is_public: bool = field('Is_Public', path='os-flavor-access:is_public', cell=_or_unknown)
    _disabled: bool = field(path='OS-FLV-DISABLED:disabled', end_version='2.101')
    extra_specs: dict[str, str] = field('extra_specs', cell=resources.PythonText(_specs))
    description: str | None = field(
        start_version='2.55', cell=lambda text: '-' if text is None else text
    )

    @property
    def ephemeral(self) -> int | str:
        """Size of the second disk in GiB, ``N/A`` where the cloud does not tell."""
        size: int | str = self._info.get('OS-FLV-EXT-DATA:ephemeral', UNKNOWN)
        return size

    @property
    def is_public(self) -> bool | str:
        """Whether every project may use it, ``N/A`` where the cloud does not tell."""
        is_public: bool | str = self._info.get('os-flavor-access:is_public', UNKNOWN)
        return is_public

    def get_keys(self) -> dict[str, str]:
        """The extra specs: ``GET /flavors/{flavor_id}/os-extra_specs``."""
        answer = self.manager.send('GET /flavors/{flavor_id}/os-extra_specs', self)
        return resources.DictWithMeta(resources.member(answer, 'extra_specs', dict), answer)

    def set_keys(self, metadata: Mapping[str, Any]) -> dict[str, str]:
        """Set extra specs (administrators); the others stay.

        :raises CommandError: a key has characters that no key can have.
        :raises BadRequest: a key or value that the cloud does not take.

        ``POST /flavors/{flavor_id}/os-extra_specs``
        """
        flavor_arguments.check_keys(metadata)
        operation = 'POST /flavors/{flavor_id}/os-extra_specs'
        answer = self.manager.send(operation, self, body={'extra_specs': dict(metadata)})
        return resources.DictWithMeta(resources.member(answer, 'extra_specs', dict), answer)

    def unset_keys(self, keys: Iterable[str]) -> resources.TupleWithMeta:
        """Remove extra specs (administrators), one request each.

        :raises NotFound: the flavor has no such extra spec; the ones before it are removed.

        ``DELETE /flavors/{flavor_id}/os-extra_specs/{id}``
        """
        operation = 'DELETE /flavors/{flavor_id}/os-extra_specs/{id}'
        answers = [self.manager.send(operation, self, key) for key in keys]
        return resources.TupleWithMeta((), answers)

    @versions.wraps('2.55')
    def update(self, description: str | None = None) -> Flavor:
        """Change the description (administrators): ``PUT /flavors/{id}``."""
        changed: Flavor = self.manager.update(self, description)
        return changed

    def delete(self) -> resources.TupleWithMeta:
        """Delete this flavor (administrators); servers that have it keep it.

        ``DELETE /flavors/{id}``
        """
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


def _is_private(text: str) -> Test:
    return lambda row: row['os-flavor-access:is_public'] is False


ALL = Filter('is_public')
PRIVATE = Filter('is_public', test=_is_private)
"""Nova shows public flavors, and those that are given to the project, to all but administrators."""


class FlavorManager(resources.ManagerWithFind[Flavor]):
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
        return self._filtered(detailed, query, limit or None).first_page()

    @versions.parameters(name='2.102..')
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
        return self._filtered(detailed, query, limit).pages()

    def _filtered(
        self, detailed: bool, query: Mapping[str, Any], limit: int | None
    ) -> resources.Listing[Flavor]:
        declared = {'is_public': PRIVATE if query.get('is_public') == 'False' else ALL}
        operation = _operation(detailed)
        return filtering.listing(self, declared, operation, 'flavors', query, limit, detailed)

    def every(self) -> Iterator[Flavor]:
        """All flavors, private ones included: ``GET /flavors/detail``."""
        return self.iterate(is_public=None)

    def get(self, flavor: Flavor | str) -> Flavor:
        """One flavor by its id: ``GET /flavors/{id}``."""
        return self._show('GET /flavors/{id}', 'flavor', flavor)

    @versions.parameters(in_place={'rxtx_factor': '2.0..2.101', 'description': '2.55..'})
    def create(
        self,
        name: str,
        ram: int | str,
        vcpus: int | str,
        disk: int | str,
        flavorid: str | None = 'auto',
        ephemeral: int | str = 0,
        swap: int | str | str = 0,
        rxtx_factor: float | str | None = 1.0,
        is_public: bool | str = True,
        description: str | None = None,
    ) -> Flavor:
        """Create a flavor (administrators): ``POST /flavors``.

        :param ram: MiB of memory; ``swap`` likewise.
        :param disk: GiB of the root disk; ``ephemeral`` of a second one.
        :param flavorid: id, or ``auto`` for a UUID.
        :param rxtx_factor: weight of its network traffic (up to 2.101).
        :param is_public: also as a word: ``'false'``, ``'no'``.
        :param description: up to 65535 characters (from 2.55).
        :raises CommandError: a number or a truth value is malformed.
        :raises Conflict: a flavor with this name or id exists.
        :raises UnsupportedAttribute: an argument that this version lacks.
        """
        fields: dict[str, Any] = {
            'name': name,
            'ram': flavor_arguments.whole('ram', ram),
            'vcpus': flavor_arguments.whole('vcpus', vcpus),
            'disk': flavor_arguments.whole('disk', disk),
            'id': None if flavorid == 'auto' else flavorid,
            'swap': flavor_arguments.whole('swap', swap),
            'OS-FLV-EXT-DATA:ephemeral': flavor_arguments.whole('ephemeral', ephemeral),
            'os-flavor-access:is_public': flavor_arguments.truth('is_public', is_public),
        }
        if rxtx_factor is not None:
            fields['rxtx_factor'] = flavor_arguments.decimal('rxtx_factor', rxtx_factor)
        if description is not None:
            fields['description'] = description
        return self._created(self.send('POST /flavors', body={'flavor': fields}), 'flavor')

    @versions.wraps('2.55')
    def update(self, flavor: Flavor | str, description: str | None = None) -> Flavor:
        """Change a flavor's description (administrators): ``PUT /flavors/{id}``.

        :param description: the new one; ``None`` or an empty one removes it.
        :raises NotFound: the flavor does not exist.
        """
        body = {'flavor': {'description': description or None}}
        return self._changed(self.send('PUT /flavors/{id}', flavor, body=body))

    def delete(self, flavor: Flavor | str) -> resources.TupleWithMeta:
        """Delete a flavor (administrators); servers that have it keep it: ``DELETE /flavors/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._done(self.send('DELETE /flavors/{id}', flavor))

    def get_extra_spec(self, flavor: Flavor | str, key: str) -> resources.DictWithMeta:
        """One extra spec: its key and value: ``GET /flavors/{flavor_id}/os-extra_specs/{id}``.

        :raises NotFound: the flavor has none of this key, or is not there.
        """
        answer = self.send('GET /flavors/{flavor_id}/os-extra_specs/{id}', flavor, key)
        resources.member(answer, key, str)
        return resources.DictWithMeta(answer.body, answer)

    def update_extra_spec(
        self, flavor: Flavor | str, key: str, value: float | str
    ) -> resources.DictWithMeta:
        """Set one extra spec (administrators): ``PUT /flavors/{flavor_id}/os-extra_specs/{id}``.

        :raises BadRequest: a key or, from 2.86, a value that the cloud does not take.
        """
        operation = 'PUT /flavors/{flavor_id}/os-extra_specs/{id}'
        answer = self.send(operation, flavor, key, body={key: value})
        resources.member(answer, key, str)
        return resources.DictWithMeta(answer.body, answer)

    def _changed(self, answer: Answer) -> Flavor:
        return Flavor(self, self._wrapped(answer, 'flavor'), resp=answer)

    def find_one(self, reference: str) -> Flavor:
        """The flavor with this id or exact name, private ones included.

        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several flavors have this name.

        ``GET /flavors/{id}``, ``GET /flavors``
        """
        try:
            return self.get(reference)
        except (errors.NotFound, errors.BadRequest):
            pass
        # Who may not see private ones finds those that there are for them.
        flavors = [*self._pages('GET /flavors', 'flavors', query={'is_public': 'None'})]
        matches = [flavor for flavor in flavors if flavor._info.get('name') == reference]
        if not matches:
            raise self.missing(reference, flavors)
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
        'marker': marker or None,
        'minDisk': min_disk or None,
        'minRam': min_ram or None,
        'sort_key': sort_key or None,
        'sort_dir': sort_dir or None,
    }
    # Public ones are what a request without the filter answers; None is the API's word for all.
    if not is_public:
        query['is_public'] = str(is_public)
    return query


def extra_specs_of(flavor: Flavor) -> Mapping[str, str]:
    """The extra specs that came with a flavor (from 2.61), or those that are asked for."""
    extra_specs = flavor._info.get('extra_specs')
    return extra_specs if extra_specs is not None else flavor.get_keys()
