"""Bodies that no service can use: each of them refuses them, and none breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.neighbour_writes import PATCH, WRITES

# Deeper than Python 3.14 reads, whose bound is the size of the stack.
DEEP = [b'[' * 500_000 + b']' * 500_000, b'{"a":' * 200_000 + b'1' + b'}' * 200_000]
SURROGATES = [b'{"a": "\\ud800"}', b'{"a": "\xed\xa0\x80"}', b'{"\\udfff": 1}']
NO_JSON = [b'\xff\xfe', b'NaN', b'{"a": Infinity}', b'{"a": 1e999}', b'{"a"', b'\x00', b'1' * 5000]
STRANGE: list[Any] = [
    None, True, 1, -1, 1.5, 10**30, '', 'x', '\ud800', [], [[]], [{}], [None], [1], ['x'], {},
    {'a': {}}, {'a': []},
]  # fmt: skip


@pytest.fixture
def names(cloud: Caller) -> dict[str, str]:
    """The ids of what paths and bodies name."""
    networks = cloud('GET', '/network/v2.0/networks').body['networks']
    below = {
        kind: cloud('GET', f'/network/v2.0/{path}').body[path.replace('-', '_')][0]['id']
        for kind, path in (('subnet', 'subnets'), ('port', 'ports'), ('group', 'security-groups'))
    }
    router = cloud('POST', '/network/v2.0/routers', body={'router': {'name': 'r'}})
    image = {'name': 'i', 'visibility': 'shared', 'disk_format': 'raw', 'container_format': 'bare'}
    return {
        'project': cloud.project,
        'image': cloud.image(),
        'shared': cloud('POST', '/image/v2/images', body=image).body['id'],
        'network': next(each['id'] for each in networks if not each['router:external']),
        'public': next(each['id'] for each in networks if each['router:external']),
        'router': router.body['router']['id'],
        **below,
    }


def filled(text: str, names: dict[str, str]) -> str:
    """A text with ids in place of the words for them."""
    for name, id in names.items():
        text = text.replace(f'{{{name}}}', id)
    return text


def spoiled(value: Any) -> Iterator[Any]:
    """A body with something strange in each place, one after the other."""
    yield from STRANGE
    for place in value if isinstance(value, dict) else range(len(value)):
        inner = value[place]
        for strange in spoiled(inner) if isinstance(inner, (dict, list)) else STRANGE:
            found = copy.copy(value)
            found[place] = strange
            yield found
        if isinstance(place, str):
            yield {**value, '\ud800': inner}


def send(cloud: Caller, method: str, path: str, body: bytes) -> int:
    """Send a body as it is; the status of the answer."""
    kind = {'Content-Type': PATCH} if method == 'PATCH' and '/images/' in path else {}
    return cloud(method, path, body=body, headers=kind).status


@pytest.mark.parametrize(
    ('method', 'url', 'body'), WRITES, ids=[f'{write[0]} {write[1]}' for write in WRITES]
)
def test_strange_values_break_no_service(
    cloud: Caller, names: dict[str, str], method: str, url: str, body: Any
) -> None:
    body = json.loads(filled(json.dumps(body), names))
    broken = []
    for strange in spoiled(body):
        status = send(cloud, method, filled(url, names), json.dumps(strange).encode())
        if status >= 500:
            broken.append(strange)
    assert broken == []


@pytest.mark.parametrize(('method', 'url'), dict.fromkeys((write[0], write[1]) for write in WRITES))
def test_body_that_is_no_json_or_cannot_be_stored_is_refused_with_400(
    cloud: Caller, names: dict[str, str], method: str, url: str
) -> None:
    for body in (*DEEP, *SURROGATES, *NO_JSON):
        assert send(cloud, method, filled(url, names), body) == 400, body[:30]
