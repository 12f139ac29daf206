"""Every operation of the sandbox and its neighbours, from their tables of routes, with requests
that are right or nearly so.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from functional_tests.drawn_requests import compute_operations, schema_values
from functional_tests.drawn_requests import service as partners
from functional_tests.drawn_requests.baremetal import Baremetal
from functional_tests.drawn_requests.compute import Compute
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.placement import Placement
from functional_tests.trust.bodies.things import References, Things, kind_of
from novaclient_mv.sandbox import newest
from novaclient_mv.sandbox.baremetal import routes as baremetal
from novaclient_mv.sandbox.http.routing import Actions, Route
from novaclient_mv.sandbox.identity import service as identity
from novaclient_mv.sandbox.image import service as image
from novaclient_mv.sandbox.network import service as network
from novaclient_mv.sandbox.placement import service as placement
from novaclient_mv.sandbox.state import seed
from novaclient_mv.sandbox.volume import schemas as volume_schemas
from novaclient_mv.sandbox.volume import service as volume
from unit_tests.sandbox import neighbour_writes

Body = Callable[[Draw, Things, str], Any]


class Service(NamedTuple):
    """A service of the sandbox.

    :ivar mount: the path that its routes are below.
    :ivar header: the name of the header that asks for a version, and what stands before it there.
    """

    name: str
    mount: str
    newest: str = ''
    header: tuple[str, str] = ('', '')

    def versions(self) -> tuple[str, ...]:
        """All versions of the service."""
        major, _, minor = self.newest.partition('.')
        return tuple(f'{major}.{each}' for each in range(int(minor or -1) + 1))


_STANDARD = 'OpenStack-API-Version'
_IRONIC = 'X-OpenStack-Ironic-API-Version'
SERVICES = {
    each.name: each
    for each in (
        Service('compute', '/v2.1', newest.COMPUTE, (_STANDARD, 'compute ')),
        Service('legacy', '/v2'),
        Service('identity', '/identity'),
        Service('image', '/image'),
        Service('network', '/network'),
        Service('volume', '/volume', '3.71', (_STANDARD, 'volume ')),
        Service('placement', '/placement', '1.39', (_STANDARD, 'placement ')),
        Service('baremetal', '/baremetal', newest.BAREMETAL, (_IRONIC, '')),
    )
}
"""Every service, by name."""


class Operation(NamedTuple):
    """A method of a path.

    :ivar path: below the mount, with variables in braces.
    :ivar body: draws a body for a version; ``None`` for none.
    :ivar queries: draws the query for a version.
    """

    service: str
    method: str
    path: str
    body: Body | None = None
    queries: Callable[[Draw, str], list[tuple[str, str]]] | None = None


class Asked(NamedTuple):
    """A request before it is spoiled.

    :ivar role: who sends it.
    :ivar route: its path, with variables in braces.
    :ivar body: sent as JSON, bytes as they are; ``None`` for none.
    """

    service: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    version: str | None = None
    role: str = 'admin'
    body: Any = None
    headers: tuple[tuple[str, str], ...] = ()
    route: str = ''


@functools.cache
def all_operations(name: str) -> tuple[Operation, ...]:
    """The operations of a service."""
    return tuple(_TABLES[name]())


def draw(draw: Draw, name: str, things: Things) -> Asked:
    """A request to a service."""
    partner, operations = _PARTNERS.get(name), all_operations(name)
    if partner is not None and (not operations or draw.chance(0.5)):
        return _of_step(draw, name, partner.draw_step(draw), things)
    operation = draw.one_of(operations)
    offered = SERVICES[name].versions()
    version = draw.one_of((offered[-1], draw.one_of(offered))) if offered else None
    path = _path(draw, operation, things)
    query = operation.queries(draw, version or '') if operation.queries else []
    body = operation.body(draw, things, version or '') if operation.body else None
    filled = things.filled(body, draw)
    method, route = operation.method, operation.path
    return Asked(name, method, path, tuple(query), version, body=filled, route=route)


def opening(draw: Draw, name: str, things: Things) -> Iterator[Asked]:
    """Requests that a session about a service begins with, so that there is something."""
    partner = _PARTNERS.get(name)
    for step in () if partner is None else partner.opening(draw):
        yield _of_step(draw, name, step, things)
    for operation in all_operations(name):
        if operation.method == 'POST' and '{id}' not in operation.path and operation.body:
            body = things.filled(operation.body(draw, things, SERVICES[name].newest), draw)
            path = _path(draw, operation, things)
            yield Asked(name, 'POST', path, (), SERVICES[name].newest or None, body=body)


def _path(draw: Draw, operation: Operation, things: Things) -> str:
    return _SEGMENTS.sub(lambda found: found[1] + _named(draw, found, things), operation.path)


_SEGMENTS = re.compile(r'([^/{]*/)\{(\w+)\}')
_SPOKEN = frozenset(('user', 'role', 'chassis', 'hostname', 'project'))


def _named(draw: Draw, found: re.Match[str], things: Things) -> str:
    before, name = kind_of(found[1].rstrip('/')), found[2]
    if before == 'v3':
        # Of the volume service only the caller's own project is asked.
        return OWN_PROJECT
    is_named = name in _SPOKEN or name.endswith('_id')
    return things.one(draw, name.removesuffix('_id') if is_named else before)


OWN_PROJECT = seed.fixed_hex('project admin')


def _of_step(draw: Draw, name: str, step: partners.Step, things: Things) -> Asked:
    query = tuple((key, str(things.filled(value, draw))) for key, value in step.query)
    mount = SERVICES[name].mount if name != 'legacy' else SERVICES['compute'].mount
    path = things.filled(step.path, draw).removeprefix(mount)
    body = things.filled(step.body, draw)
    route = step.operation.split()[1].removeprefix(mount)
    return Asked(name, step.method, path, query, step.version, step.role, body, step.headers, route)


# -- tables of routes


def _routed(name: str, routes: Sequence[Route | Actions], below: str = '') -> Iterator[Operation]:
    for route in routes:
        for method in route.methods:
            path = f'{below}{route.path}'
            takes = _template(name, method, path) if method[0] == 'P' else None
            yield Operation(name, method, path, takes, _listing)


def _template(name: str, method: str, path: str) -> Body:
    """Bodies of writes that are all right, mostly of one to this path."""
    own = [body for body, exact in _writes(name) if exact == (method, _shape(path))]
    others = [body for body, _ in _writes(name)]

    def make(draw: Draw, things: Things, version: str) -> Any:
        if name == 'volume' and draw.chance(0.7):
            schema = draw.one_of(_VOLUME_BODIES)
            return schema_values.value_of(draw, schema, References(things, {}), 0.4)
        return draw.one_of(own if own and draw.chance(0.9) else others or [{}])

    return make


@functools.cache
def _writes(name: str) -> list[tuple[Any, tuple[str, str]]]:
    mount = SERVICES[name].mount
    return [
        (body, (method, _shape(path.removeprefix(mount))))
        for method, path, body in neighbour_writes.WRITES
        if path.startswith(f'{mount}/')
    ]


def _shape(path: str) -> str:
    return re.sub(r'\{\w+\}', '{}', path)


def _listing(draw: Draw, version: str) -> list[tuple[str, str]]:
    names = draw.some_of(_PARAMETERS, 0, 2) if draw.chance(0.4) else []
    return [(name, draw.one_of(('1', 'name', 'asc', 'x', 'true'))) for name in names]


_PARAMETERS = (
    'limit', 'marker', 'sort', 'sort_key', 'sort_dir', 'fields', 'name', 'status', 'id', 'tags',
    'page_reverse', 'all_tenants', 'with_count', 'offset', 'detail', 'owner', 'visibility',
    'size_min', 'member_status', 'project_id', 'created_at', 'updated_at', 'shared', 'enabled',
    'user.id', 'scope.project.id', 'effective', 'include_names', 'domain_id', 'parent_id', 'glance',
    'metadata', 'group_id', 'consumes_quota', 'os_hidden', 'protected', 'disk_format',
)  # fmt: skip
_VOLUME_BODIES = [
    schema
    for schema in vars(volume_schemas).values()
    if isinstance(schema, Mapping) and 'properties' in schema
]
_TABLES: dict[str, Callable[[], Iterator[Operation]]] = {
    'compute': lambda: iter(()),
    'legacy': lambda: iter(()),
    'identity': lambda: _routed('identity', identity.ROUTES),
    'image': lambda: _routed('image', image.ROUTES),
    'network': lambda: _routed('network', network.ROUTES),
    'volume': lambda: _routed('volume', volume.ROUTES, '/v3/{project}'),
    'placement': lambda: _routed('placement', placement.ROUTES),
    'baremetal': lambda: _routed('baremetal', baremetal.ROUTES, '/v1'),
}


class _Compute(Compute):
    """Compute, with what other services answer."""

    operations = tuple(compute_operations.operations(has_neighbours=True))


_PARTNERS: dict[str, partners.Service] = {
    'compute': _Compute(),
    'legacy': _Compute(),
    'placement': Placement(),
    'baremetal': Baremetal(),
}
