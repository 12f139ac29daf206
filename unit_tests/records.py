"""Answers of a Nova as tests need them: servers, flavors, keypairs, pages of lists."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable, Sequence
from typing import Any

from unit_tests.scripted import Request, ScriptedCloud

LINK_HOST = 'http://internal.example'
IMAGE = '70a599e0-31e7-49b7-b260-868f441e862b'


def server_id(number: int) -> str:
    """The id of a server, in the order of the numbers."""
    return f'{number:08x}-0000-4000-8000-000000000000'


def server(number: int = 1, name: str | None = None, **fields: Any) -> dict[str, Any]:
    """A server as Nova shows it from 2.47, with some of its fields."""
    return {
        'id': server_id(number),
        'name': name if name is not None else f'web{number}',
        'status': 'ACTIVE',
        'tenant_id': 'project-1',
        'user_id': 'user-1',
        'metadata': {},
        'OS-EXT-STS:task_state': None,
        'OS-EXT-STS:power_state': 1,
        'OS-EXT-STS:vm_state': 'active',
        'addresses': {'private': [{'addr': '10.0.0.3', 'version': 4}]},
        'flavor': flavor_within_a_server(),
        'image': {'id': IMAGE},
        'links': [{'rel': 'self', 'href': f'{LINK_HOST}/v2.1/servers/{server_id(number)}'}],
        **fields,
    }


def flavor_within_a_server() -> dict[str, Any]:
    """The flavor of a server as Nova shows it from 2.47."""
    return {
        'vcpus': 1,
        'ram': 512,
        'disk': 1,
        'ephemeral': 0,
        'swap': 0,
        'original_name': 'm1.tiny',
        'extra_specs': {},
    }


def flavor(name: str = 'm1.tiny', id: str = '1', **fields: Any) -> dict[str, Any]:
    """A flavor as Nova shows it from 2.61 to 2.74."""
    return {
        'id': id,
        'name': name,
        'ram': 512,
        'disk': 1,
        'vcpus': 1,
        'swap': '',
        'rxtx_factor': 1.0,
        'OS-FLV-EXT-DATA:ephemeral': 0,
        'os-flavor-access:is_public': True,
        'OS-FLV-DISABLED:disabled': False,
        'description': None,
        'extra_specs': {},
        'links': [],
        **fields,
    }


def add_server(cloud: ScriptedCloud, record: dict[str, Any]) -> None:
    """Let a cloud show a server by its id, and find it by its name."""
    cloud.on('GET', f'/servers/{record["id"]}', {'server': record})
    brief = {'id': record['id'], 'name': record['name'], 'links': []}
    cloud.on('GET', '/servers', {'servers': [brief]})


def pages(
    rows: Sequence[Any],
    plural: str,
    size: int,
    marker_of: Callable[[Any], str] = lambda row: str(row['id']),
    path: str = '/v2.1/any',
) -> Callable[[Request], Any]:
    """Answers a list in pages, with links to the next one on a host that no user can reach."""

    def answer(request: Request) -> Any:
        asked = dict(request.query)
        start = 0
        if 'marker' in asked:
            start = [marker_of(row) for row in rows].index(asked['marker']) + 1
        count = min(int(asked.get('limit', size)), size)
        page = list(rows[start : start + count])
        body: dict[str, Any] = {plural: page}
        if start + count < len(rows):
            query = urllib.parse.urlencode({**asked, 'marker': marker_of(page[-1])})
            body[f'{plural}_links'] = [{'rel': 'next', 'href': f'{LINK_HOST}{path}?{query}'}]
        return body

    return answer
