"""Inventories: how much of each resource class a provider has, and how it is handed out."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1.generations import GuardedManager
from novaclient_mv.placement.v1.resource_providers import Provider
from novaclient_mv.resources import field
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer

Amounts = Mapping[str, float]
"""``total``, and whichever of ``reserved``, ``min_unit``, ``max_unit``, ``step_size`` and
``allocation_ratio`` are not to have their defaults.
"""


class Inventory(resources.Resource):
    """The inventory of one resource class at a provider."""

    NAME_ATTR = 'resource_class'
    id_keys = ('resource_class',)

    resource_class: str = field()
    allocation_ratio: float = field()
    min_unit: int = field()
    max_unit: int = field()
    reserved: int = field()
    step_size: int = field()
    total: int = field()
    used: int = field()
    resource_provider_generation: int = field()
    resource_provider_uuid: str = field()


class InventoryManager(GuardedManager[Inventory]):
    """Inventories of resource providers (administrators)."""

    resource_class = Inventory

    def list(self, provider: Provider) -> builtins.list[Inventory]:
        """The inventories of a resource provider, each with the provider's generation.

        :raises NotFound: the provider does not exist.

        ``GET /resource_providers/{uuid}/inventories``
        """
        return self._of_provider(self.send('GET /resource_providers/{uuid}/inventories', provider))

    iterate = resources.every_row(list)

    def get(self, provider: Provider, resource_class: str) -> Inventory:
        """Return a resource provider's inventory of one resource class.

        :raises NotFound: the provider does not exist, or it has nothing of the class.

        ``GET /resource_providers/{uuid}/inventories/{resource_class}``
        """
        return self._of_class(
            self.send(
                'GET /resource_providers/{uuid}/inventories/{resource_class}',
                provider,
                resource_class,
            ),
            resource_class,
        )

    def create(self, provider: Provider, resource_class: str, amounts: Amounts) -> Inventory:
        """Add a resource class to the inventories of a resource provider.

        :raises BadRequest: the class is unknown, or nothing is left beside what is reserved.
        :raises Conflict: the provider has the class already.

        ``POST /resource_providers/{uuid}/inventories``
        """
        body = {'resource_class': resource_class, **amounts}
        return self._of_class(
            self.send('POST /resource_providers/{uuid}/inventories', provider, body=body),
            resource_class,
        )

    def set(
        self, provider: Provider, inventories: Mapping[str, Amounts], generation: int
    ) -> builtins.list[Inventory]:
        """Replace all inventories of a resource provider.

        :param inventories: resource classes to amounts; classes left out are removed.
        :param generation: the provider's generation when it was read.
        :raises GenerationConflict: the provider was changed since.
        :raises Conflict: a class left out has allocations.
        :raises BadRequest: a class is unknown, or nothing is left beside what is reserved.

        ``PUT /resource_providers/{uuid}/inventories``
        """
        body = {
            'resource_provider_generation': generation,
            'inventories': {name: dict(amounts) for name, amounts in inventories.items()},
        }
        answer = self._send_guarded(
            'PUT /resource_providers/{uuid}/inventories',
            provider,
            body=body,
            has_other_conflicts=True,
        )
        return self._of_provider(answer)

    def update(
        self, provider: Provider, resource_class: str, amounts: Amounts, generation: int
    ) -> Inventory:
        """Replace what a resource provider has of one resource class.

        :param amounts: what is left out goes back to its default.
        :param generation: the provider's generation when it was read.
        :raises GenerationConflict: the provider was changed since.
        :raises BadRequest: the provider has nothing of the class.

        ``PUT /resource_providers/{uuid}/inventories/{resource_class}``
        """
        body = {'resource_provider_generation': generation, **amounts}
        answer = self._send_guarded(
            'PUT /resource_providers/{uuid}/inventories/{resource_class}',
            provider,
            resource_class,
            body=body,
        )
        return self._of_class(answer, resource_class)

    def delete(self, provider: Provider, resource_class: str) -> resources.TupleWithMeta:
        """Remove a resource class from the inventories of a resource provider.

        :raises NotFound: the provider does not exist, or it has nothing of the class.
        :raises Conflict: the class has allocations.

        ``DELETE /resource_providers/{uuid}/inventories/{resource_class}``
        """
        return self._done(
            self.send(
                'DELETE /resource_providers/{uuid}/inventories/{resource_class}',
                provider,
                resource_class,
            )
        )

    @versions.wraps('1.5')
    def delete_all(self, provider: Provider) -> resources.TupleWithMeta:
        """Remove all inventories of a resource provider.

        :raises NotFound: the provider does not exist.
        :raises Conflict: a class has allocations.

        ``DELETE /resource_providers/{uuid}/inventories``
        """
        return self._done(self.send('DELETE /resource_providers/{uuid}/inventories', provider))

    def _of_provider(self, answer: Answer) -> builtins.list[Inventory]:
        return resources.ListWithMeta(self._inventories_of(answer), answer)

    def _inventories_of(self, answer: Answer) -> Iterator[Inventory]:
        generation = resources.member(answer, 'resource_provider_generation', int)
        by_class = resources.member(answer, 'inventories', dict)
        amounts = answers.objects(answer, by_class.values())
        for name, values in zip(by_class, amounts, strict=True):
            info: dict[str, Any] = {'resource_class': name, **values}
            info['resource_provider_generation'] = generation
            yield Inventory(self, info, loaded=True, resp=answer)

    def _of_class(self, answer: Answer, resource_class: str) -> Inventory:
        (amounts,) = answers.objects(answer, [answer.body])
        info = {'resource_class': resource_class, **amounts}
        return Inventory(self, info, loaded=True, resp=answer)
