"""Traits of a resource provider."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1 import traits
from novaclient_mv.placement.v1.generations import GuardedManager
from novaclient_mv.placement.v1.resource_providers import Provider

PATH = '/resource_providers/{uuid}/traits'


class ProviderTraitManager(GuardedManager[traits.Trait]):
    """Traits of resource providers (administrators)."""

    resource_class = traits.Trait

    @versions.wraps('1.6')
    def list(self, provider: Provider) -> builtins.list[traits.Trait]:
        """The traits of a resource provider.

        :raises NotFound: the provider does not exist.

        ``GET /resource_providers/{uuid}/traits``
        """
        answer = self.send(f'GET {PATH}', provider)
        return traits.of_names(self, answer, resources.member(answer, 'traits', list))

    iterate = resources.every_row(list)

    @versions.wraps('1.6')
    def set(
        self, provider: Provider, names: Sequence[str], generation: int
    ) -> builtins.list[traits.Trait]:
        """Replace the traits of a resource provider: ``PUT /resource_providers/{uuid}/traits``.

        :param generation: the provider's generation when it was read.
        :raises GenerationConflict: the provider was changed since.
        :raises BadRequest: a trait is unknown.
        """
        body = {'traits': [*names], 'resource_provider_generation': generation}
        answer = self._send_guarded(f'PUT {PATH}', provider, body=body)
        return traits.of_names(self, answer, resources.member(answer, 'traits', list))

    @versions.wraps('1.6')
    def delete(self, provider: Provider) -> resources.TupleWithMeta:
        """Remove all traits of a resource provider: ``DELETE /resource_providers/{uuid}/traits``.

        :raises NotFound: the provider does not exist.
        """
        return self._done(self.send(f'DELETE {PATH}', provider))
