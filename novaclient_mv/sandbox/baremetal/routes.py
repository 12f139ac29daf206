"""The paths of the Bare Metal service, and from which version each is there."""

from __future__ import annotations

from novaclient_mv.sandbox.baremetal import refusals
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.wsgi import Fault

MISPLACED = 'misplaced'
"""The handler of methods that a path lacks, and a path beside it has."""


def _collection(path: str, controller: str, **more: str) -> tuple[Route, Route]:
    """A collection and its members, with the handlers that each has."""
    handlers = {'GET': 'index', 'POST': 'create', 'PATCH': MISPLACED, 'DELETE': MISPLACED, **more}
    return (
        Route(path, controller, **handlers),
        Route(
            f'{path}/{{id}}',
            controller,
            GET='show',
            PATCH='update',
            DELETE='delete',
            POST=MISPLACED,
        ),
    )


def _below(path: str, controller: str, listed: str = MISPLACED) -> Route:
    """A collection or its members below their owner, where only lists are."""
    changes = dict.fromkeys(('POST', 'PATCH', 'DELETE'), MISPLACED)
    return Route(path, controller, GET=listed, **changes)


_CALLS = {'GET': 'call_get', 'POST': 'call', 'PUT': 'call_put', 'DELETE': 'call_delete'}
_NODE = '/nodes/{id}'

