"""A service that is remembered to have no microversions, and has some by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import client as library
from novaclient_mv.services import BAREMETAL
from unit_tests import records
from unit_tests.baremetal.ironic import Ironic
from unit_tests.nova import Nova
from unit_tests.scripted import STANDARD_HEADER, ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')
DOCUMENT = ('GET', '/v2.1/', None)


def seen(cloud: ScriptedCloud) -> list[Any]:
    """Method, path and version of each request to Nova since the last look."""
    requests = [
        (each.method, each.path, (each.headers[STANDARD_HEADER] or ' ').split(' ')[1] or None)
        for each in cloud.requests
        if each.path.startswith('/v2.1')
    ]
    cloud.requests.clear()
    return requests


@pytest.fixture
def upgraded(nova: Nova, start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A cloud that was remembered without microversions, and was upgraded since."""
    cloud = start_cloud(microversions=False)
    cloud.on('GET', '/servers/detail', {'servers': [records.server()]})
    cloud.on('DELETE', '/os-keypairs/*', None, status=202)
    assert nova(*LIST, cloud=cloud).status == 0
    assert seen(cloud) == [DOCUMENT, ('GET', '/v2.1/servers/detail', None)]
    assert nova(*LIST, cloud=cloud).status == 0
    assert seen(cloud) == [('GET', '/v2.1/servers/detail', None)]
    cloud.nova.microversions = True
    return cloud


def test_read_chooses_its_version_anew(nova: Nova, upgraded: ScriptedCloud) -> None:
    result = nova(*LIST, cloud=upgraded)
    assert (result.lines, result.err, result.status) == (['web1'], '', 0)
    listed = ('GET', '/v2.1/servers/detail')
    assert seen(upgraded) == [(*listed, None), DOCUMENT, (*listed, '2.53')]
    assert nova(*LIST, cloud=upgraded).lines == ['web1']
    assert seen(upgraded) == [(*listed, '2.53')]


def test_write_is_not_sent_again_and_the_next_run_asks(nova: Nova, upgraded: ScriptedCloud) -> None:
    assert nova('keypair-delete', 'mine', cloud=upgraded).status == 0
    assert seen(upgraded) == [('DELETE', '/v2.1/os-keypairs/mine', None)]
    assert nova(*LIST, cloud=upgraded).status == 0
    assert seen(upgraded) == [DOCUMENT, ('GET', '/v2.1/servers/detail', '2.53')]


def test_program_goes_on_and_the_next_one_asks(nova: Nova, upgraded: ScriptedCloud) -> None:
    variables = nova.variables(upgraded, {})
    # Programs have no clock of a test.
    for has_versions, sent in (
        (False, [None, None]),
        (True, [None]),
        (True, [None, '2.53']),
        (True, ['2.53']),
    ):
        upgraded.nova.microversions = has_versions
        client = library.from_cloud(None, variables=variables)
        assert [server.name for server in client.servers.list()] == ['web1']
        assert [version for _, _, version in seen(upgraded)] == sent


def test_older_api_beside_it_has_none_for_good(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud('/v2/PROJECT')
    for _ in range(2):
        assert nova(*LIST, cloud=cloud).status == 0
    assert len([each for each in cloud.requests if each.path.startswith('/v2')]) == 2


@pytest.mark.parametrize('is_named', [False, True])
def test_service_whose_answers_tell_its_range_is_believed(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud], is_named: bool
) -> None:
    cloud = start_cloud(catalog={'baremetal': '/baremetal'})
    words = ('--os-baremetal-api-version', '1.0') if is_named else ()
    Ironic(cloud, minimum=None)
    for _ in range(2):
        assert nova('baremetal-node-list', cloud=cloud).status == 0
    ironic = Ironic(cloud, maximum='1.58')
    assert nova(*words, 'baremetal-node-list', cloud=cloud).status == 0
    assert nova('baremetal-node-list', cloud=cloud).status == 0
    versions = [each.split(' ')[0] for each in ironic.wire]
    assert versions == ['-', '1.58'] if is_named else ['-', '1.58', '1.58']
    assert str(BAREMETAL.range.end) not in versions


@pytest.mark.parametrize('maximum', ['2.53', '2.90'])
def test_command_that_needs_more_than_is_remembered_asks_once(
    nova: Nova, cloud: ScriptedCloud, maximum: str
) -> None:
    assert nova(*LIST, cloud=cloud).status == 0
    seen(cloud)
    cloud.nova.maximum = maximum
    status = nova(*LIST, '--locked', 'true', cloud=cloud).status
    listed = [('GET', '/v2.1/servers/detail', maximum)]
    # It is of 2.73.
    assert (status, seen(cloud)) == (
        (0, [DOCUMENT, *listed]) if maximum == '2.90' else (3, [DOCUMENT])
    )
