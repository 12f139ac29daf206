"""Records of the service: providers and consumers as stored, and those that follow from the hosts
and servers of Compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.state import clocks, machines

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

PROVIDER, CONSUMER = 'placement_provider', 'placement_consumer'
CLASS, TRAIT = 'placement_class', 'placement_trait'

DEFAULTS: dict[str, Any] = {
    'reserved': 0,
    'min_unit': 1,
    'max_unit': 2147483647,
    'step_size': 1,
    'allocation_ratio': 1.0,
}
"""Defaults of an inventory."""

_HOST_TRAITS = ('COMPUTE_NODE', 'COMPUTE_NET_ATTACH_INTERFACE', 'COMPUTE_VOLUME_EXTEND')


class Provider:
    """A resource provider; ``row`` is where it is stored, if it is."""

    def __init__(self, id: str, name: str, facts: dict[str, Any], row: Row | None = None) -> None:
        self.id = id
        self.name = name
        self.row = row
        self.generation: int = facts['generation']
        self.parent: str | None = facts['parent']
        self.inventories: dict[str, dict[str, Any]] = facts['inventories']
        self.traits: list[str] = facts['traits']
        self.aggregates: list[str] = facts['aggregates']

    @property
    def facts(self) -> dict[str, Any]:
        """Return its stored fields."""
        names = ('generation', 'parent', 'inventories', 'traits', 'aggregates')
        return {name: getattr(self, name) for name in names}

    @property
    def was_changed(self) -> bool:
        """Whether it is another one than was created."""
        return self.row is not None and self.row.updated is not None


class Consumer:
    """A consumer; ``row`` is where it is stored, if it is."""

    def __init__(self, id: str, facts: Mapping[str, Any], row: Row | None = None) -> None:
        self.id = id
        self.row = row
        self.project: str = facts['project']
        self.user: str = facts['user']
        self.type: str | None = facts['type']
        self.generation: int = facts['generation']
        self.allocations: dict[str, dict[str, int]] = facts['allocations']

    @property
    def facts(self) -> dict[str, Any]:
        """Return its stored fields."""
        names = ('project', 'user', 'type', 'generation', 'allocations')
        return {name: getattr(self, name) for name in names}


class Records:
    """All providers and consumers at one moment, read when first asked for."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._providers: dict[str, Provider] | None = None
        self._consumers: dict[str, Consumer] | None = None

    @property
    def providers(self) -> dict[str, Provider]:
        """Providers by their id, the oldest first."""
        if self._providers is None:
            stored = {
                row.id: Provider(row.id, row.name or '', row.document, row)
                for row in self.session.find(PROVIDER)
            }
            hosts = {
                id: Provider(id, name, _of_machine(machine))
                for id, name, machine in machines.all_of(self.session)
                if id not in stored
            }
            self._providers = {**hosts, **stored}
        return self._providers

    @property
    def consumers(self) -> dict[str, Consumer]:
        """Consumers by their id; a server without a stored one has what its flavor says."""
        if self._consumers is None:
            stored = {
                row.id: Consumer(row.id, row.document, row)
                for row in self.session.find(CONSUMER)
                if not self._is_gone(row.id)
            }
            self._consumers = {**self._servers(stored), **stored}
        return self._consumers

    def _is_gone(self, id: str) -> bool:
        """Whether a consumer was a server that is deleted; Compute has freed what it had."""
        server = self.session.get('server', id, even_deleted=True)
        return server is not None and self.session.get('server', id) is None

    def _servers(self, stored: Mapping[str, Consumer]) -> dict[str, Consumer]:
        by_name = {provider.name: provider for provider in self.providers.values()}
        servers = {}
        for row in self.session.find('server'):
            clocks.settle(row.document, self.session.now)
            provider = by_name.get(row.document['host'] or '')
            if provider is not None and row.id not in stored:
                servers[row.id] = Consumer(row.id, _of_server(row, provider.id))
        return servers

    def used(self, provider: str, without: frozenset[str] = frozenset()) -> dict[str, int]:
        """Return the sums of consumers' allocations of a provider, by class."""
        total: dict[str, int] = {}
        for consumer in self.consumers.values():
            if consumer.id in without:
                continue
            for name, amount in consumer.allocations.get(provider, {}).items():
                total[name] = total.get(name, 0) + amount
        return total

    def root(self, provider: Provider) -> str:
        """The id of the provider on top of a tree."""
        while provider.parent is not None:
            provider = self.providers[provider.parent]
        return provider.id

    def save(self, provider: Provider) -> None:
        """Store a provider."""
        if provider.row is None:
            # What follows from a host is as old as the host, so that it stays where it is in lists.
            self.session.insert(PROVIDER, provider.id, provider.facts, name=provider.name)
            provider.row = self.session.get(PROVIDER, provider.id)
        else:
            provider.row.name, provider.row.document = provider.name, provider.facts
            self.session.save(provider.row)
        self.providers[provider.id] = provider

    def save_consumer(self, consumer: Consumer) -> None:
        """Store a consumer."""
        if consumer.row is None:
            self.session.insert(CONSUMER, consumer.id, consumer.facts)
            consumer.row = self.session.get(CONSUMER, consumer.id)
        else:
            consumer.row.document = consumer.facts
            self.session.save(consumer.row)
        self.consumers[consumer.id] = consumer

    def remove_consumer(self, consumer: Consumer) -> None:
        """Forget a consumer."""
        if consumer.row is not None:
            self.session.remove(consumer.row)
        del self.consumers[consumer.id]


def capacity(inventory: Mapping[str, Any]) -> int:
    """Return the capacity of an inventory."""
    return int((inventory['total'] - inventory['reserved']) * inventory['allocation_ratio'])


def _of_machine(machine: Mapping[str, Any]) -> dict[str, Any]:
    sizes = {
        'VCPU': {'total': machine['vcpus'], 'allocation_ratio': 4.0},
        'MEMORY_MB': {'total': machine['memory_mb'], 'reserved': machines.OWN_MEMORY_MB},
        'DISK_GB': {'total': machine['disk_gb']},
    }
    inventories = {
        name: {**DEFAULTS, 'max_unit': size['total'], **size}
        for name, size in sizes.items()
        if size['total']
    }
    return {
        'generation': 1,
        'parent': None,
        'inventories': inventories,
        'traits': list(_HOST_TRAITS),
        'aggregates': [],
    }


def _of_server(row: Row, provider: str) -> dict[str, Any]:
    flavor = row.document['flavor']
    amounts = {
        'VCPU': flavor['vcpus'],
        'MEMORY_MB': flavor['ram'],
        'DISK_GB': flavor['disk'] + flavor['ephemeral'],
    }
    return {
        'project': row.project,
        'user': row.document.get('user_id') or row.document.get('user') or '',
        'type': 'INSTANCE',
        'generation': 1,
        'allocations': {provider: {name: size for name, size in amounts.items() if size}},
    }
