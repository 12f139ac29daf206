"""Values at the edges of what Placement takes: spellings, limits, and what is just beyond."""

from __future__ import annotations

from typing import Any

from functional_tests.drawn_requests import drawing
from functional_tests.drawn_requests.placement_pools import (
    AGGREGATES,
    PROVIDERS,
)  # fmt: skip

_MISSING = drawing.MISSING_UUID
_MOST = 2**31 - 1


def _spellings(uuid: str) -> tuple[str, ...]:
    """A UUID in forms that some readers take for it."""
    bare = uuid.replace('-', '')
    other = uuid[:-1] + 'A'
    return (
        uuid.upper(), bare, f'urn:uuid:{uuid}', f'{{{uuid}}}', other, other.lower(), bare[:-1],
        f'{uuid}\n', f' {uuid}', uuid[:-1] + 'g', uuid.replace('-', '_'), f'{bare[:4]}-{bare[4:]}',
    )  # fmt: skip


_UUIDS = (*_spellings(PROVIDERS[1]), _MISSING, '', 'x', None, 1)
_NUMBERS = (0, -1, 1.0, 1.5, 1e3, True, '1', None, _MOST, _MOST + 1)
_OWNERS = ('', 'x' * 255, 'x' * 256, 'ü', ' ', 'a b', '<b>&"', 1, None)
_ONE = {'total': 1}

BODY: dict[str, tuple[Any, ...]] = {
    'name': (
        '', ' ', 'n' * 200, 'n' * 201, 'ü<b>&"\'', 'a\nb', 'x\x00y', '%s {0} {x}', 'VCPU', 'RP0',
        'CUSTOM_', 'CUSTOM_a', 'custom_A', 'CUSTOM_É', 'CUSTOM_A\n',
        'CUSTOM_' + 'A' * 248, 'CUSTOM_' + 'A' * 249,
    ),
    'uuid': _UUIDS,
    'parent_provider_uuid': (*_UUIDS, *PROVIDERS[:4]),
    'total': _NUMBERS,
    'reserved': (*_NUMBERS, 8, 9),
    'min_unit': (*_NUMBERS, 5),
    'max_unit': _NUMBERS,
    'step_size': (*_NUMBERS, 7),
    'allocation_ratio': (
        0, -1, 0.01, 1e-10, 1, 16, 3.40282e38, 3.41e38, 1e400, '1.0', None, True, 0.3333333333,
    ),
    'resource_provider_generation': (*_NUMBERS, 2.0, -2, 2**63),
    'generation': (*_NUMBERS, 'x'),
    'resource_class': (
        '', 'vcpu', 'NOPE', 'CUSTOM_NOPE', 'CUSTOM_É', 'VCPU ', 'A' * 256, 'CUSTOM_<b>', None, 1,
    ),
    'traits': (
        [], ['HW_CPU_X86_AVX'] * 2, ['CUSTOM_NOPE', 'CUSTOM_NOPE2'], ['CUSTOM_B', 'CUSTOM_NOPE'],
        [''], ['A' * 255], ['A' * 256], ['ü'], [1], 'COMPUTE_NODE', {}, None,
    ),
    'aggregates': (
        [], [AGGREGATES[0]] * 2, [AGGREGATES[0].replace('-', '')], [_MISSING.upper(), _MISSING],
        [''], ['x'], [1], [[]], {}, None, 'x',
    ),
    'project_id': _OWNERS,
    'user_id': _OWNERS,
    'consumer_generation': (*_NUMBERS, 2.0, [], {}),
    'consumer_type': (
        '', 'instance', 'I', 'A' * 255, 'A' * 256, 'UNKNOWN', 'ALL', '_', 'unknown', 'all', 'A-B',
        'INSTANCE\n', None, 1,
    ),
    'mappings': (
        {}, {'': []}, {'a b': [PROVIDERS[0]]}, {'x' * 65: [PROVIDERS[0]]}, {'ü': [PROVIDERS[0]]},
        {'A': ['x']}, {'A': [PROVIDERS[0].replace('-', '')]}, {'A': PROVIDERS[0]}, [], None,
    ),
    'allocations': (
        {}, [], None, 'x', {_MISSING: {'resources': {'VCPU': 1}}}, {'x': {}}, {PROVIDERS[0]: {}},
        {PROVIDERS[0].replace('-', ''): {'resources': {'VCPU': 1}}},
        {PROVIDERS[0]: {'resources': {'VCPU': 1}, 'generation': 7}},
        {PROVIDERS[0]: {'resources': {'VCPU': 1}}, _MISSING: {'resources': {'NOPE': 1}}},
        [{'resource_provider': {'uuid': _MISSING}, 'resources': {'VCPU': 1}}],
        [{'resource_provider': {'uuid': PROVIDERS[0]}, 'resources': {'VCPU': 1}}] * 2,
        [{'resource_provider': {'uuid': 'x', 'y': 1}, 'resources': {}}],
    ),
    'resources': (
        {}, {'VCPU': 0}, {'VCPU': 1.0}, {'VCPU': '1'}, {'VCPU': True}, {'vcpu': 1}, {'NOPE': 1},
        {'NOPE': 1, 'CUSTOM_NOPE': 1}, {'VCPU': 1, 'PCPU': 1}, {'PCPU': 1, 'VGPU': 2},
        {'VCPU': _MOST}, {'VCPU': 2**31}, {'': 1}, {'VCPU\n': 1}, [], None,
    ),
    'inventories': (
        {}, [], None, {'NOPE': _ONE}, {'vcpu': _ONE}, {'VCPU': {}}, {'VCPU': _ONE, 'NOPE': _ONE},
        {'NOPE': {'total': 1, 'reserved': 2}, 'VCPU': _ONE}, {'': _ONE}, {'VCPU\n': _ONE},
        {_MISSING: {'resource_provider_generation': 0, 'inventories': {}}},
        {PROVIDERS[0]: {'resource_provider_generation': 0}},
        {PROVIDERS[0].upper(): {'resource_provider_generation': 0, 'inventories': {}}},
    ),
}  # fmt: skip
"""Values of bodies, by their key."""

