"""Resource providers: what has an inventory of resources, a compute node for one."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import errors, resources, versions
from novaclient_mv.placement.v1 import filters
from novaclient_mv.resources import field
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer

UNCHANGED: Any = object()
"""Leaves a parent unchanged; ``None`` removes it."""


class ResourceProvider(resources.Resource):
    """Something that has an inventory of resources."""

    id_keys = ('uuid',)

    uuid: str = field('UUID')
    name: str = field()
    generation: int = field()
    root_provider_uuid: str = field('Root Provider UUID', start_version='1.14')
    parent_provider_uuid: str | None = field('Parent Provider UUID', start_version='1.14')
    links: list[dict[str, str]] = field()


Provider = ResourceProvider | str
"""A resource provider, or its UUID."""


class ResourceProviderManager(resources.ManagerWithFind[ResourceProvider]):
    """Resource providers of the cloud (administrators)."""

    kind = 'resource provider'
    resource_class = ResourceProvider

    @versions.parameters(
        member_of='1.3..',
        resources='1.4..',
        in_tree='1.14..',
        required_traits='1.18..',
        forbidden_traits='1.22..',
        member_of_all='1.24..',
        not_member_of='1.32..',
        required_any='1.39..',
    )
    def list(
        self,
        name: str | None = None,
        uuid: str | None = None,
        member_of: Sequence[str] | None = None,
        resources: Mapping[str, int] | None = None,
        in_tree: Provider | None = None,
        required_traits: Sequence[str] | None = None,
        forbidden_traits: Sequence[str] | None = None,
        member_of_all: Iterable[Sequence[str]] | None = None,
        not_member_of: Sequence[str] | None = None,
        required_any: Iterable[Sequence[str]] | None = None,
    ) -> builtins.list[ResourceProvider]:
        """Resource providers, all of them or those that match every filter.

        :param member_of: aggregates, one of which it is in (from 1.3).
        :param resources: resource classes to amounts that it has room for (from 1.4).
        :param in_tree: a provider of the same tree (from 1.14).
        :param required_traits: traits that it has (from 1.18).
        :param forbidden_traits: traits that it has not (from 1.22).
        :param member_of_all: sets of aggregates; it is in one of each (from 1.24).
        :param not_member_of: aggregates that it is not in (from 1.32).
        :param required_any: sets of traits; it has one of each (from 1.39).
        :raises BadRequest: a class or trait is unknown.

        ``GET /resource_providers``
        """
        query = {
            'name': name,
            'uuid': uuid,
            'member_of': filters.aggregates(member_of, member_of_all, not_member_of),
            'resources': filters.resources(resources),
            'in_tree': getattr(in_tree, 'id', in_tree),
            'required': filters.traits(required_traits, forbidden_traits, required_any),
        }
        return self._read_list('GET /resource_providers', 'resource_providers', query=query)

    iterate = resources.every_row(list)

    def get(self, provider: Provider) -> ResourceProvider:
        """One resource provider by its UUID: ``GET /resource_providers/{uuid}``.

        :raises NotFound: the resource does not exist.
        """
        return self._whole(self.send('GET /resource_providers/{uuid}', provider))

    def find_one(self, reference: str) -> ResourceProvider:
        """The resource provider with this UUID or name.

        :raises ResourceNotFound: the resource does not exist.

        ``GET /resource_providers/{uuid}``, ``GET /resource_providers``
        """
        if resources.is_uuid(reference):
            try:
                return self.get(reference)
            except errors.NotFound:
                pass
        matches = resources.exactly_named(self.list(name=reference), reference)
        if not matches:
            raise self.missing(reference)
        return matches[0]

    @versions.parameters(parent_provider='1.14..')
    def create(
        self, name: str, uuid: str | None = None, parent_provider: Provider | None = None
    ) -> ResourceProvider:
        """Create a resource provider without inventory: ``POST /resource_providers``.

        :param uuid: its UUID; the service chooses one without it.
        :param parent_provider: the provider that it is a part of (from 1.14).
        :raises Conflict: the name or the UUID is taken.
        """
        parent = getattr(parent_provider, 'id', parent_provider)
        values = {'name': name, 'uuid': uuid, 'parent_provider_uuid': parent}
        body = resources.without_none(values)
        created: ResourceProvider = self._of_creation(
            self.send('POST /resource_providers', body=body)
        )
        return created

    @versions.wraps('1.0', '1.19')
    def _of_creation(self, answer: Answer) -> ResourceProvider:
        # Up to 1.19 the answer has only the location of the new provider.
        uuid = str(answer.headers.get('Location') or '').rstrip('/').rpartition('/')[2]
        if not uuid:
            raise resources.unexpected(answer, 'its place')
        return self.get(uuid)

    @versions.newest
    @versions.wraps('1.20')
    def _of_creation(self, answer: Answer) -> ResourceProvider:
        return self._whole(answer)

    @versions.parameters(parent_provider='1.14..')
    def update(
        self,
        provider: Provider,
        name: str | None = None,
        parent_provider: Provider | None = UNCHANGED,
    ) -> ResourceProvider:
        """Rename a resource provider, or make it a part of another one.

        :param parent_provider: its new parent (from 1.14). One that is set can be changed, or taken
            away by ``None``, from 1.37 on.
        :raises NotFound: the resource does not exist.
        :raises BadRequest: the parent may not be changed.
        :raises Conflict: the name is taken.

        ``PUT /resource_providers/{uuid}``
        """
        if name is None:
            name = self.get(provider).name
        body: dict[str, Any] = {'name': name}
        if parent_provider is not UNCHANGED and self._has_parents():
            body['parent_provider_uuid'] = getattr(parent_provider, 'id', parent_provider)
        return self._whole(self.send('PUT /resource_providers/{uuid}', provider, body=body))

    @versions.wraps('1.0', '1.13')
    def _has_parents(self) -> bool:
        return False

    @versions.newest
    @versions.wraps('1.14')
    def _has_parents(self) -> bool:
        return True

    def delete(self, provider: Provider) -> resources.TupleWithMeta:
        """Delete a resource provider with its inventories, traits and memberships.

        :raises NotFound: the resource does not exist.
        :raises Conflict: it has children or allocations.

        ``DELETE /resource_providers/{uuid}``
        """
        return self._done(self.send('DELETE /resource_providers/{uuid}', provider))

    def _whole(self, answer: Answer) -> ResourceProvider:
        """The provider that an answer consists of."""
        (info,) = answers.objects(answer, [answer.body])
        if not isinstance(info.get('uuid'), str):
            raise resources.unexpected(answer, "'uuid'")
        return ResourceProvider(self, info, loaded=True, resp=answer)
