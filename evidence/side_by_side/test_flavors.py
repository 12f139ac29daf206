"""Flavors, who may use them, and their extra specs are what a running Nova makes of them."""

from __future__ import annotations

from typing import Any

from evidence.side_by_side.exact import Step, differences
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST

VERSIONS = ('2.1', '2.6', '2.7', '2.54', '2.55', '2.61', '2.75', '2.86', '2.101', '2.102', NEWEST)
FLAVOR = {'name': 'sbs-flavor', 'id': 'sbs', 'ram': 512, 'vcpus': 1, 'disk': 1}
PATH = '/flavors/sbs'

QUERIES = (
    '', '?limit=1', '?limit=0', '?limit=-1', '?limit=x', '?limit=', '?limit=1&limit=2',
    '?marker={flavor}&limit=1', '?marker=nope', '?marker=', '?sort_key=name&limit=1&sort_dir=desc',
    '?sort_key=nope', '?sort_key=', '?sort_dir=x', '?sort_key=flavorid&limit=2&foo=1',
    '?minRam=99999999', '?minRam=x', '?minRam=', '?minDisk=99999', '?minDisk=-1&limit=1',
    '?is_public=none&limit=1', '?is_public=0', '?is_public=f', '?is_public=perhaps', '?is_public=',
    '?name=tiny', '?foo=bar&limit=1',
)  # fmt: skip

# What a flavor is refused for, or takes, key by key.
VALUES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ('id', ('', ' sbs', 'a/b', 'a b', 7, 7.5, True, 'a' * 256, 'ä', 'a.b_-')),
    ('name', ('', ' ', ' x', 'x y', 'ä', 'a' * 256, 5)),
    ('ram', (0, '512', -1, 1.5, None, 2147483648, 'x')),
    ('vcpus', (0, '2', 2147483647)),
    ('disk', (0, '0', -1, 2147483648)),
    ('swap', (0, '', 512, '512', -1, None)),
    ('OS-FLV-EXT-DATA:ephemeral', (5, '5', -1, None)),
    ('rxtx_factor', (2, '2.5', 0, 0.1, -1, 'x', None, 1e40)),
    ('os-flavor-access:is_public', (False, 'false', 'no', 0, None)),
    ('description', ('x', '', None, 'a' * 65535, 'a' * 65536, 'a\nb', 5)),
    ('OS-FLV-DISABLED:disabled', (True,)),
    ('extra_specs', ({},)),
)
BODIES = (
    {}, {'flavor': None}, {'flavor': {}}, {'flavor': []}, {'flavor': FLAVOR, 'x': 1},
    *({'flavor': {key: FLAVOR[key] for key in FLAVOR if key != left}} for left in FLAVOR),
)  # fmt: skip


def _created(body: Any) -> tuple[Step, ...]:
    """A flavor is made, shown, and gone again, where it can be made at all."""
    return (
        Step('POST', '/flavors', body, ('made', 'flavor', 'id')),
        Step('GET', '/flavors/{made}'),
        Step('DELETE', '/flavors/{made}'),
    )


def test_lists_answer_every_query_alike(admin: Pair, member: Pair) -> None:
    steps = [Step('GET', f'{path}{query}') for path in ('/flavors', '/flavors/detail')
             for query in QUERIES]  # fmt: skip
    for user in (admin, member):
        assert differences(user, steps, ('2.1', '2.75', '2.102')) == {}


def test_flavor_is_made_of_what_it_is_given(admin: Pair) -> None:
    bodies = [*BODIES, *({'flavor': {**FLAVOR, key: value}}
                         for key, values in VALUES for value in values)]  # fmt: skip
    steps = [step for body in bodies for step in _created(body)]
    assert differences(admin, steps, ('2.1', '2.55', NEWEST)) == {}


def test_flavor_shows_the_same_at_each_version(admin: Pair, member: Pair) -> None:
    private = {**FLAVOR, 'os-flavor-access:is_public': False}
    steps = (
        *_created({'flavor': FLAVOR}),
        Step('POST', '/flavors', {'flavor': private}),
        Step('POST', '/flavors', {'flavor': {**FLAVOR, 'id': 'other'}}),
        Step('POST', '/flavors', {'flavor': {**FLAVOR, 'name': 'other'}}),
        *(
            Step('PUT', f'/flavors/{id}', {'flavor': change})
            for id in ('sbs', 'nope')
            for change in ({'description': 'new'}, {'description': None}, {}, {'name': 'x'})
        ),
        *(
            Step('GET', path)
            for path in (PATH, '/flavors/sbs-flavor', '/flavors?is_public=0', f'{PATH}?x=1')
        ),
        Step('DELETE', PATH),
        Step('DELETE', PATH),
        Step('GET', PATH),
    )
    assert differences(admin, steps, VERSIONS) == {}
    refused = (
        Step('POST', '/flavors', {'flavor': FLAVOR}),
        Step('PUT', '/flavors/{flavor}', {'flavor': {'description': 'x'}}),
        Step('DELETE', '/flavors/{flavor}'),
        Step('POST', '/flavors', {}),
    )
    assert differences(member, refused, VERSIONS) == {}


