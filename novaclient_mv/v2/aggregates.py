"""Aggregates: groups of hosts with metadata, some of them availability zones."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.wire.request import Answer


def _quoted(values: Iterable[str]) -> str:
    return ', '.join(f"'{value}'" for value in values)


class Aggregate(resources.Resource):
    """A group of hosts."""

    repr_keys = ('id',)
    id: int = field()
    name: str = field()
    availability_zone: str | None = field()
    hosts: list[str] = field(cell=resources.PythonText(lambda hosts: _quoted(hosts or ())))
    metadata: dict[str, str] = field(
        cell=resources.PythonText(
            lambda pairs: _quoted(f'{key}={pairs[key]}' for key in sorted(pairs or ()))
        )
    )
    uuid: str = field('UUID', start_version='2.41')
    created_at: Time = field()
    updated_at: Time | None = field()
    deleted_at: Time | None = field()
    deleted: bool = field()

    def update(self, values: Mapping[str, Any]) -> Aggregate:
        """Change name or availability zone: ``PUT /os-aggregates/{id}``."""
        changed: Aggregate = self.manager.update(self, values)
        return changed

    def add_host(self, host: str) -> Aggregate:
        """Add a host: ``POST /os-aggregates/{id}/action add_host``."""
        changed: Aggregate = self.manager.add_host(self, host)
        return changed

    def remove_host(self, host: str) -> Aggregate:
        """Remove a host: ``POST /os-aggregates/{id}/action remove_host``."""
        changed: Aggregate = self.manager.remove_host(self, host)
        return changed

    def set_metadata(self, metadata: Mapping[str, str | None]) -> Aggregate:
        """Set keys of the metadata; ``None`` removes one.

        ``POST /os-aggregates/{id}/action set_metadata``
        """
        changed: Aggregate = self.manager.set_metadata(self, metadata)
        return changed

    def delete(self) -> resources.TupleWithMeta:
        """Delete this aggregate: ``DELETE /os-aggregates/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted

    @versions.wraps('2.81')
    def cache_images(self, images: Iterable[resources.Resource | str]) -> resources.TupleWithMeta:
        """Request that the hosts pre-cache images: ``POST /os-aggregates/{id}/images``."""
        started: resources.TupleWithMeta = self.manager.cache_images(self, images)
        return started


class AggregateManager(resources.ManagerWithFind[Aggregate]):
    """Aggregates of the cloud (administrators)."""

    kind = 'aggregate'
    resource_class = Aggregate

    def list(self) -> builtins.list[Aggregate]:
        """All aggregates.

        :raises Forbidden: they are for administrators.

        ``GET /os-aggregates``
        """
        return self._read_list('GET /os-aggregates', 'aggregates')

    iterate = resources.every_row(list)

    def get(self, aggregate: Aggregate | str) -> Aggregate:
        """One aggregate by its id: ``GET /os-aggregates/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._show('GET /os-aggregates/{id}', 'aggregate', aggregate)

    def get_details(self, aggregate: Aggregate | str) -> Aggregate:
        """One aggregate by its id, the same as :meth:`get`: ``GET /os-aggregates/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self.get(aggregate)

    def find_one(self, reference: str) -> Aggregate:
        """The aggregate with this name, or id, or UUID (from 2.41): ``GET /os-aggregates``.

        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several aggregates have this name.
        """
        aggregates = self.list()
        for key in ('name', 'id', 'uuid'):
            matches = [
                aggregate for aggregate in aggregates if str(aggregate._info.get(key)) == reference
            ]
            if len(matches) > 1:
                raise self.ambiguous(reference, matches)
            if matches:
                return matches[0]
        raise self.missing(reference, aggregates)

    def create(self, name: str, availability_zone: str | None) -> Aggregate:
        """Create an aggregate without hosts: ``POST /os-aggregates``.

        :param availability_zone: zone that it makes of its hosts, or ``None``.
        :raises Conflict: there is one of this name.
        """
        body = {'aggregate': {'name': name, 'availability_zone': availability_zone}}
        return self._created(self.send('POST /os-aggregates', body=body), 'aggregate')

    def update(self, aggregate: Aggregate | str, values: Mapping[str, Any]) -> Aggregate:
        """Change an aggregate: ``PUT /os-aggregates/{id}``.

        :param values: ``name``, ``availability_zone`` or both.
        :raises NotFound: the resource does not exist.
        :raises Conflict: the name is taken, or a host with servers would change its zone.
        """
        body = {'aggregate': dict(values)}
        return self._changed(self.send('PUT /os-aggregates/{id}', aggregate, body=body))

    def add_host(self, aggregate: Aggregate | str, host: str) -> Aggregate:
        """Add a host to an aggregate: ``POST /os-aggregates/{id}/action add_host``.

        :raises NotFound: the aggregate or host does not exist.
        :raises Conflict: the host is in it, or in one of another availability zone.
        """
        return self._act('add_host', aggregate, {'host': host})

    def remove_host(self, aggregate: Aggregate | str, host: str) -> Aggregate:
        """Remove a host from an aggregate: ``POST /os-aggregates/{id}/action remove_host``.

        :raises NotFound: the aggregate does not exist, or it does not have the host.
        """
        return self._act('remove_host', aggregate, {'host': host})

    def set_metadata(
        self, aggregate: Aggregate | str, metadata: Mapping[str, str | None]
    ) -> Aggregate:
        """Set keys of an aggregate's metadata; the others stay.

        :param metadata: keys to values; ``None`` removes a key.
        :raises NotFound: the aggregate does not exist.

        ``POST /os-aggregates/{id}/action set_metadata``
        """
        return self._act('set_metadata', aggregate, {'metadata': dict(metadata)})

    def delete(self, aggregate: Aggregate | str) -> resources.TupleWithMeta:
        """Delete an aggregate without hosts: ``DELETE /os-aggregates/{id}``.

        :raises NotFound: the resource does not exist.
        :raises BadRequest: it has hosts.
        """
        return self._done(self.send('DELETE /os-aggregates/{id}', aggregate))

    @versions.wraps('2.81')
    def cache_images(
        self, aggregate: Aggregate | str, images: Iterable[resources.Resource | str]
    ) -> resources.TupleWithMeta:
        """Request that the hosts of an aggregate pre-cache images.

        :param images: images or their ids.
        :raises NotFound: the aggregate does not exist.

        ``POST /os-aggregates/{id}/images``
        """
        body = {'cache': [{'id': resources.getid(image)} for image in images]}
        return self._done(self.send('POST /os-aggregates/{id}/images', aggregate, body=body))

    def _act(self, name: str, aggregate: Aggregate | str, argument: Mapping[str, Any]) -> Aggregate:
        operation = f'POST /os-aggregates/{{id}}/action {name}'
        return self._changed(self.send(operation, aggregate, body={name: argument}))

    def _changed(self, answer: Answer) -> Aggregate:
        return Aggregate(self, self._wrapped(answer, 'aggregate'), resp=answer)
