"""Operations of Placement."""

from __future__ import annotations

import re
import uuid
from typing import Any

from functional_tests.comparison import Answer
from functional_tests.drawn_requests import placement_candidates as candidates
from functional_tests.drawn_requests import placement_edges as edges
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.placement_pools import (
    AGGREGATES,
    CLASSES,
    CONSUMERS,
    OWN_CLASSES,
    OWN_TRAITS,
    PROVIDERS,
    TRAITS,
    USERS,
)  # fmt: skip
from functional_tests.drawn_requests.service import (
    Caller,
    Operation,
    Parts,
    Query,
    Service,
    Step,
    project_id,
)

NEWEST = 39
Version = tuple[int, int]


def _provider(draw: Draw) -> str:
    return draw.one_of(PROVIDERS)


def _generation(draw: Draw, provider: str) -> Any:
    return f'{{generation:{provider}}}' if draw.chance(0.9) else draw.number(0, 5)


def inventory(draw: Draw) -> dict[str, Any]:
    """An inventory of one class."""
    total = draw.one_of((1, 2, 8, 64, 1024))
    return {'total': total} | draw.optional(
        reserved=lambda: draw.number(0, total + draw.number(0, 1)),
        min_unit=lambda: draw.number(1, 4),
        max_unit=lambda: draw.one_of((1, 4, total, 2048)),
        step_size=lambda: draw.one_of((1, 1, 2, 3)),
        allocation_ratio=lambda: draw.one_of((1.0, 1.5, 16.0, 0.5)),
    )


def _inventories(draw: Draw) -> dict[str, Any]:
    return {name: inventory(draw) for name in draw.some_of(CLASSES, 1, 4)}


def _list_providers(draw: Draw, version: Version) -> Parts:
    makers = {
        'name': lambda: draw.one_of(('rp0', 'rp1', 'nosuch')),
        'uuid': lambda: _provider(draw),
    }
    for name, start, make in candidates.FILTERS:
        if version[1] >= start:
            makers[name] = lambda make=make: make(draw, version)
    query: Query = []
    for name in draw.some_of(makers, 0, 2):
        query.append((name, makers[name]()))
    return Parts(query=query)


def _create_provider(draw: Draw, version: Version) -> Parts:
    number = draw.number(0, len(PROVIDERS) - 1)
    body: dict[str, Any] = {'name': f'rp{number}'}
    if draw.chance(0.95):
        body['uuid'] = PROVIDERS[number]
    if version[1] >= 14 and draw.chance(0.5):
        body['parent_provider_uuid'] = draw.one_of((*PROVIDERS[:3], None))
    return Parts(body=body)


def _update_provider(draw: Draw, version: Version) -> Parts:
    number = draw.number(0, len(PROVIDERS) - 1)
    body: dict[str, Any] = {'name': draw.one_of((f'rp{number}', f'rp{number}', 'renamed', 'rp0'))}
    if version[1] >= 14 and draw.chance(0.6):
        body['parent_provider_uuid'] = draw.one_of((*PROVIDERS, None))
    return Parts({'uuid': PROVIDERS[number]}, body=body)


def _of_provider(draw: Draw, version: Version) -> Parts:
    return Parts({'uuid': _provider(draw)})


def _replace_inventories(draw: Draw, version: Version) -> Parts:
    provider = _provider(draw)
    body = {
        'resource_provider_generation': _generation(draw, provider),
        'inventories': _inventories(draw),
    }
    return Parts({'uuid': provider}, body=body)


def _create_inventory(draw: Draw, version: Version) -> Parts:
    body = {'resource_class': draw.one_of(CLASSES), **inventory(draw)}
    return Parts({'uuid': _provider(draw)}, body=body)


def _of_inventory(draw: Draw, version: Version) -> Parts:
    return Parts({'uuid': _provider(draw), 'resource_class': draw.one_of(CLASSES)})


def _update_inventory(draw: Draw, version: Version) -> Parts:
    parts = _of_inventory(draw, version)
    generation = _generation(draw, parts.variables['uuid'])
    parts.body = {'resource_provider_generation': generation, **inventory(draw)}
    return parts


def _replace_aggregates(draw: Draw, version: Version) -> Parts:
    provider = _provider(draw)
    body: Any = draw.some_of(AGGREGATES, 0, 3)
    if version[1] >= 19:
        body = {'aggregates': body, 'resource_provider_generation': _generation(draw, provider)}
    return Parts({'uuid': provider}, body=body)


