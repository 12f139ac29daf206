"""The sandbox served over HTTP, and thrown away; these tests never use another cloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests import serving
from functional_tests.nova import Inside
from functional_tests.things import unique

SEEDED = ['db-1', 'web-1', 'web-2']


@pytest.fixture
def served(own: Inside) -> Iterator[dict[str, str]]:
    """The settings that ``sandbox-serve`` prints; it serves while the test runs.

    Its state is that of the sandbox in process.
    """
    own.json('server-list')
    (state,) = own.home.rglob('sandbox.sqlite')
    with serving.sandbox(own, '--state', str(state)) as settings:
        yield settings


def names(servers: list[dict[str, Any]]) -> list[str]:
    """The names, in order."""
    return sorted(each['name'] for each in servers)


@pytest.mark.parametrize('asked', ['2.latest', '2.1', 'None'])
def test_served_sandbox_is_a_cloud_like_any_other(
    own: Inside, served: dict[str, str], asked: str
) -> None:
    listed = own('-f', 'json', 'server-list', version=asked, env=served)
    assert names(listed.data) == SEEDED
    name = unique('served')
    line = ('server-create', name, '--flavor', 'm1.tiny', '--image', 'cirros')
    created = own('-f', 'json', *line, version=asked, env=served).data
    # Over HTTP and in the process it is one and the same cloud, where it has the same state.
    assert own.json('server-show', created['id'])['name'] == name
    # Its time is real: one version waits for the end.
    wait, end = (['--wait'], [f'{name}: DELETED']) if asked == '2.latest' else ([], [])
    deleted = own('server-delete', name, *wait, version=asked, env=served).checked()
    assert deleted.lines == [f'{name} ({created["id"]}): delete accepted', *end]


def test_served_sandbox_takes_the_login_from_the_cache(own: Inside, served: dict[str, str]) -> None:
    own('server-list', env=served).checked()
    timings = own('--timings', 'server-list', env=served).checked().err
    assert len(re.findall(r'\| (GET|POST) ', timings)) == 1
    refused = own('server-list', env={**served, 'OS_PASSWORD': 'wrong'})
    assert (refused.out, refused.status) == ('', 4)
    assert own.json('cache-clear')['removed'] > 0


def test_served_sandbox_refuses_a_user_what_administrators_may(
    own: Inside, served: dict[str, str]
) -> None:
    demo = {**served, 'OS_USERNAME': 'demo', 'OS_PROJECT_NAME': 'demo'}
    assert own('server-list', env=demo).checked().out != ''
    line = ('server-list', '--all-tenants')
    refused = own('--error-format', 'json', *line, env=demo)
    assert (refused.out, refused.status) == ('', 4)


def test_reset_makes_the_sandbox_as_new(own: Inside) -> None:
    own('server-update', 'web-1', '--name', 'changed').checked()
    assert names(own.json('server-list')) == ['changed', 'db-1', 'web-2']
    reset = own('sandbox-reset').checked()
    assert reset.out == 'The sandbox is as new.\n'
    assert names(own.json('server-list')) == SEEDED


def test_reset_and_serve_take_any_version(own: Inside) -> None:
    for asked in ('2.latest', '2.1', 'None'):
        own('sandbox-reset', version=asked).checked()
    refused = own('sandbox-serve', '--port', '70000')
    assert (refused.out, refused.status) == ('', 2)
