"""The number of requests for negotiation, and the remembered range."""

from __future__ import annotations

import json
import re
import stat
from concurrent import futures
from pathlib import Path

import pytest

from functional_tests.baremetal.operator import Operator, Process, Rack
from novaclient_mv import versions
from novaclient_mv.services import BAREMETAL

LIST = 'baremetal-node-list'
PROCESSES = 4
_REQUEST = re.compile(
    r'REQ: curl .*? -X (?P<method>[A-Z]+) "?(?P<url>\S+?)"? .*?'
    r'X-OpenStack-Ironic-API-Version: (?P<version>\S+?)"'
)


@pytest.fixture
def fresh(tmp_path: Path, operator: Operator) -> Operator:
    """An operator of the same cloud, who remembers nothing of it."""
    user = Operator(tmp_path, operator.clock)
    if user.is_sandbox:
        user.variables['XDG_STATE_HOME'] = operator.variables['XDG_STATE_HOME']
    return user


def sent(user: Operator, *words: str, version: str | None = None) -> list[tuple[str, str]]:
    """Method and version of the requests of a command line to the Bare Metal service."""
    result = user('--debug', *words, version=version).checked()
    return [(match['method'], match['version']) for match in _REQUEST.finditer(result.err)]


def remembered(user: Operator) -> list[Path]:
    """The files of what is remembered of versions."""
    return list(Path(user.variables['XDG_CACHE_HOME']).rglob('range-*'))


def test_older_cloud_takes_one_request_more_once(
    fresh: Operator, shared: versions.VersionRange
) -> None:
    newest, best = str(BAREMETAL.range.end), str(shared.end)
    expected = [('GET', newest)] + ([] if newest == best else [('GET', best)])
    assert sent(fresh, LIST) == expected
    assert sent(fresh, LIST) == [('GET', best)]
    files = remembered(fresh)
    # Of the sandbox in the process itself, nothing is remembered.
    assert bool(files) != fresh.is_sandbox
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} <= {0o600}


def test_write_is_sent_once_at_the_version_that_both_speak(
    fresh: Operator, rack: Rack, shared: versions.VersionRange
) -> None:
    rack.operator = fresh
    name = rack.enroll()
    requests = sent(fresh, 'baremetal-node-set', name, '--extra', 'a=1')
    assert [version for method, version in requests if method == 'PATCH'] == [str(shared.end)]
    assert fresh.node(name)['extra'] == {'a': 1}


def test_named_version_is_sent_as_it_is(fresh: Operator, shared: versions.VersionRange) -> None:
    for version in (str(shared.start), str(shared.end)):
        assert sent(fresh, LIST, version=version) == [('GET', version)]


def test_latest_is_left_to_the_cloud(fresh: Operator) -> None:
    # Below 1.43 the query of the newest version is refused, and the older path is asked.
    assert set(sent(fresh, LIST, version='latest')) == {('GET', 'latest')}


def test_named_version_beyond_the_cloud_ends_with_its_range(
    fresh: Operator, shared: versions.VersionRange
) -> None:
    newest = str(BAREMETAL.range.end)
    if newest == str(shared.end):
        pytest.skip(f'this cloud offers {shared.start} to {newest}, as this client speaks')
    result = fresh.unskipped('-f', 'json', LIST, version=newest)
    told = json.loads(result.err)
    assert (result.status, result.out) == (3, '')
    assert (told['needs_version'], told['cloud_range']) == (
        newest,
        f'{shared.start} to {shared.end}',
    )


def test_processes_that_ask_at_once_do_each_other_no_harm(
    process: Process, shared: versions.VersionRange
) -> None:
    with futures.ThreadPoolExecutor(PROCESSES) as pool:
        results = list(pool.map(lambda _: process('-f', 'json', LIST), range(PROCESSES)))
    assert [(result.status, result.err) for result in results] == [(0, '')] * PROCESSES
    assert sent(process, LIST) == [('GET', str(shared.end))]