def test_access_is_given_and_taken_alike(admin: Pair, member: Pair) -> None:
    private = {**FLAVOR, 'os-flavor-access:is_public': False}
    actions = (
        {'tenant': '{project}'}, {'tenant': '{project}'}, {'tenant': ''}, {'tenant': 5}, {}, None,
        {'tenant': '{project}', 'x': 1},
    )  # fmt: skip
    steps = (
        Step('POST', '/flavors', {'flavor': private}),
        *(
            Step('POST', f'/flavors/{id}/action', {name: action})
            for name in ('addTenantAccess', 'removeTenantAccess')
            for id in ('sbs', 'nope')
            for action in actions
        ),
        Step('POST', f'{PATH}/action', {'removeTenantAccess': {'tenant': 'nope'}}),
        Step('POST', '/flavors/{flavor}/action', {'addTenantAccess': {'tenant': '{project}'}}),
        Step('POST', '/flavors/{flavor}/action', {'removeTenantAccess': {'tenant': '{project}'}}),
        Step('POST', f'{PATH}/action', {'unknown': {}}),
        Step('POST', f'{PATH}/action', {}),
        *(Step('GET', f'/flavors/{id}/os-flavor-access') for id in ('sbs', '{flavor}', 'nope')),
        Step('DELETE', PATH),
    )
    assert differences(admin, steps, ('2.1', '2.6', '2.7', NEWEST)) == {}
    refused = [Step('POST', '/flavors/{flavor}/action', {name: {'tenant': '{project}'}})
               for name in ('addTenantAccess', 'removeTenantAccess')]  # fmt: skip
    assert differences(member, refused, ('2.1', NEWEST)) == {}


def test_extra_specs_are_set_and_unset_alike(admin: Pair, member: Pair) -> None:
    specs: tuple[Any, ...] = (
        {'a': 'b'}, {'a': 1, 'b': 1.5}, {}, {'a': None}, {'a': True}, {'a b': 'x'}, {'a/b': 'x'},
        {'': 'x'}, {'a' * 256: 'x'}, {'a': 'x' * 256}, {'ä': 'b'}, {'k': ''}, None, [],
        {'hw:cpu_policy': 'dedicated'}, {'hw:cpu_policy': 'bad'}, {'hw:nope': '1'},
    )  # fmt: skip
    changes: tuple[tuple[str, Any], ...] = (
        ('a', {'a': 'c'}), ('a', {'a': 5}), ('a', {'b': 'c'}), ('a', {}), ('new', {'new': '1'}),
        ('a', {'a': '1', 'b': '2'}), ('a', {'a': None}), ('hw:nope', {'hw:nope': '1'}), ('a', []),
    )  # fmt: skip
    steps = (
        Step('POST', '/flavors', {'flavor': FLAVOR}),
        *(
            step
            for id in ('sbs', 'nope')
            for path in (f'/flavors/{id}/os-extra_specs',)
            for step in (
                *(Step('POST', path, {'extra_specs': each}) for each in specs),
                *(Step('PUT', f'{path}/{key}', change) for key, change in changes),
                Step('GET', path),
                Step('GET', f'{path}/a'),
                Step('GET', f'{path}?x=1'),
                *(Step('DELETE', f'{path}/{key}') for key in ('a', 'a', 'b')),
            )
        ),
        Step('GET', PATH),
        Step('DELETE', PATH),
    )
    assert differences(admin, steps, ('2.1', '2.85', '2.86', '2.102')) == {}
    path = '/flavors/{flavor}/os-extra_specs'
    refused = (
        Step('POST', path, {'extra_specs': {'a': 'b'}}),
        Step('PUT', f'{path}/a', {'a': 'b'}),
        Step('DELETE', f'{path}/a'),
    )
    assert differences(member, refused, ('2.1', NEWEST)) == {}
