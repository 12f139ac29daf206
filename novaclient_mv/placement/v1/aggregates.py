"""Aggregates that a resource provider is in."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1.generations import GuardedManager
from novaclient_mv.placement.v1.resource_providers import Provider
from novaclient_mv.resources import Body, field
from novaclient_mv.versions import REQUIRED
from novaclient_mv.wire.request import Answer

PATH = '/resource_providers/{uuid}/aggregates'


class Aggregate(resources.Resource):
    """An aggregate, of which this service knows nothing but its UUID."""

    NAME_ATTR = 'uuid'
    id_keys = ('uuid',)
    uuid: str = field('UUID')


class AggregateManager(GuardedManager[Aggregate]):
    """Aggregates of resource providers (administrators)."""

    resource_class = Aggregate

    @versions.wraps('1.1')
    def list(self, provider: Provider) -> builtins.list[Aggregate]:
        """The aggregates that a resource provider is in.

        :raises NotFound: the provider does not exist.

        ``GET /resource_providers/{uuid}/aggregates``
        """
        return self._membership(self.send(f'GET {PATH}', provider))

    iterate = resources.every_row(list)

    @versions.wraps('1.1')
    @versions.parameters(generation='1.19..')
    def set(
        self, provider: Provider, aggregates: Sequence[str], generation: int = REQUIRED
    ) -> builtins.list[Aggregate]:
        """Replace the aggregates that a resource provider is in.

        :param aggregates: UUIDs; an aggregate need not be known before.
        :param generation: the provider's generation when it was read (from 1.19).
        :raises GenerationConflict: the provider was changed since.

        ``PUT /resource_providers/{uuid}/aggregates``
        """
        body = self._body([*aggregates], generation)
        return self._membership(self._send_guarded(f'PUT {PATH}', provider, body=body))

    @versions.wraps('1.1', '1.18')
    def _body(self, aggregates: builtins.list[str], generation: int) -> Body:
        return aggregates

    @versions.newest
    @versions.wraps('1.19')
    def _body(self, aggregates: builtins.list[str], generation: int) -> Body:
        return {'aggregates': aggregates, 'resource_provider_generation': generation}

    def _membership(self, answer: Answer) -> builtins.list[Aggregate]:
        uuids = resources.member(answer, 'aggregates', list)
        rows = (Aggregate(self, {'uuid': uuid}, loaded=True, resp=answer) for uuid in uuids)
        return resources.ListWithMeta(rows, answer)
