"""Bodies of the actions that keep, save, reach and reset servers, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import servers as server_schemas
from novaclient_mv.sandbox.http import schema_parts

# -- administration and recovery

reset_state = schema_parts.wrapped_body(
    'os-resetState', {'state': schema_parts.word('active', 'error')}, ['state']
)
change_password = schema_parts.wrapped_body(
    'changePassword', {'adminPass': {'type': 'string'}}, ['adminPass']
)
trigger_crash_dump = schema_parts.wrapped('trigger_crash_dump', {'type': 'null'})

# -- images

create_image = schema_parts.wrapped_body(
    'createImage', {'name': schema_parts.NAME, 'metadata': server_schemas.METADATA}, ['name']
)
_BACKUP = {
    'name': schema_parts.NAME,
    'backup_type': {'type': 'string'},
    'rotation': {
        'type': ['integer', 'string'],
        'pattern': '^[0-9]*$',
        'minimum': 0,
        'minLength': 1,
    },
    'metadata': server_schemas.METADATA,
}
_BACKUP_KEYS = ['name', 'backup_type', 'rotation']
create_backup = schema_parts.wrapped_body('createBackup', _BACKUP, _BACKUP_KEYS)
create_backup_2_0 = schema_parts.wrapped_body(
    'createBackup', {**_BACKUP, 'name': schema_parts.LOOSE_NAME}, _BACKUP_KEYS
)

# -- addresses and groups


def _group(action: str) -> schema_parts.Schema:
    rule = schema_parts.body({'name': {'type': 'string', 'minLength': 1}}, ['name'])
    # Other keys beside the action are let pass here, and here only.
    return {**schema_parts.wrapped(action, rule), 'additionalProperties': True}


add_security_group = _group('addSecurityGroup')
remove_security_group = _group('removeSecurityGroup')
add_fixed_ip = schema_parts.wrapped_body(
    'addFixedIp',
    {'networkId': {'type': ['string', 'number'], 'minLength': 1, 'maxLength': 36}},
    ['networkId'],
)
_ADDRESS = {'address': server_schemas.ADDRESS}
remove_fixed_ip = schema_parts.wrapped_body('removeFixedIp', _ADDRESS, ['address'])
add_floating_ip = schema_parts.wrapped_body(
    'addFloatingIp', {**_ADDRESS, 'fixed_address': server_schemas.ADDRESS}, ['address']
)
remove_floating_ip = schema_parts.wrapped_body('removeFloatingIp', _ADDRESS, ['address'])

# -- consoles

get_console_output = schema_parts.wrapped_body(
    'os-getConsoleOutput',
    {'length': {'type': ['integer', 'string', 'null'], 'pattern': '^-?[0-9]+$', 'minimum': -1}},
)


def _console(action: str, *kinds: str) -> schema_parts.Schema:
    rule = schema_parts.word(*kinds)
    return schema_parts.wrapped_body(action, {'type': rule}, ['type'])


get_vnc_console = _console('os-getVNCConsole', 'novnc', 'xvpvnc')
get_spice_console = _console('os-getSPICEConsole', 'spice-html5')
get_serial_console = _console('os-getSerialConsole', 'serial')


def _remote(protocols: list[str], types: list[str]) -> schema_parts.Schema:
    rules = {'protocol': schema_parts.word(*protocols), 'type': schema_parts.word(*types)}
    return schema_parts.wrapped_body('remote_console', rules, ['protocol', 'type'])


_PROTOCOLS = ['vnc', 'spice', 'serial', 'rdp']
_TYPES = ['novnc', 'xvpvnc', 'spice-html5', 'serial', 'rdp-html5']
remote_console_2_6 = _remote(_PROTOCOLS, _TYPES)
remote_console_2_8 = _remote([*_PROTOCOLS, 'mks'], [*_TYPES, 'webmks'])
remote_console_2_99 = _remote([*_PROTOCOLS, 'mks'], [*_TYPES, 'webmks', 'spice-direct'])

# -- events and snapshots from other services


def _events(names: list[str]) -> schema_parts.Schema:
    event = schema_parts.body(
        {
            'name': schema_parts.word(*names),
            'server_uuid': schema_parts.UUID,
            'status': schema_parts.word('failed', 'completed', 'in-progress'),
            'tag': {'type': 'string', 'maxLength': 255},
        },
        ['name', 'server_uuid'],
    )
    return schema_parts.body(
        {'events': {'type': 'array', 'minItems': 1, 'items': event}}, ['events']
    )


_EVENTS = [
    'network-changed', 'network-vif-plugged', 'network-vif-unplugged', 'network-vif-deleted',
]  # fmt: skip
_EVENTS_2_51 = [*_EVENTS, 'volume-extended']
_EVENTS_2_76 = [*_EVENTS_2_51, 'power-update']
_EVENTS_2_82 = [*_EVENTS_2_76, 'accelerator-request-bound']
external_events = _events(_EVENTS)
external_events_2_51 = _events(_EVENTS_2_51)
external_events_2_76 = _events(_EVENTS_2_76)
external_events_2_82 = _events(_EVENTS_2_82)
external_events_2_93 = _events([*_EVENTS_2_82, 'volume-reimaged'])

_TEXT = {'type': 'string', 'minLength': 1}
assisted_snapshot = schema_parts.wrapped_body(
    'snapshot',
    {
        'volume_id': _TEXT,
        'create_info': schema_parts.body(
            {
                'snapshot_id': _TEXT,
                'type': schema_parts.word('qcow2'),
                'new_file': _TEXT,
                'id': _TEXT,
            },
            ['snapshot_id', 'type', 'new_file'],
        ),
    },
    ['volume_id', 'create_info'],
)
assisted_delete = schema_parts.query({'delete_info': schema_parts.TEXT}, extra=True)
assisted_delete_2_75 = schema_parts.query({'delete_info': schema_parts.TEXT}, extra=False)