def _replace_traits(draw: Draw, version: Version) -> Parts:
    provider = _provider(draw)
    body = {
        'traits': draw.some_of(TRAITS, 0, 3),
        'resource_provider_generation': _generation(draw, provider),
    }
    return Parts({'uuid': provider}, body=body)


def _class_body(draw: Draw, version: Version) -> Parts:
    return Parts(body={'name': draw.one_of(OWN_CLASSES)})


def _of_class(draw: Draw, version: Version) -> Parts:
    return Parts({'name': draw.one_of(CLASSES)})


def _update_class(draw: Draw, version: Version) -> Parts:
    parts = Parts({'name': draw.one_of(OWN_CLASSES)})
    if version[1] < 7:
        parts.body = {'name': draw.one_of(OWN_CLASSES)}
    return parts


def _of_trait(draw: Draw, version: Version) -> Parts:
    return Parts({'name': draw.one_of((*OWN_TRAITS, *TRAITS))})


def _list_traits(draw: Draw, version: Version) -> Parts:
    query: Query = []
    # Without a filter there are hundreds.
    names = ','.join(draw.some_of(TRAITS, 1, 3))
    choices = (f'in:{names}', 'startswith:CUSTOM', 'startswith:HW_CPU_X86_A')
    query.append(('name', draw.one_of(choices)))
    if draw.chance(0.3):
        query.append(('associated', draw.one_of(('true', 'false', 'True'))))
    return Parts(query=query)


def _resources(draw: Draw) -> dict[str, int]:
    return {name: draw.one_of((1, 2, 4, 100)) for name in draw.some_of(CLASSES[:4], 1, 2)}


def consumer_body(draw: Draw, version: Version, consumer: str) -> dict[str, Any]:
    """The allocations of a consumer, in the shape of a version."""
    providers = draw.some_of(PROVIDERS[:4], 1, 2)
    body: dict[str, Any]
    if version[1] < 12:
        body = {
            'allocations': [
                {'resource_provider': {'uuid': provider}, 'resources': _resources(draw)}
                for provider in providers
            ]
        }
    else:
        body = {
            'allocations': {provider: {'resources': _resources(draw)} for provider in providers}
        }
        if version[1] >= 28 and draw.chance(0.1):
            body['allocations'] = {}
    if version[1] >= 8:
        body |= {'project_id': draw.one_of(('p1', 'p2')), 'user_id': draw.one_of(USERS)}
    if version[1] >= 28:
        correct = consumer.replace('consumer_id', 'consumer_generation')
        body['consumer_generation'] = correct if draw.chance(0.9) else draw.one_of((None, 0, 7))
    if version[1] >= 34 and draw.chance(0.3):
        body['mappings'] = {draw.one_of(('', '1', 'A')): draw.some_of(PROVIDERS, 1, 2)}
    if version[1] >= 38:
        body['consumer_type'] = draw.one_of(('INSTANCE', 'MIGRATION', 'CUSTOM'))
    return body


def _replace_allocations(draw: Draw, version: Version) -> Parts:
    consumer = draw.one_of(CONSUMERS)
    return Parts({'consumer': consumer}, body=consumer_body(draw, version, consumer))


def _of_consumer(draw: Draw, version: Version) -> Parts:
    return Parts({'consumer': draw.one_of(CONSUMERS)})


def _many(draw: Draw, version: Version) -> dict[str, Any]:
    return {name: consumer_body(draw, version, name) for name in draw.some_of(CONSUMERS, 1, 2)}


def _create_allocations(draw: Draw, version: Version) -> Parts:
    return Parts(body=_many(draw, version))


def _reshape(draw: Draw, version: Version) -> Parts:
    inventories = {
        provider: {
            'resource_provider_generation': _generation(draw, provider),
            'inventories': _inventories(draw),
        }
        for provider in draw.some_of(PROVIDERS[:4], 1, 2)
    }
    allocations = _many(draw, version) if draw.chance(0.6) else {}
    return Parts(body={'inventories': inventories, 'allocations': allocations})


def _usages(draw: Draw, version: Version) -> Parts:
    query: Query = [('project_id', draw.one_of(('p1', 'p2', 'p3')))]
    if draw.chance(0.5):
        query.append(('user_id', draw.one_of(USERS)))
    if version[1] >= 38 and draw.chance(0.5):
        query.append(('consumer_type', draw.one_of(('INSTANCE', 'all', 'unknown', 'MIGRATION'))))
    return Parts(query=query)


