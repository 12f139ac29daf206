"""The client of the Placement API: its managers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.resources import client
from novaclient_mv.services.placement import PLACEMENT

if TYPE_CHECKING:
    from novaclient_mv.placement.v1 import (
        aggregates,
        allocation_candidates,
        allocations,
        inventories,
        provider_traits,
        reshaper,
        resource_classes,
        resource_providers,
        traits,
        usages,
    )


class Client(client.Client):
    """A client of one Placement service at one version."""

    service = PLACEMENT

    aggregates: aggregates.AggregateManager
    allocation_candidates: allocation_candidates.AllocationCandidateManager
    allocations: allocations.AllocationManager
    inventories: inventories.InventoryManager
    provider_traits: provider_traits.ProviderTraitManager
    reshaper: reshaper.Reshaper
    resource_classes: resource_classes.ResourceClassManager
    resource_providers: resource_providers.ResourceProviderManager
    traits: traits.TraitManager
    usages: usages.UsageManager