# fmt: off
_ROUTES = (
    Route('/nodes/detail', 'nodes', GET='detail'),
    *_collection('/nodes', 'nodes'),
    Route(f'{_NODE}/states', 'node_states', GET='show'),
    Route(f'{_NODE}/states/provision', 'node_provision', PUT='provision'),
    Route(f'{_NODE}/states/power', 'node_states', PUT='power'),
    Route(f'{_NODE}/states/console', 'node_states', GET='console', PUT='set_console'),
    Route(f'{_NODE}/states/raid', 'node_states', PUT='set_raid'),
    Route(f'{_NODE}/states/boot_mode', 'node_states', PUT='set_boot_mode'),
    Route(f'{_NODE}/states/secure_boot', 'node_states', PUT='set_secure_boot'),
    Route(f'{_NODE}/maintenance', 'node_management', PUT='set_maintenance',
          DELETE='unset_maintenance'),
    Route(f'{_NODE}/validate', 'node_management', GET='validate'),
    Route(f'{_NODE}/management', 'node_management'),
    Route(f'{_NODE}/management/boot_device', 'node_management', GET='boot_device',
          PUT='set_boot_device'),
    Route(f'{_NODE}/management/boot_device/supported', 'node_management',
          GET='supported_boot_devices'),
    Route(f'{_NODE}/management/inject_nmi', 'node_management', PUT='inject_nmi'),
    Route(f'{_NODE}/management/indicators', 'node_management', GET='indicators'),
    Route(f'{_NODE}/management/indicators/{{name}}', 'node_management', GET='indicator',
          PUT='set_indicator'),
    Route(f'{_NODE}/vendor_passthru/methods', 'node_management', GET='methods'),
    Route(f'{_NODE}/vendor_passthru', 'node_management', **_CALLS),
    Route(f'{_NODE}/vendor_passthru/{{method}}', 'node_management', **_CALLS),
    Route(f'{_NODE}/traits', 'node_parts', GET='traits', PUT='set_traits', DELETE='delete_traits'),
    Route(f'{_NODE}/traits/{{trait}}', 'node_parts', PUT='add_trait', DELETE='delete_trait'),
    Route(f'{_NODE}/vifs', 'node_parts', GET='vifs', POST='attach_vif', DELETE=MISPLACED),
    Route(f'{_NODE}/vifs/{{vif}}', 'node_parts', DELETE='detach_vif'),
    Route(f'{_NODE}/vmedia', 'node_parts', GET='vmedia', POST='attach_vmedia',
          DELETE='detach_vmedia'),
    Route(f'{_NODE}/bios', 'node_parts', GET='bios'),
    Route(f'{_NODE}/bios/{{setting}}', 'node_parts', GET='bios_setting'),
    Route(f'{_NODE}/firmware', 'node_parts', GET='firmware'),
    Route(f'{_NODE}/inventory', 'node_parts', GET='inventory'),
    Route(f'{_NODE}/history', 'node_parts', GET='history'),
    Route(f'{_NODE}/history/{{entry}}', 'node_parts', GET='history_entry'),
    Route(f'{_NODE}/children', 'nodes', GET='children'),
    Route(f'{_NODE}/volume', 'node_parts', GET='volume'),
    _below(f'{_NODE}/volume/connectors', 'volume_connectors', 'of_node'),
    _below(f'{_NODE}/volume/targets', 'volume_targets', 'of_node'),
    _below(f'{_NODE}/ports', 'ports', 'of_node'),
    _below(f'{_NODE}/portgroups', 'portgroups', 'of_node'),
    Route(f'{_NODE}/ports/detail', 'ports', GET='detail_of_node'),
    Route(f'{_NODE}/portgroups/detail', 'portgroups', GET='detail_of_node'),
    Route(f'{_NODE}/allocation', 'allocations', GET='of_node', DELETE='delete_of_node'),
    Route('/ports/detail', 'ports', GET='detail'),
    *_collection('/ports', 'ports'),
    Route('/portgroups/detail', 'portgroups', GET='detail'),
    *_collection('/portgroups', 'portgroups'),
    _below('/portgroups/{id}/ports', 'ports', 'of_portgroup'),
    Route('/portgroups/{id}/ports/detail', 'ports', GET='detail_of_portgroup'),
    Route('/chassis/detail', 'chassis', GET='detail'),
    *_collection('/chassis', 'chassis'),
    _below('/chassis/{chassis}/nodes', 'nodes', 'chassis'),
    Route('/chassis/{chassis}/nodes/detail', 'nodes', GET='chassis_detail'),
    Route('/drivers', 'drivers', GET='index'),
    Route('/drivers/{name}', 'drivers', GET='show'),
    Route('/drivers/{name}/properties', 'drivers', GET='properties'),
    Route('/drivers/{name}/raid', 'drivers'),
    Route('/drivers/{name}/raid/logical_disk_properties', 'drivers', GET='raid'),
    Route('/drivers/{name}/vendor_passthru/methods', 'drivers', GET='methods'),
    Route('/drivers/{name}/vendor_passthru', 'drivers', **_CALLS),
    Route('/drivers/{name}/vendor_passthru/{method}', 'drivers', **_CALLS),
    Route('/conductors', 'conductors', GET='index'),
    Route('/conductors/{hostname}', 'conductors', GET='show'),
    Route('/shards', 'conductors', GET='shards'),
    Route('/shards/{name}', 'conductors', GET='shard'),
    *_collection('/allocations', 'allocations'),
    *_collection('/deploy_templates', 'deploy_templates'),
    *_collection('/runbooks', 'runbooks'),
    Route(
        '/runbooks/{id}/traits', 'runbooks',
        GET='traits', PUT='set_traits', DELETE='delete_traits',
    ),
    Route('/runbooks/{id}/traits/{trait}', 'runbooks', PUT='add_trait', DELETE='delete_trait'),
    *_collection('/inspection_rules', 'inspection_rules', DELETE='delete_all'),
    Route('/volume', 'volume_connectors', GET='root'),
    *_collection('/volume/connectors', 'volume_connectors'),
    *_collection('/volume/targets', 'volume_targets'),
    Route('/lookup', 'agent', GET='lookup'),
    Route('/heartbeat/{id}', 'agent', POST='heartbeat'),
    Route('/continue_inspection', 'agent', POST='continue_inspection'),
    Route('/events', 'agent', POST='events'),
    _below(f'{_NODE}/ports/{{port}}', 'ports'),
    _below(f'{_NODE}/portgroups/{{portgroup}}', 'portgroups'),
    _below('/portgroups/{id}/ports/{port}', 'ports'),
    _below('/chassis/{chassis}/nodes/{node}', 'nodes'),
)
# fmt: on


def _others() -> dict[str, str]:
    """Other spellings of paths, with those that are documented.

    The node or the driver may be the last part of the path, or an argument of the query; behind a
    resource, fields of it may be named.
    """
    states = ('console', 'provision', 'power', 'raid', 'boot_mode', 'secure_boot')
    inner = {
        **{f'/nodes/states/{name}/{{id}}': f'{_NODE}/states/{name}' for name in states},
        '/nodes/states/{id}': f'{_NODE}/states',
        '/nodes/maintenance/{id}': f'{_NODE}/maintenance',
        '/nodes/management/boot_device/{id}/supported': f'{_NODE}/management/boot_device/supported',
        **{
            f'/nodes/management/{name}/{{id}}': f'{_NODE}/management/{name}'
            for name in ('boot_device', 'inject_nmi')
        },
        '/nodes/management/indicators/{id}/{name}': f'{_NODE}/management/indicators/{{name}}',
        '/nodes/vendor_passthru/{id}/methods': f'{_NODE}/vendor_passthru/methods',
        '/nodes/vendor_passthru/{id}': f'{_NODE}/vendor_passthru',
        '/nodes/vendor_passthru/{id}/{method}': f'{_NODE}/vendor_passthru/{{method}}',
        '/drivers/vendor_passthru/{name}/methods': '/drivers/{name}/vendor_passthru/methods',
    }
    without = {path.replace('/{id}', '').replace('/{name}', ''): inner[path] for path in inner}
    without |= {
        '/drivers/properties': '/drivers/{name}/properties',
        '/heartbeat': '/heartbeat/{id}',
        '/nodes/management/indicators': f'{_NODE}/management/indicators',
        '/nodes/validate': f'{_NODE}/validate',
    }
    resources = [route.path for route in _ROUTES if route.methods.get('GET') == 'show']
    fields = {f'{path}/{{fields}}': path for path in resources if path.endswith('}')}
    # What names less by variables goes first.
    return {**without, **inner, '/nodes/states/{id}/console': f'{_NODE}/states/console', **fields}