def _nothing(draw: Draw, version: Version) -> Parts:
    return Parts()


_P = '/resource_providers/{uuid}'
# fmt: off
OPERATIONS = (
    Operation('GET /', _nothing, 0.2),
    Operation('GET /resource_classes', _nothing, 0.4, (1, 2)),
    Operation('POST /resource_classes', _class_body, 1, (1, 2)),
    Operation('GET /resource_classes/{name}', _of_class, 0.5, (1, 2)),
    Operation('PUT /resource_classes/{name}', _update_class, 1, (1, 2)),
    Operation('DELETE /resource_classes/{name}', _of_class, 0.5, (1, 2)),
    Operation('GET /resource_providers', _list_providers, 3),
    Operation('POST /resource_providers', _create_provider, 2),
    Operation(f'GET {_P}', _of_provider, 1),
    Operation(f'PUT {_P}', _update_provider, 1.5),
    Operation(f'DELETE {_P}', _of_provider, 0.5),
    Operation(f'GET {_P}/inventories', _of_provider, 1),
    Operation(f'POST {_P}/inventories', _create_inventory, 1),
    Operation(f'PUT {_P}/inventories', _replace_inventories, 2.5),
    Operation(f'DELETE {_P}/inventories', _of_provider, 0.4, (1, 5)),
    Operation(f'GET {_P}/inventories/{{resource_class}}', _of_inventory, 1),
    Operation(f'PUT {_P}/inventories/{{resource_class}}', _update_inventory, 1.5),
    Operation(f'DELETE {_P}/inventories/{{resource_class}}', _of_inventory, 0.6),
    Operation(f'GET {_P}/usages', _of_provider, 1),
    Operation(f'GET {_P}/aggregates', _of_provider, 1, (1, 1)),
    Operation(f'PUT {_P}/aggregates', _replace_aggregates, 1.5, (1, 1)),
    Operation(f'GET {_P}/allocations', _of_provider, 1),
    Operation(f'GET {_P}/traits', _of_provider, 1, (1, 6)),
    Operation(f'PUT {_P}/traits', _replace_traits, 2, (1, 6)),
    Operation(f'DELETE {_P}/traits', _of_provider, 0.4, (1, 6)),
    Operation('POST /allocations', _create_allocations, 2, (1, 13)),
    Operation('GET /allocations/{consumer}', _of_consumer, 1.5),
    Operation('PUT /allocations/{consumer}', _replace_allocations, 4),
    Operation('DELETE /allocations/{consumer}', _of_consumer, 0.5),
    Operation('GET /allocation_candidates', candidates.draw_candidates, 5, (1, 10)),
    Operation('GET /traits', _list_traits, 1, (1, 6)),
    Operation('GET /traits/{name}', _of_trait, 0.6, (1, 6)),
    Operation('PUT /traits/{name}', _of_trait, 1, (1, 6)),
    Operation('DELETE /traits/{name}', _of_trait, 0.6, (1, 6)),
    Operation('GET /usages', _usages, 1.5, (1, 9)),
    Operation('POST /reshaper', _reshape, 2, (1, 30), role='service'),
)
# fmt: on


# Without hosts there are no providers but those that a session makes.
NO_HOSTS: dict[str, Any] = {
    'hosts': [],
    'servers': [],
    'flavors': [],
    'images': [],
    'networks': [],
}
CALLERS = {
    'admin': Caller('admin', project_id('demo'), ('admin', 'manager', 'member', 'reader')),
    'service': Caller('service', project_id('demo'), ('service',)),
    'manager': Caller('manager', project_id('demo'), ('manager', 'member', 'reader')),
    'member': Caller('member', project_id('demo'), ('member', 'reader')),
    'reader': Caller('reader', project_id('demo'), ('reader',)),
    'other': Caller('other', project_id('admin'), ('member', 'reader')),
    'in_p1': Caller('in_p1', 'p1', ('reader',)),
}


