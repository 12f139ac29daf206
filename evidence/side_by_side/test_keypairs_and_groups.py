"""Keypairs and server groups are what a running Nova makes of them."""

from __future__ import annotations

import base64
from typing import Any

from evidence.side_by_side.exact import Step, differences
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST


def _line(kind: str, *parts: bytes) -> str:
    blob = b''.join(len(each).to_bytes(4, 'big') + each for each in (kind.encode(), *parts))
    return f'{kind} {base64.b64encode(blob).decode()}'


KEY = _line('ssh-ed25519', b'k' * 32)
RSA = _line('ssh-rsa', b'\x01\x00\x01', b'\x00' + b'\xff' * 128)
LINES: tuple[Any, ...] = (
    KEY, f'{KEY} me@host\n', f'{KEY} a b ä', KEY.replace(' ', '  '), f' {KEY}', f'\n{KEY}',
    KEY.replace(' ', '\t'), f'{KEY[:-4]} x', f'{KEY}AAAA', f'{KEY}\n{KEY}', f'#x\n{KEY}', RSA,
    RSA.replace('ssh-rsa', 'ssh-foo'), _line('ssh-rsa', b'\x01\x00\x01'), 'ssh-rsa AAAA',
    'ssh-rsa', 'nope', '', None, 5, _line('ssh-ed25519', b'k' * 31),
)  # fmt: skip
NAMES: tuple[Any, ...] = (
    'a' * 255, 'a' * 256, '', ' ', ' a', 'a b', 'a.b', 'a-b_c', 'a@b', 'a/b', 'ä', 'a!', 'a:b', 5,
    None,
)  # fmt: skip


def _keypairs() -> list[dict[str, Any]]:
    whole = {'name': 'sbs', 'public_key': KEY}
    return [
        *({'keypair': {'name': 'sbs', 'public_key': line}} for line in LINES),
        *({'keypair': {'name': name, 'public_key': KEY}} for name in NAMES),
        *({'keypair': {**whole, 'type': kind}} for kind in ('ssh', 'x509', 'bad', None)),
        *({'keypair': {**whole, 'user_id': id}} for id in ('{user}', '', 5, None)),
        {'keypair': {'public_key': KEY}},
        {'keypair': {**whole, 'x': 1}},
        {'keypair': whole, 'x': 1},
        {'keypair': {'name': 'sbs', 'type': 'bad'}},
        {'keypair': {}},
        {'keypair': None},
        {},
    ]


def test_keypair_is_made_of_what_it_is_given(admin: Pair, member: Pair) -> None:
    steps = [
        step
        for body in _keypairs()
        for step in (
            Step('POST', '/os-keypairs', body, ('made', 'keypair', 'name')),
            Step('DELETE', '/os-keypairs/{made}'),
        )
    ]
    assert differences(admin, steps, ('2.1', '2.2', '2.10', '2.92')) == {}
    assert differences(member, steps, (NEWEST,)) == {}


def test_keypairs_are_listed_shown_and_deleted_alike(admin: Pair, member: Pair) -> None:
    queries = (
        '', '?limit=1', '?limit=0', '?limit=-1', '?limit=x', '?limit=', '?marker=sbs-a',
        '?marker=nope', '?marker=', '?limit=1&marker=sbs-a', '?user_id=', '?user_id=nope', '?foo=1',
        '?limit=1&limit=2', '?limit=1&foo=1',
    )  # fmt: skip
    steps = (
        *(
            Step('POST', '/os-keypairs', {'keypair': {'name': name, 'public_key': KEY}})
            for name in ('sbs-a', 'sbs-b', 'sbs-a')
        ),
        *(Step('GET', f'/os-keypairs{query}') for query in queries),
        *(
            Step('GET', f'/os-keypairs/{name}{query}')
            for name in ('sbs-a', 'nope')
            for query in ('', '?user_id=nope', '?foo=1', '?user_id=')
        ),
        Step('DELETE', '/os-keypairs/nope?user_id=nope'),
        Step('DELETE', '/os-keypairs/sbs-a?user_id={user}'),
        Step('DELETE', '/os-keypairs/sbs-b'),
        Step('DELETE', '/os-keypairs/sbs-b'),
    )
    versions = ('2.1', '2.2', '2.9', '2.10', '2.34', '2.35', '2.74', '2.75', NEWEST)
    for user in (admin, member):
        assert differences(user, steps, versions, ignored=('id', 'user_id')) == {}


RULES: tuple[Any, ...] = (
    {}, None, {'x': 3}, *({'max_server_per_host': most} for most in (3, '3', 0, -1, 'x')),
)  # fmt: skip
POLICIES = ('affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity', 'nope', None)


def _groups() -> list[dict[str, Any]]:
    keys: list[dict[str, Any]] = [
        *({'policies': [policy]} for policy in POLICIES),
        *({'policy': policy} for policy in POLICIES),
        *({'policies': each} for each in ([], ['affinity'] * 2, 'affinity', None)),
        *({'policy': 'anti-affinity', 'rules': rules} for rules in RULES),
        {'policy': 'affinity', 'rules': {'max_server_per_host': 3}},
        {'policy': 'affinity', 'policies': ['affinity']},
        {},
    ]
    names = ('', 'a' * 255, 'a' * 256, ' ', 'a b', ' a', 'ä', 5, None)
    return [
        *({'server_group': {'name': 'sbs', **each}} for each in keys),
        *({'server_group': {'name': name, 'policies': ['affinity']}} for name in names),
        *({'server_group': {'name': name, 'policy': 'affinity'}} for name in names),
        {'server_group': None},
        {},
    ]


def test_server_group_is_made_of_what_it_is_given(admin: Pair, member: Pair) -> None:
    steps = [
        step
        for body in _groups()
        for step in (
            Step('POST', '/os-server-groups', body, ('group', 'server_group', 'id')),
            Step('GET', '/os-server-groups/{group}'),
            Step('DELETE', '/os-server-groups/{group}'),
        )
    ]
    assert differences(admin, steps, ('2.1', '2.15', '2.64')) == {}
    assert differences(member, steps, ('2.13', NEWEST)) == {}


def test_server_groups_are_listed_alike(admin: Pair, member: Pair) -> None:
    queries = (
        '', '?limit=1', '?limit=1&offset=1', '?offset=9', '?offset=-1', '?offset=x', '?offset=',
        '?limit=0', '?limit=x', '?limit=', '?foo=1',
    )  # fmt: skip
    for key, value, versions in (
        ('policies', ['affinity'], ('2.1', '2.13', '2.63')),
        ('policy', 'affinity', ('2.64', '2.74', '2.75', NEWEST)),
    ):
        body = {'server_group': {'name': 'sbs', key: value}}
        steps = (
            *(Step('POST', '/os-server-groups', body, (f'g{number}', 'server_group', 'id'))
              for number in range(2)),
            *(Step('GET', f'/os-server-groups{query}') for query in queries),
            *(Step(method, '/os-server-groups/nope') for method in ('GET', 'DELETE', 'PUT')),
            *(Step('DELETE', f'/os-server-groups/{{g{number}}}') for number in range(2)),
        )  # fmt: skip
        assert differences(admin, steps, versions) == {}
        # Administrators see what others have made in the meantime, too.
        every = [Step('GET', f'/os-server-groups?all_projects{value}') for value in ('', '=x')]
        assert differences(member, (*steps[:2], *every, *steps[2:]), versions) == {}
