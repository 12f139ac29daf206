"""Values at the edges of what Placement takes: spellings, limits, and what is just beyond."""

from __future__ import annotations

from typing import Any

from functional_tests.drawn_requests import drawing
from functional_tests.drawn_requests.placement_pools import (
    AGGREGATES,
    CONSUMERS,
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

RAW_QUERIES = (
    '', '&', '=', '&&x', 'name', 'name=%', 'name=%zz', 'name=%ff', 'resources=VCPU:1;limit=1',
    'resources=VCPU%3A1', 'resources=VCPU:1&resources=MEMORY_MB:1',
    'resources=VCPU:1&limit=1&limit=2&',
    'resources=VCPU:1&resources1=VCPU:1', 'resources=VCPU:1&required1=CUSTOM_A',
    'resources1=VCPU:1&resources2=VCPU:1', 'resources_A=VCPU:1&required_A=COMPUTE_NODE',
    'resources0=VCPU:1', 'resources01=VCPU:1', f'resources_{"x" * 64}=VCPU:1',
    'resources_%C3%BC=VCPU:1',
    'resources=VCPU:1&required_A=COMPUTE_NODE&same_subtree=_A&resources_B=VCPU:1',
    'required=COMPUTE_NODE', f'member_of={AGGREGATES[0]}', f'in_tree={PROVIDERS[0]}', 'limit=1',
    'resources=VCPU:1&root_required=COMPUTE_NODE&root_required=CUSTOM_A',
    'resources=VCPU:1&required=COMPUTE_NODE&required=!CUSTOM_A',
    f'resources=VCPU:1&member_of={AGGREGATES[0]}&member_of={AGGREGATES[1]}',
    'resources=VCPU:1&group_policy=none&group_policy=x', 'x+y=1', 'na%6De=rp0', 'project_id=p1&x',
    'project_id=p1&project_id=p2', 'name=rp0&name=rp1', 'uuid=&name=',
)  # fmt: skip

RAW_BODIES = (
    *drawing.RAW_BODIES, b' ', b'{} ', b'\xef\xbb\xbf{}', b'NaN', b'{"name": Infinity}', b'{"a" 1}',
    b'{"name": "a", "name": "b"}', b'{"name": "\\ud800"}', b'[' * 3000, b'{"name": "x",}',
    b'{"name": "a\nb"}', b"{'name': 1}", b'{"resource_provider_generation": 0, "traits": NaN}',
    b'{"resource_provider_generation": 1e0, "traits": []}', b'[1, 2', b'"', b'{"total": 1e999}',
    b'nul', b'1 2',
)  # fmt: skip
MEDIA_TYPES = (
    *drawing.MEDIA_TYPES, 'APPLICATION/JSON', ' application/json',
    'application/json;', 'application/json, text/plain', 'application/vnd.x+json', 'text/html',
    'application/<b>', '*/*', 'application/x-www-form-urlencoded',
)  # fmt: skip
ACCEPTED_TYPES = (
    *drawing.ACCEPTED_TYPES, 'application/json;q=0', '*/*;q=0.1', 'text/*', 'image/png', 'x',
    'text/html;q=0.9, text/plain', 'text/html;level=1', 'application/json;v=1', 'a/b/c', ',',
    'text/plain, */*;q=0', 'APPLICATION/JSON', 'application/json, text/html', 'text/<b>&"',
    'text/html;q=0.2, application/json;q=0.1', 'application/xml, */*', 'text/html;q=x', '*',
)  # fmt: skip
METHODS = ('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PURGE')
SEGMENTS = (
    *drawing.BAD_SEGMENTS, '', '.', '..', '%2F', '%20', '%00', '+', ';x', 'VCPU', 'NOPE', 'vcpu',
    'CUSTOM_NOPE', 'CUSTOM_', 'CUSTOM_a', 'CUSTOM_' + 'A' * 248, 'CUSTOM_' + 'A' * 249, 'CUSTOM_É',
    '<b>&"', '{0}', '%s', 'resource_providers', 'inventories', 'allocations',
    *_spellings(PROVIDERS[0]), CONSUMERS[0],
)  # fmt: skip

_ASKED = (
    '', 'placement', '1.10', 'placement  1.10', ' placement 1.10 ', 'PLACEMENT 1.10', 'compute 2.1',
    'compute 2.1, placement 1.10', 'placement 1.10,compute 2.1', 'placement,1.10', 'placement 1',
    'placement 1.10, placement 1.20', 'placement 1.10 1.20', 'placement latest', 'placement .1',
    'placement 1.010', 'placement 1.+5', 'placement 1.-5', 'placement 1.1_0', 'placement 1. 5',
    'placement 0.5', 'placement x.y', 'placement 99.99', 'placement <b>', 'placement 1.10;q=1',
    'resource 1.10', 'placement Latest', 'placement 1.10.',
)  # fmt: skip
VERSION_HEADERS = (
    *(('OpenStack-API-Version', value) for value in _ASKED),
    ('OpenStack-Placement-API-Version', '1.10'),
    ('X-OpenStack-Nova-API-Version', '2.10'),
)
