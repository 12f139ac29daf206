"""Writes of allocations: all or nothing over several consumers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import filters, names
from novaclient_mv.sandbox.placement.controller import PlacementHandlers, stale
from novaclient_mv.sandbox.placement.records import Consumer

# Who owns what was written before allocations had an owner.
_NOBODY = '00000000-0000-0000-0000-000000000000'

Amounts = dict[str, dict[str, int]]


def write(handlers: PlacementHandlers, bodies: Mapping[str, Any], refusal: str) -> None:
    """Replace what consumers have taken."""
    claims = Claims(handlers, bodies)
    require_classes(handlers, claims.classes, refusal)
    claims.write()


class Claims:
    """Allocations that replace those of some consumers."""

    def __init__(self, handlers: PlacementHandlers, bodies: Mapping[str, Any]) -> None:
        self.handlers = handlers
        self.bodies = bodies
        self.consumers = {id: _consumer(handlers, id, body) for id, body in bodies.items()}
        self.amounts = {id: _amounts(body['allocations']) for id, body in bodies.items()}
        self._require_providers()

    @property
    def classes(self) -> list[str]:
        """The classes that are claimed, in the order of the bodies."""
        return [name for _, amounts in self._items() for name in amounts]

    def _items(self) -> Iterator[tuple[str, dict[str, int]]]:
        """Providers with the amounts that each consumer is to have of them."""
        for by_provider in self.amounts.values():
            yield from by_provider.items()

    def write(self) -> None:
        """Store them."""
        self._require_room()
        records = self.handlers.records
        touched = {
            uuid
            for id, consumer in self.consumers.items()
            for uuid in self.amounts[id] or consumer.allocations
        }
        for provider in sorted(touched):
            self.handlers.raise_generation(records.providers[provider])
        for id, consumer in self.consumers.items():
            had = bool(consumer.allocations)
            consumer.allocations = self.amounts[id]
            body = self.bodies[id]
            consumer.project = body.get('project_id', _NOBODY)
            consumer.user = body.get('user_id', _NOBODY)
            consumer.type = body.get('consumer_type', consumer.type)
            if had and not consumer.allocations:
                forget(self.handlers, consumer)
                continue
            if consumer.allocations:
                consumer.generation += 1
            # A consumer of nothing stays behind.
            records.save_consumer(consumer)

    def _require_providers(self) -> None:
        """Refuse unknown providers; new consumers are there from then on all the same."""
        records = self.handlers.records
        for uuid, _ in self._items():
            if uuid in records.providers:
                continue
            for consumer in self.consumers.values():
                if consumer.id not in records.consumers:
                    records.save_consumer(consumer)
            self.handlers.db.commit()
            raise Fault(400, f"Allocation for resource provider '{uuid}' that does not exist.")

    def _require_room(self) -> None:
        """Refuse what does not fit, together with what the other consumers have."""
        self._require_inventories()
        records = self.handlers.records
        without = frozenset(self.amounts)
        used = {uuid: records.used(uuid, without) for uuid, _ in self._items()}
        for uuid, amounts in self._items():
            for name, amount in amounts.items():
                problem = filters.room_problem(records.providers[uuid], used[uuid], name, amount)
                if problem is not None:
                    raise _no_room(problem)
                used[uuid][name] = used[uuid].get(name, 0) + amount

    def _require_inventories(self) -> None:
        """Refuse providers that have nothing of all that is claimed anywhere."""
        claimed = set(self.classes)
        providers = self.handlers.records.providers
        lacking = dict.fromkeys(
            uuid for uuid, _ in self._items() if not claimed & set(providers[uuid].inventories)
        )
        if lacking:
            classes = names.listed(self.handlers.db, self.classes)
            raise _no_room(filters.no_inventory(', '.join(classes), ', '.join(lacking)))


def _no_room(problem: str) -> Fault:
    return Fault(409, f'Unable to allocate inventory: {problem}')


def require_classes(handlers: PlacementHandlers, classes: Iterable[str], refusal: str) -> None:
    """Refuse classes that are not there."""
    valid = names.classes(handlers.db)
    for name in classes:
        if name not in valid:
            raise Fault(400, f'{refusal} No such resource class {name}.')


def forget(handlers: PlacementHandlers, consumer: Consumer) -> None:
    """Free what a consumer has; a server has it again when Compute says so."""
    is_server = handlers.db.get('server', consumer.id) is not None
    if is_server:
        consumer.allocations = {}
        handlers.records.save_consumer(consumer)
    else:
        handlers.records.remove_consumer(consumer)


def _consumer(handlers: PlacementHandlers, id: str, body: Mapping[str, Any]) -> Consumer:
    """The consumer that a write is for, perhaps a new one."""
    consumer = handlers.records.consumers.get(id)
    if handlers.matches('1.28'):
        generation = None if consumer is None else consumer.generation
        if body['consumer_generation'] != generation:
            expected = 'null' if generation is None else generation
            raise stale(
                f'consumer generation conflict - expected {expected} but got '
                f'{body["consumer_generation"]}'
            )
    if consumer is not None:
        return consumer
    owner = {'project': body.get('project_id', _NOBODY), 'user': body.get('user_id', _NOBODY)}
    facts = {**owner, 'type': body.get('consumer_type'), 'generation': 0, 'allocations': {}}
    return Consumer(id, facts)


def _amounts(allocations: Any) -> Amounts:
    """Providers to amounts, of either form that a body may have."""
    if isinstance(allocations, list):
        return {
            allocation['resource_provider']['uuid']: allocation['resources']
            for allocation in allocations
        }
    return {uuid: allocation['resources'] for uuid, allocation in allocations.items()}
