"""Usages: how much of each resource class is allocated."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1.resource_providers import Provider
from novaclient_mv.resources import field
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer

CONSUMER_COUNT = 'consumer_count'


class Usage(resources.Resource):
    """The use of one resource class."""

    NAME_ATTR = 'resource_class'
    id_keys = ('resource_class',)

    resource_class: str = field()
    usage: int = field()
    consumer_type: str = field(start_version='1.38')
    consumer_count: int = field(start_version='1.38')
    resource_provider_generation: int = field()


class UsageManager(resources.Manager[Usage]):
    """Usages of resource providers and of projects."""

    resource_class = Usage

    def of_provider(self, provider: Provider) -> builtins.list[Usage]:
        """Return a resource provider's use of each class of its inventories.

        :raises NotFound: the provider does not exist.

        ``GET /resource_providers/{uuid}/usages``
        """
        answer = self.send('GET /resource_providers/{uuid}/usages', provider)
        generation = resources.member(answer, 'resource_provider_generation', int)
        return self._uses(
            answer,
            (
                {'resource_class': name, 'usage': usage, 'resource_provider_generation': generation}
                for name, usage in resources.member(answer, 'usages', dict).items()
            ),
        )

    @versions.wraps('1.9')
    @versions.parameters(consumer_type='1.38..')
    def of_project(
        self, project_id: str, user_id: str | None = None, consumer_type: str | None = None
    ) -> builtins.list[Usage]:
        """Return the use of each resource class by a project, or by one user in it.

        :param consumer_type: type of the consumers that count; ``all`` for one sum over all types,
            ``unknown`` for consumers without a type (from 1.38). Without it the usages come by
            type.
        :raises Forbidden: the project is another one, and the caller no administrator.

        ``GET /usages``
        """
        query = {'project_id': project_id, 'user_id': user_id, 'consumer_type': consumer_type}
        answer = self.send('GET /usages', query=query)
        return self._uses(answer, self._rows_of_project(answer))

    @versions.wraps('1.9', '1.37')
    def _rows_of_project(self, answer: Answer) -> Iterator[dict[str, Any]]:
        for name, usage in resources.member(answer, 'usages', dict).items():
            yield {'resource_class': name, 'usage': usage}

    @versions.newest
    @versions.wraps('1.38')
    def _rows_of_project(self, answer: Answer) -> Iterator[dict[str, Any]]:
        by_type = resources.member(answer, 'usages', dict)
        amounts = answers.objects(answer, by_type.values())
        for consumer_type, usages in zip(by_type, amounts, strict=True):
            same = {'consumer_type': consumer_type, CONSUMER_COUNT: usages.get(CONSUMER_COUNT)}
            for name, usage in usages.items():
                if name != CONSUMER_COUNT:
                    yield {'resource_class': name, 'usage': usage, **same}

    def _uses(self, answer: Answer, rows: Iterable[dict[str, Any]]) -> builtins.list[Usage]:
        usages = (Usage(self, row, loaded=True, resp=answer) for row in rows)
        return resources.ListWithMeta(usages, answer)
