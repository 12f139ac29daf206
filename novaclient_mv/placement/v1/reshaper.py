"""The reshaper: moves inventories and allocations between providers in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.placement.v1.generations import GuardedManager


class Reshaper(GuardedManager[resources.Resource]):
    """Moves inventories and allocations (for the services of the cloud)."""

    @versions.wraps('1.30')
    def reshape(
        self, inventories: Mapping[str, Any], allocations: Mapping[str, Any]
    ) -> resources.TupleWithMeta:
        """Replace inventories of providers and allocations of consumers, all or nothing.

        :param inventories: UUIDs of providers to ``inventories`` and
            ``resource_provider_generation``.
        :param allocations: UUIDs of consumers to what they are to have, as of
            :meth:`AllocationManager.set_many`; may be empty.
        :raises Forbidden: it is for services of the cloud.
        :raises GenerationConflict: a provider or consumer was changed since it was read.
        :raises Conflict: what is taken away is in use, or what is added does not fit.

        ``POST /reshaper``
        """
        body = {'inventories': dict(inventories), 'allocations': dict(allocations)}
        return self._done(self._send_guarded('POST /reshaper', body=body))
