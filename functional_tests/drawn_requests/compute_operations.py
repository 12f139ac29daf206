"""Operations of Compute, from the table of the sandbox's routes and the schemas it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from functional_tests.drawn_requests import compute_values, schema_values
from functional_tests.drawn_requests.compute_values import HOSTS, IMAGES, Version
from functional_tests.drawn_requests.drawing import MISSING_UUID, Draw
from functional_tests.drawn_requests.service import Operation, Parts
from novaclient_mv import versions
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http import declarations
from novaclient_mv.sandbox.http.routing import Actions, Route, Router

_ROUTER = Router('novaclient_mv.sandbox.compute', ())
# What the running Nova has no neighbours for: 500 for any request.
_WITHOUT_NEIGHBOURS = (
    '/os-security-groups', '/os-security-group-rules', '/os-volumes', '/os-snapshots',
    '/os-tenant-networks', '/os-floating-ip', '/os-baremetal-nodes', '/images',
)  # fmt: skip
_WEIGHTS = {
    'GET /servers': 4, 'GET /servers/detail': 6, 'POST /servers': 6, 'GET /servers/{id}': 6,
    'PUT /servers/{id}': 3, 'DELETE /servers/{id}': 0.3, 'PUT /os-services/{id}': 0.6,
    'DELETE /os-services/{id}': 0.5, 'POST /flavors': 2, 'POST /os-aggregates': 2,
    'POST /os-keypairs': 2, 'POST /os-server-groups': 2, 'PUT /os-hosts/{id}': 0.1,
}  # fmt: skip
_DOCUMENTS = ('/', '/v2', '/v2/', '/v2.1', '/v2.1/', '/v1.1', '/v1.1/', '/v1.1/servers')
_DELETES_SERVICES = ('services', 'delete')
_DELETES_FLAVORS = ('flavors', 'delete')
_ACTION_OF_SERVER = '/servers/{server_id}/os-instance-actions/{id}'
_OTHER_SERVICES = (MISSING_UUID, '99', 'x', '-1', MISSING_UUID.replace('-', ''))
_GONE = 0.15
_LIMITS = (50000, -1, 60000, 1, 3)
_EMPTY = dict.fromkeys((
    'os-start', 'os-stop', 'pause', 'unpause', 'suspend', 'resume', 'unlock', 'confirmResize',
    'revertResize', 'shelve', 'shelveOffload', 'unrescue', 'injectNetworkInfo', 'forceDelete',
    'restore', 'trigger_crash_dump', 'resetNetwork', 'force_complete',
))  # fmt: skip


def _handler(controller: str, name: str, version: Version) -> Any:
    variant = versions.variant_at(
        getattr(_ROUTER.load(controller), name), versions.APIVersion(f'{version[0]}.{version[1]}')
    )
    return None if variant is None else variant.func


def _schema(controller: str, name: str, kind: str, version: Version) -> Any:
    func = _handler(controller, name, version)
    if func is None:
        return None
    asked = versions.APIVersion(f'{version[0]}.{version[1]}')
    return declarations.declared(func, kind, asked)


class _Maker:
    """Draws requests to one handler."""

    def __init__(self, path: str, controller: str, name: str, action: str | None = None) -> None:
        self.path, self.controller, self.name, self.action = path, controller, name, action

    def __call__(self, draw: Draw, version: Version) -> Parts:
        variables = {
            name: compute_values.variable(draw, self.path, name, version)
            for name in re.findall(r'\{(\w+)\}', self.path)
        }
        if (self.controller, self.name) == _DELETES_SERVICES:
            # Nova does not come to rest without one that works.
            variables['id'] = draw.one_of(_OTHER_SERVICES)
        if (self.controller, self.name) == _DELETES_FLAVORS:
            variables['id'] = draw.one_of(compute_values.OWN_FLAVORS)
        if self.path == _ACTION_OF_SERVER:
            variables['id'] = f'{{action:{_number(variables["server_id"])}.{draw.number(0, 9)}}}'
        parts = Parts(variables, self._query(draw, version))
        parts.body = self._body(draw, version, variables)
        return parts

    def _query(self, draw: Draw, version: Version) -> list[tuple[str, str]]:
        schema = _schema(self.controller, self.name, 'query_schemas', version) or {}
        names = list(schema.get('properties', ()))
        if self.path == '/servers/{id}' or not names:
            return []
        pairs = []
        for name in draw.some_of(names, 0, 2 if draw.chance(0.7) else 4):
            make = compute_values.QUERY.get(name)
            pairs.append((name, str(make(draw)) if make else 'x'))
        return pairs

    def _body(self, draw: Draw, version: Version, variables: dict[str, str]) -> Any:
        special = _BODIES.get(self.action or f'{self.controller} {self.name}')
        if special is not None:
            return special(draw, version, variables)
        if self.action in _EMPTY:
            return {self.action: None}
        schema = _schema(self.controller, self.name, 'body_schemas', version)
        if schema is None:
            return {self.action: None} if self.action else None
        return schema_values.value_of(draw, schema, compute_values.NAMED, 0.3)


def _create_server(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    schema = _schema('servers.servers', 'create', 'body_schemas', version)
    share = draw.one_of((0.02, 0.1, 0.3))
    body = schema_values.value_of(draw, schema, compute_values.NAMED, share)
    server = body['server']
    if draw.chance(0.6):
        # Elsewhere the two clouds choose, each for itself.
        if version[1] >= 74:
            server['host'] = draw.one_of(HOSTS)
        else:
            server['availability_zone'] = f'nova:{draw.one_of(HOSTS)}'
    server['name'] = draw.one_of(('s1', 's2', 'web-1'))
    server.setdefault('imageRef', IMAGES[0])
    if 'host' in server:
        server.pop('hypervisor_hostname', None)
    return body


def server_of(draw: Draw, host: str) -> dict[str, Any]:
    """A server of a session's beginning, on a host."""
    server = {
        'name': draw.one_of(('s1', 's2')),
        'flavorRef': draw.one_of(('1', '2')),
        'imageRef': IMAGES[0],
        'networks': draw.one_of(('none', 'none', 'auto')),
        'host': host,
    }
    return {
        'server': server
        | draw.optional(tags=lambda: ['t1'], metadata=lambda: {'a': 'b'}, description=lambda: 'x')
    }