class Placement(Service):
    """Placement; ids are chosen by clients, so that they are the same on both."""

    name = 'placement'
    prefix = '/placement'
    contents = NO_HOSTS
    callers = CALLERS
    versions = tuple((1, minor) for minor in range(NEWEST + 1))
    free_order = frozenset(('traits', 'aggregates'))
    own_ids = frozenset((*PROVIDERS, *AGGREGATES))
    length = 80
    operations = OPERATIONS
    # The server in front of the running one says text/plain where nothing is said, but for this.
    untyped = (('X-No-Type', '1'),)
    parameters = (
        'resources', 'required', 'member_of', 'in_tree', 'limit', 'group_policy', 'name', 'uuid',
        'project_id', 'user_id', 'consumer_type', 'associated', 'same_subtree', 'root_required',
        'resources1', 'required1', 'resources_A', 'member_of1',
    )  # fmt: skip
    strangers = ('nobody',)
    body_edges = edges.BODY
    query_edges = edges.QUERY
    spoils = Service.spoils | {'edge': 6.0}

    def version_header(self, version: str) -> tuple[str, str]:
        """The header that asks for a version."""
        return 'OpenStack-API-Version', f'placement {version}'

    def message(self, body: Any) -> str | None:
        """The words of an error."""
        try:
            return str(body['errors'][0]['detail'])
        except (KeyError, IndexError, TypeError):
            return None

    def begin(self, clouds: Any) -> None:
        """Remove what earlier sessions have made in the running service."""
        clouds.sandbox.reset()
        for _ in CONSUMERS:
            # New ones: Placement keeps some that have nothing, and no request removes these.
            clouds.keep('consumer_id', *[uuid.uuid4()] * 2)
        newest = f'1.{NEWEST}'

        def ask(method: str, path: str, body: Any = None) -> Answer:
            answer: Answer = clouds.ask(1, method, path, newest, body)
            return answer

        providers = ask('GET', '/resource_providers').body['resource_providers']
        for provider in providers:
            path = f'/resource_providers/{provider["uuid"]}'
            for consumer in ask('GET', f'{path}/allocations').body['allocations']:
                ask('DELETE', f'/allocations/{consumer}')
        left = [provider['uuid'] for provider in providers]
        while left:
            # Children first: a parent is refused, and tried again.
            left = [id for id in left if ask('DELETE', f'/resource_providers/{id}').status == 409]
        for each in ask('GET', '/resource_classes').body['resource_classes']:
            if each['name'].startswith('CUSTOM_'):
                # A path loses its last line break, which a name may end in.
                ask('DELETE', f'/resource_classes/{each["name"]}\n')
        for name in ask('GET', '/traits?name=startswith:CUSTOM_').body['traits']:
            ask('DELETE', f'/traits/{name}\n')

    def opening(self, draw: Draw) -> list[Step]:
        """Some providers, perhaps in trees, with inventories, traits and what consumers have."""
        by_name = {each.name: each for each in OPERATIONS}
        steps = [_made(by_name['PUT /traits/{name}'], name) for name in draw.some_of(OWN_TRAITS)]
        classes = OWN_CLASSES[: draw.number(0, 2)]
        steps += [_made(by_name['PUT /resource_classes/{name}'], name) for name in classes]
        for number, provider in enumerate(PROVIDERS[: draw.number(2, 6)]):
            body: dict[str, Any] = {'name': f'rp{number}', 'uuid': provider}
            if number and draw.chance(0.5):
                body['parent_provider_uuid'] = PROVIDERS[draw.number(0, number - 1)]
            steps.append(_made(by_name['POST /resource_providers'], '', body))
            for name in ('inventories', 'traits', 'aggregates'):
                if draw.chance(0.9 if name == 'inventories' else 0.5):
                    operation = by_name[f'PUT {_P}/{name}']
                    body = operation.make(draw, (1, NEWEST)).body
                    body['resource_provider_generation'] = f'{{generation:{provider}}}'
                    steps.append(_made(operation, provider, body))
        for consumer in draw.some_of(CONSUMERS, 0, 2):
            body = consumer_body(draw, (1, NEWEST), consumer)
            steps.append(_made(by_name['PUT /allocations/{consumer}'], consumer, body))
        return steps

    def resolve(self, clouds: Any, index: int, kind: str, number: str) -> Any:
        """The generation of a provider or of a consumer."""
        newest = f'1.{NEWEST}'
        if kind == 'generation':
            body = clouds.ask(index, 'GET', f'/resource_providers/{number}', newest).body
            return body.get('generation', 0)
        if kind == 'consumer_generation':
            path = f'/allocations/{{consumer_id:{number}}}'
            return clouds.ask(index, 'GET', path, newest).body.get('consumer_generation')
        return str(uuid.UUID(int=0))


def _made(operation: Operation, id: str, body: Any = None) -> Step:
    path = re.sub(r'\{\w+\}', lambda _: id, operation.path)
    return Step(operation.name, operation.method, path, (), f'1.{NEWEST}', 'admin', (), body)
