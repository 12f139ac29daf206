"""The paths of the Bare Metal service, and from which version each is there."""

from __future__ import annotations

from novaclient_mv.sandbox.baremetal.refusals import Aborted, Failed, Refused
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.wsgi import Fault


def _collection(path: str, controller: str, **more: str) -> tuple[Route, Route]:
    """A collection and its members, with the handlers that each has."""
    handlers = {'GET': 'show', 'PATCH': 'update', 'DELETE': 'delete'}
    return (
        Route(path, controller, GET='index', POST='create', **more),
        Route(f'{path}/{{id}}', controller, **handlers),
    )


_CALLS = {'GET': 'call_get', 'POST': 'call', 'PUT': 'call_put', 'DELETE': 'call_delete'}
_NODE = '/nodes/{id}'

# fmt: off
ROUTES = (
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
    Route(f'{_NODE}/vifs', 'node_parts', GET='vifs', POST='attach_vif'),
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
    Route(f'{_NODE}/volume/connectors', 'volume_connectors', GET='of_node'),
    Route(f'{_NODE}/volume/targets', 'volume_targets', GET='of_node'),
    Route(f'{_NODE}/ports', 'ports', GET='of_node'),
    Route(f'{_NODE}/portgroups', 'portgroups', GET='of_node'),
    Route(f'{_NODE}/ports/detail', 'ports', GET='detail_of_node'),
    Route(f'{_NODE}/portgroups/detail', 'portgroups', GET='detail_of_node'),
    Route(f'{_NODE}/allocation', 'allocations', GET='of_node', DELETE='delete_of_node'),
    Route('/ports/detail', 'ports', GET='detail'),
    *_collection('/ports', 'ports'),
    Route('/portgroups/detail', 'portgroups', GET='detail'),
    *_collection('/portgroups', 'portgroups'),
    Route('/portgroups/{id}/ports', 'ports', GET='of_portgroup'),
    Route('/portgroups/{id}/ports/detail', 'ports', GET='detail_of_portgroup'),
    Route('/chassis/detail', 'chassis', GET='detail'),
    *_collection('/chassis', 'chassis'),
    Route('/chassis/{chassis}/nodes', 'nodes', GET='chassis'),
    Route('/chassis/{chassis}/nodes/detail', 'nodes', GET='chassis_detail'),
    Route('/drivers', 'drivers', GET='index'),
    Route('/drivers/{name}', 'drivers', GET='show'),
    Route('/drivers/{name}/properties', 'drivers', GET='properties'),
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
)
# fmt: on

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
    'inventory': 81,
    'firmware': 86,
    'vmedia': 89,
}


def is_refused_by_handlers(path: str) -> bool:
    """Whether the handlers of a path refuse versions, and not the way to them."""
    first, *rest = path.split('/')[1:]
    is_below = bool(rest[1:] or (first == 'volume' and rest))
    return first in _COLLECTIONS and _COLLECTIONS[first][1] is Refused and not is_below


def check_version(path: str, method: str, minor: float) -> None:
    """Refuse a path that the version does not have.

    :raises Fault: 404, or 405 for changes of some collections; 500 as the service fails there.
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
    if part == 'children' and minor < 83:
        raise Failed(500, '')
    if minor < _PARTS.get(part, 1):
        raise Aborted(404, '')