def _number(placeholder: str) -> str:
    return placeholder.strip('{}').partition(':')[2]


def _other_host(draw: Draw, version: Version, variables: dict[str, str]) -> str:
    number = _number(variables['id'])
    return f'{{other_host:{number}}}' if draw.chance(0.85) else draw.one_of(HOSTS)


def _migrate(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    if version[1] < 56 or draw.chance(0.3):
        return {'migrate': None}
    return {'migrate': {'host': _other_host(draw, version, variables)}}


def _migrate_live(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    body: dict[str, Any] = {'host': _other_host(draw, version, variables)}
    if version[1] < 25:
        body |= {'block_migration': False, 'disk_over_commit': False}
    else:
        body['block_migration'] = draw.one_of(('auto', 'auto', False))
    return {'os-migrateLive': body}


def _set_metadata_of_aggregate(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    metadata = draw.optional(
        availability_zone=lambda: draw.one_of(compute_values.ZONES),
        a=lambda: draw.one_of(('x', None)),
        b=lambda: 'y',
    )
    return {'set_metadata': {'metadata': metadata}}


def _set_quota(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    names = (
        'cores', 'instances', 'ram', 'key_pairs', 'metadata_items', 'server_groups',
        'server_group_members', 'injected_files',
    )  # fmt: skip
    made = {name: draw.one_of(_LIMITS) for name in draw.some_of(names, 1, 2)}
    return {'quota_set': made | draw.optional(force=lambda: draw.chance(0.5))}


def _set_quota_class(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    names = draw.some_of(('cores', 'instances', 'ram', 'metadata_items'), 1, 2)
    return {'quota_class_set': {name: draw.one_of(_LIMITS) for name in names}}


def _service(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    if version[1] >= 53:
        body: dict[str, Any] = {'status': draw.one_of(('enabled', 'enabled', 'disabled'))}
        if body['status'] == 'disabled' and draw.chance(0.5):
            body['disabled_reason'] = 'x'
        return body
    body = {'host': draw.one_of(HOSTS), 'binary': 'nova-compute'}
    if variables['id'] == 'disable-log-reason':
        body['disabled_reason'] = 'x'
    if variables['id'] == 'force-down':
        body['forced_down'] = False
    return body


def _specs(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    return {'extra_specs': {draw.one_of(('hw:cpu_policy', 'a', 'quota:x')): 'shared'}}


def _flavor(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    schema = _schema('flavors', 'create', 'body_schemas', version)
    body = schema_values.value_of(draw, schema, compute_values.NAMED, 0.3)
    id = draw.one_of(compute_values.OWN_FLAVORS)
    body['flavor'] |= {'id': id, 'name': f'flavor-{id}', 'ram': 64, 'disk': 1, 'vcpus': 1}
    return body


def _group(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    policy = draw.one_of(('affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'))
    if version[1] < 64:
        return {'server_group': {'name': 'g', 'policies': [policy]}}
    group = {'name': 'g', 'policy': policy}
    return {'server_group': group | draw.optional(rules=lambda: {'max_server_per_host': 2})}


def _keypair(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    body: dict[str, Any] = {'name': draw.one_of(compute_values.KEYS)}
    if version[1] >= 92 or draw.chance(0.7):
        body['public_key'] = compute_values.PUBLIC_KEY
    if version[1] >= 2 and draw.chance(0.3):
        body['type'] = 'ssh'
    return {'keypair': body}


def _aggregate(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    zone = draw.optional(availability_zone=lambda: draw.one_of((*compute_values.ZONES, None)))
    return {'aggregate': {'name': draw.one_of(('a1', 'a2', 'a3'))} | zone}


def _attach(draw: Draw, version: Version, variables: dict[str, str]) -> Any:
    attachment = {'volumeId': draw.one_of(compute_values.VOLUMES)}
    if version[1] >= 49 and draw.chance(0.2):
        attachment['tag'] = 'x'
    if version[1] >= 79 and draw.chance(0.3):
        attachment['delete_on_termination'] = True
    return {'volumeAttachment': attachment | draw.optional(device=lambda: '/dev/vdb')}


_BODIES = {
    'servers.servers create': _create_server,
    'migrate': _migrate,
    'os-migrateLive': _migrate_live,
    'quota_sets update': _set_quota,
    'quota_class_sets update': _set_quota_class,
    'services update': _service,
    'flavor_extra_specs create': _specs,
    'flavor_extra_specs update': lambda draw, version, variables: {variables['id']: 'shared'},
    'flavors create': _flavor,
    'server_groups create': _group,
    'keypairs create': _keypair,
    'set_metadata': _set_metadata_of_aggregate,
    'aggregates create': _aggregate,
    'volume_attachments create': _attach,
    'servers.server_metadata update': lambda draw, version, variables: {
        'meta': {variables['id']: draw.one_of(('x', 'y'))}
    },
}


def operations(has_neighbours: bool = False) -> Iterator[Operation]:
    """The operations.

    :param has_neighbours: whether those are among them that other services answer.
    """
    for path in _DOCUMENTS:
        yield Operation(f'GET {path}', lambda draw, version: Parts(), 0.1)
    for route in routes.ROUTES:
        if not has_neighbours and route.path.startswith(_WITHOUT_NEIGHBOURS):
            continue
        start, end = _span(route.versions)
        if isinstance(route, Actions):
            for action, (controller, name) in route.by_name.items():
                yield Operation(
                    f'POST /v2.1{route.path} {action}',
                    _Maker(route.path, controller, name, action),
                    _GONE if controller == 'gone' else 0.8,
                    *_narrowed(controller, name, start, end),
                )
            continue
        assert isinstance(route, Route)
        for method, name in route.methods.items():
            weight = _WEIGHTS.get(f'{method} {route.path}', 1)
            yield Operation(
                f'{method} /v2.1{route.path}',
                _Maker(route.path, route.controller, name),
                _GONE if route.controller == 'gone' else weight,
                *_narrowed(route.controller, name, start, end),
            )


def _span(span: versions.VersionRange) -> tuple[Version, Version]:
    end = (2, 999) if span.is_open else (span.end.ver_major, int(span.end.ver_minor))
    return (span.start.ver_major, int(span.start.ver_minor)), end


def _narrowed(controller: str, name: str, start: Version, end: Version) -> tuple[Version, Version]:
    """The versions of a handler, which are fewer than those of its path, maybe."""
    func = getattr(_ROUTER.load(controller), name)
    variants = getattr(func, 'variants', None)
    if not variants:
        return start, end
    first, last = _span(variants[0].range)[0], _span(variants[-1].range)[1]
    return max(start, first), min(end, last)