_QUERY_UUIDS = (*_spellings(PROVIDERS[0]), _MISSING, '', 'x')
QUERY: dict[str, tuple[str, ...]] = {
    'resources': (
        '', ',', ':', 'VCPU', 'VCPU:', ':1', 'VCPU:0', 'VCPU:-1', 'VCPU:1.5', 'VCPU:x', 'VCPU: 1',
        ' VCPU:1', 'VCPU:1,', 'VCPU:1:2', 'VCPU:1,VCPU:2', 'vcpu:1', 'NOPE:1', 'CUSTOM_NOPE:1',
        'VCPU:1,NOPE:1', 'VCPU:1_0', 'VCPU:+1', 'VCPU:\u0661', 'VCPU:99999999999',
        'VCPU:1;x=2', '<b>:1', 'PCPU:1,VGPU:1',
    ),
    'required': (
        '', ',', ' ', '!', '!!', 'CUSTOM_A,', 'CUSTOM_NOPE', 'CUSTOM_NOPE,CUSTOM_NOPE2', 'x y',
        '!CUSTOM_NOPE', '!CUSTOM_A', '!!CUSTOM_A', 'CUSTOM_A,!CUSTOM_A', 'COMPUTE_NODE,CUSTOM_NOPE',
        'COMPUTE_NODE, STORAGE_DISK_SSD', 'in:', 'in:CUSTOM_A', 'in:CUSTOM_A,', 'in:!CUSTOM_A',
        'in:CUSTOM_NOPE,CUSTOM_A', '!in:CUSTOM_A', 'CUSTOM_A,in:COMPUTE_NODE', 'in:CUSTOM_NOPE',
        'in:CUSTOM_A,COMPUTE_NODE', 'COMPUTE_NODE', '!COMPUTE_NODE,!STORAGE_DISK_SSD', '<b>',
    ),
    'member_of': (
        *_spellings(AGGREGATES[0]), '', ',', '!', '!!', 'in:', '!in:', 'in:x', 'x',
        f'in:{AGGREGATES[0]},', f'in:{AGGREGATES[0]},x', f'{AGGREGATES[0]},{AGGREGATES[1]}',
        f'!{AGGREGATES[0]}', f'!!{AGGREGATES[0]}', f'!in:{AGGREGATES[0]},{AGGREGATES[1]}',
        f'in:!{AGGREGATES[0]}', f'!{AGGREGATES[0]},{AGGREGATES[1]}', _MISSING, f'!{_MISSING}',
        f'in:{AGGREGATES[0]},{AGGREGATES[0]}', f'IN:{AGGREGATES[0]}',
    ),
    'in_tree': _QUERY_UUIDS,
    'uuid': _QUERY_UUIDS,
    'name': (
        '', ' ', 'RP0', 'n' * 201, 'ü', 'in', 'in:', 'in:,', 'in:CUSTOM_A,COMPUTE_NODE',
        'in:custom_a', 'startswith:', 'startswith', 'startswith:custom_',
        'startswith:HW_CPU_X86_AM', 'startswith:CUSTOM_%', 'x:CUSTOM_A', '<b>', ':',
    ),
    'associated': ('', 'TRUE', 'yes', '1', 'false,true', 'x'),
    'limit': ('', '0', '-1', '01', '1', ' 1', '1.0', '2', 'x', '99999999999', '1\n', '+1'),
    'group_policy': ('', 'x', 'None', 'ISOLATE', 'none', 'isolate'),
    'same_subtree': (
        '', ',', '_A', '_A,', '_A,_A', '_A,-b', '_nope', '_A,_nope', 'A', '1,2', '1', ' _A , -b',
    ),
    'root_required': (
        '', '!', ',', 'CUSTOM_A', 'CUSTOM_NOPE', '!CUSTOM_NOPE', 'in:CUSTOM_A', 'COMPUTE_NODE',
        'COMPUTE_NODE,!COMPUTE_NODE', '!COMPUTE_NODE', 'CUSTOM_A,CUSTOM_NOPE',
    ),
    'project_id': ('', 'p1', 'p' * 255, 'p' * 256, 'ü'),
    'user_id': ('', 'u1', 'u' * 255, 'u' * 256, 'ü'),
    'consumer_type': (
        '', 'all', 'unknown', 'ALL', 'UNKNOWN', 'alloy', 'instance', 'A' * 256, 'A-B', 'unknownx',
    ),
}  # fmt: skip
"""Values of queries, by the parameter without what tells groups apart."""