def _other_route(path: str, documented: str) -> Route:
    (route,) = (route for route in _ROUTES if route.path == documented)
    methods = dict(route.methods)
    if path.endswith('{fields}'):
        methods = {**dict.fromkeys(methods, MISPLACED), 'GET': 'show'}
    return Route(path, route.controller, **methods)


DOCUMENTED = _others()
"""The documented path of each other spelling."""
ROUTES = (
    *(_other_route(*pair) for pair in DOCUMENTED.items() if not pair[0].endswith('{fields}')),
    *_ROUTES,
    *(_other_route(*pair) for pair in DOCUMENTED.items() if pair[0].endswith('{fields}')),
)

_NOT_FOUND = 'Resource could not be found.'
_UNSUPPORTED = 'The API is not supported for this version'

# The minor version that a collection came with, the kind of error below it, and its words.
_COLLECTIONS: dict[str, tuple[int, type[Fault], str]] = {
    'portgroups': (23, Refused, _UNSUPPORTED),
    'volume': (32, Refused, _UNSUPPORTED),
    'conductors': (49, Refused, _UNSUPPORTED),
    'allocations': (52, Refused, 'The API version does not allow allocations'),
    'deploy_templates': (55, Aborted, 'The API version does not allow deploy templates'),
    'shards': (82, Refused, 'The API version does not allow shards'),
    'runbooks': (92, Aborted, 'The API version does not allow runbooks'),
    'inspection_rules': (96, Refused, 'The API version does not allow inspection rules'),
    'events': (54, Refused, _UNSUPPORTED),
}

# The same of what lies below a node; there is nothing there before.
_PARTS = {
    'portgroups': 24,
    'vifs': 28,
    'bios': 40,
    'allocation': 52,
    'history': 78,
    'children': 83,
    'inventory': 81,
    'firmware': 86,
    'vmedia': 89,
}


def check_version(path: str, method: str, minor: float) -> None:
    """Refuse a path that the version does not have.

    :raises Fault: 404, or 405 for changes of some collections.
    """
    first, *rest = path.split('/')[1:]
    if first == 'runbooks' and rest[1:2] == ['traits'] and minor < 112:
        raise Aborted(404, 'The API version does not allow runbook traits')
    if first == 'allocations' and method == 'PATCH' and minor < 57:
        raise Refused(405, 'The API version does not allow updating allocations')
    if (first, *rest[1:2]) == ('portgroups', 'ports') and minor < 24:
        raise Aborted(404, '')
    if first in _COLLECTIONS:
        least, kind, words = _COLLECTIONS[first]
        if minor < least and (first != 'events' or method == 'POST'):
            if first == 'volume' and rest:
                raise Aborted(404, '')
            is_read = method == 'GET' or words == _UNSUPPORTED
            raise kind(404 if is_read else 405, words)
    if rest[1:]:
        _check_part(first, rest[1], rest[2:], method, minor)


def _check_part(first: str, part: str, rest: list[str], method: str, minor: float) -> None:
    """Refuse a path below a member that the version does not have."""
    if first != 'nodes':
        return
    if part == 'volume' and minor < 32:
        raise Aborted(404, '') if rest else Refused(404, _UNSUPPORTED)
    if part == 'traits' and minor < 37:
        # Until then it was a field, which nobody could change.
        if method == 'GET':
            raise refusals.too_new()
        allowed = ('Allow', 'DELETE, GET, PATCH, POST')
        raise Refused(404, _NOT_FOUND) if method == 'DELETE' else Aborted(405, '', (allowed,))
    if minor < _PARTS.get(part, 1):
        raise Aborted(404, '')
