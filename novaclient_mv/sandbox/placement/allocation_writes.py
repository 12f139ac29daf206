"""Writes of allocations: all or nothing over several consumers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import filters, names
from novaclient_mv.sandbox.placement.controller import PlacementHandlers, stale
from novaclient_mv.sandbox.placement.records import Consumer

# Who owns what was written before allocations had an owner.
_NOBODY = '00000000-0000-0000-0000-000000000000'

Amounts = dict[str, dict[str, int]]


def write(handlers: PlacementHandlers, bodies: Mapping[str, Any]) -> None:
    """Replace what consumers have taken.

    :param bodies: consumers to what is written of each, as the schemas have it.
    :raises Fault: 400 or 409; nothing is written.
    """
    records = handlers.records
    consumers = {id: _consumer(handlers, id, body) for id, body in bodies.items()}
    claims = {id: _amounts(body['allocations']) for id, body in bodies.items()}
    _require_providers(handlers, consumers, claims)
    _require_classes(handlers, claims)
    _require_room(handlers, claims)
    touched = {
        uuid for id, consumer in consumers.items() for uuid in claims[id] or consumer.allocations
    }
    for provider in sorted(touched):
        handlers.raise_generation(records.providers[provider])
    for id, consumer in consumers.items():
        is_new, had = consumer.row is None, consumer.allocations
        consumer.allocations = claims[id]
        body = bodies[id]
        consumer.project = body.get('project_id', consumer.project)
        consumer.user = body.get('user_id', consumer.user)
        consumer.type = body.get('consumer_type', consumer.type)
        if not claims[id] and (had or not is_new):
            forget(handlers, consumer)
            continue
        if claims[id]:
            consumer.generation += 1
        # A new consumer of nothing stays behind.
        records.save_consumer(consumer)


def forget(handlers: PlacementHandlers, consumer: Consumer) -> None:
    """Free what a consumer has; a server has it again when Compute says so."""
    is_server = handlers.db.get('server', consumer.id) is not None
    if is_server:
        consumer.allocations = {}
        handlers.records.save_consumer(consumer)
    else:
        handlers.records.remove_consumer(consumer)


def _consumer(handlers: PlacementHandlers, id: str, body: Mapping[str, Any]) -> Consumer:
    """The consumer that a write is for, perhaps a new one.

    :raises Fault: 409: its generation is another one.
    """
    consumer = handlers.records.consumers.get(id)
    if handlers.matches('1.28'):
        generation = None if consumer is None else consumer.generation
        if body['consumer_generation'] != generation:
            raise stale(
                f'consumer generation conflict - expected {generation} but got '
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


def _require_providers(
    handlers: PlacementHandlers, consumers: Mapping[str, Consumer], claims: Mapping[str, Amounts]
) -> None:
    """Refuse unknown providers; new consumers are there from then on all the same.

    :raises Fault: 400.
    """
    for amounts in claims.values():
        for uuid in amounts:
            if uuid in handlers.records.providers:
                continue
            for consumer in consumers.values():
                if consumer.id not in handlers.records.consumers:
                    handlers.records.save_consumer(consumer)
            handlers.db.commit()
            raise Fault(400, f"Allocation for resource provider '{uuid}' that does not exist.")


def _require_classes(handlers: PlacementHandlers, claims: Mapping[str, Amounts]) -> None:
    classes = names.classes(handlers.db)
    for by_provider in claims.values():
        for name in (name for amounts in by_provider.values() for name in amounts):
            if name not in classes:
                raise Fault(400, f'Unable to allocate inventory: No such resource class {name}.')


def _require_room(handlers: PlacementHandlers, claims: Mapping[str, Amounts]) -> None:
    """Refuse what does not fit, together with what the other consumers have.

    :raises Fault: 409.
    """
    records = handlers.records
    without = frozenset(claims)
    used = {uuid: records.used(uuid, without) for amounts in claims.values() for uuid in amounts}
    for amounts in claims.values():
        for uuid, classes in amounts.items():
            for name, amount in classes.items():
                problem = filters.room_problem(records.providers[uuid], used[uuid], name, amount)
                if problem is not None:
                    raise Fault(409, f'Unable to allocate inventory: {problem}')
                used[uuid][name] = used[uuid].get(name, 0) + amount
