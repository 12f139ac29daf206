"""The paths of the Bare Metal service, and from which version each is there."""

from __future__ import annotations

from novaclient_mv.sandbox.http.routing import Route


def _collection(
    path: str, controller: str, since: str = '1.0', changed_since: str = '', **more: str
) -> tuple[Route, ...]:
    """A collection and its members, with the handlers that each has.

    :param changed_since: the first version that changes members, where that is a later one.
    """
    member, span = f'{path}/{{id}}', f'{since}..'
    changed = f'{changed_since or since}..'
    return (
        Route(path, controller, span, GET='index', POST='create', **more),
        Route(member, controller, span, GET='show', DELETE='delete'),
        Route(member, controller, changed, PATCH='update'),
    )


_CALLS = dict.fromkeys(('GET', 'POST', 'PUT', 'DELETE'), 'pass_through')
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
    Route(f'{_NODE}/traits', 'node_parts', GET='traits', DELETE='delete_traits'),
    Route(f'{_NODE}/traits', 'node_parts', '1.37..', PUT='set_traits'),
    Route(f'{_NODE}/traits/{{trait}}', 'node_parts', DELETE='delete_trait'),
    Route(f'{_NODE}/traits/{{trait}}', 'node_parts', '1.37..', PUT='add_trait'),
    Route(f'{_NODE}/vifs', 'node_parts', '1.28..', GET='vifs', POST='attach_vif'),
    Route(f'{_NODE}/vifs/{{vif}}', 'node_parts', '1.28..', DELETE='detach_vif'),
    Route(f'{_NODE}/vmedia', 'node_parts', '1.89..', GET='vmedia', POST='attach_vmedia',
          DELETE='detach_vmedia'),
    Route(f'{_NODE}/bios', 'node_parts', '1.40..', GET='bios'),
    Route(f'{_NODE}/bios/{{setting}}', 'node_parts', '1.40..', GET='bios_setting'),
    Route(f'{_NODE}/firmware', 'node_parts', '1.86..', GET='firmware'),
    Route(f'{_NODE}/inventory', 'node_parts', '1.81..', GET='inventory'),
    Route(f'{_NODE}/history', 'node_parts', '1.78..', GET='history'),
    Route(f'{_NODE}/history/{{entry}}', 'node_parts', '1.78..', GET='history_entry'),
    Route(f'{_NODE}/children', 'nodes', '1.83..', GET='children'),
    Route(f'{_NODE}/volume', 'node_parts', '1.32..', GET='volume'),
    Route(f'{_NODE}/volume/connectors', 'volume_connectors', '1.32..', GET='of_node'),
    Route(f'{_NODE}/volume/targets', 'volume_targets', '1.32..', GET='of_node'),
    Route(f'{_NODE}/ports', 'ports', GET='of_node'),
    Route(f'{_NODE}/portgroups', 'portgroups', '1.24..', GET='of_node'),
    Route(f'{_NODE}/ports/detail', 'ports', GET='detail_of_node'),
    Route(f'{_NODE}/portgroups/detail', 'portgroups', '1.24..', GET='detail_of_node'),
    Route(f'{_NODE}/allocation', 'allocations', '1.52..', GET='of_node', DELETE='delete_of_node'),
    Route('/ports/detail', 'ports', GET='detail'),
    *_collection('/ports', 'ports'),
    Route('/portgroups/detail', 'portgroups', '1.23..', GET='detail'),
    *_collection('/portgroups', 'portgroups', '1.23'),
    Route('/portgroups/{id}/ports', 'ports', '1.24..', GET='of_portgroup'),
    Route('/portgroups/{id}/ports/detail', 'ports', '1.24..', GET='detail_of_portgroup'),
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
    Route('/conductors', 'conductors', '1.49..', GET='index'),
    Route('/conductors/{hostname}', 'conductors', '1.49..', GET='show'),
    Route('/shards', 'conductors', '1.82..', GET='shards'),
    Route('/shards/{name}', 'conductors', '1.82..', GET='shard'),
    *_collection('/allocations', 'allocations', '1.52', '1.57'),
    *_collection('/deploy_templates', 'deploy_templates', '1.55'),
    *_collection('/runbooks', 'runbooks', '1.92'),
    Route(
        '/runbooks/{id}/traits', 'runbooks', '1.112..',
        GET='traits', PUT='set_traits', DELETE='delete_traits',
    ),
    Route('/runbooks/{id}/traits/{trait}', 'runbooks', '1.112..',
          PUT='add_trait', DELETE='delete_trait'),
    *_collection('/inspection_rules', 'inspection_rules', '1.96', DELETE='delete_all'),
    Route('/volume', 'volume_connectors', '1.32..', GET='root'),
    *_collection('/volume/connectors', 'volume_connectors', '1.32'),
    *_collection('/volume/targets', 'volume_targets', '1.32'),
    Route('/lookup', 'agent', GET='lookup'),
    Route('/heartbeat/{id}', 'agent', POST='heartbeat'),
    Route('/continue_inspection', 'agent', POST='continue_inspection'),
    Route('/events', 'agent', POST='events'),
)
# fmt: on


_STATES = ('console', 'provision', 'power', 'raid', 'boot_mode', 'secure_boot')
DOCUMENTED = {
    **{f'/nodes/states/{name}/{{id}}': f'{_NODE}/states/{name}' for name in _STATES},
    '/nodes/states/{id}': f'{_NODE}/states',
    '/nodes/maintenance/{id}': f'{_NODE}/maintenance',
    '/nodes/management/boot_device/{id}/supported': f'{_NODE}/management/boot_device/supported',
    '/nodes/management/boot_device/{id}': f'{_NODE}/management/boot_device',
    '/nodes/management/inject_nmi/{id}': f'{_NODE}/management/inject_nmi',
    '/nodes/management/indicators/{id}/{name}': f'{_NODE}/management/indicators/{{name}}',
    '/nodes/vendor_passthru/{id}/methods': f'{_NODE}/vendor_passthru/methods',
    '/nodes/vendor_passthru/{id}': f'{_NODE}/vendor_passthru',
    '/nodes/vendor_passthru/{id}/{method}': f'{_NODE}/vendor_passthru/{{method}}',
    '/drivers/vendor_passthru/{name}/methods': '/drivers/{name}/vendor_passthru/methods',
    '/nodes/validate': f'{_NODE}/validate',
    '/heartbeat': '/heartbeat/{id}',
}
"""The documented path of each other spelling, where the node or the driver stands last,
or in the query or the body."""
ROUTES = (
    *(
        Route(path, route.controller, **route.methods)
        for path, documented in DOCUMENTED.items()
        for route in _ROUTES
        if route.path == documented
    ),
    *_ROUTES,
)

LATER = ('allocations', 'deploy_templates', 'shards', 'runbooks', 'inspection_rules')
"""Collections that older versions know of: they refuse changes of them with 405."""
UNROUTED = ('deploy_templates', 'runbooks')
"""Collections whose refusals for a version tell of no version."""
