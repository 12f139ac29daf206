"""Consoles of servers: what is asked at each version, what is shown, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

WEB = records.server(1, 'web')
ID = WEB['id']
URL = 'http://10.0.0.1:6080/vnc_lite.html?path=%3Ftoken%3Dt'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    records.add_server(cloud, WEB)
    cloud.on('POST', f'/servers/{ID}/action', _old_console)
    cloud.on('POST', f'/servers/{ID}/remote-consoles', _new_console)
    return cloud


def _old_console(request: Request) -> Any:
    ((action, wanted),) = request.body.items()
    if action == 'os-getConsoleOutput':
        return {'output': 'first\nlast'}
    return {'console': {'type': wanted['type'], 'url': URL}}


def _new_console(request: Request) -> Any:
    return {'remote_console': {**request.body['remote_console'], 'url': URL}}


def written(cloud: ScriptedCloud) -> list[tuple[str, Any]]:
    """The writes to the server, each as the end of its path and its body."""
    places = [each.rpartition('/')[2] for each in exchange.writes(cloud)]
    return list(zip(places, exchange.bodies(cloud), strict=True))


@pytest.mark.parametrize(
    ('words', 'action'),
    [
        (('get-vnc-console', ID, 'novnc'), {'os-getVNCConsole': {'type': 'novnc'}}),
        (('get-vnc-console', ID, 'xvpvnc'), {'os-getVNCConsole': {'type': 'xvpvnc'}}),
        (('get-spice-console', ID, 'spice-html5'), {'os-getSPICEConsole': {'type': 'spice-html5'}}),
        (('get-rdp-console', ID, 'rdp-html5'), {'os-getRDPConsole': {'type': 'rdp-html5'}}),
        (('get-serial-console', ID), {'os-getSerialConsole': {'type': 'serial'}}),
    ],
)
def test_console_is_an_action_of_its_own_up_to_2_5(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], action: dict[str, Any]
) -> None:
    result = nova(*words, version='2.5', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert written(cloud) == [('action', action)]


@pytest.mark.parametrize(
    ('words', 'protocol', 'kind'),
    [
        (('server-console-vnc', ID, 'novnc'), 'vnc', 'novnc'),
        (('server-console-spice', ID, 'spice-html5'), 'spice', 'spice-html5'),
        (('server-console-rdp', ID, 'rdp-html5'), 'rdp', 'rdp-html5'),
        (('server-console-serial', ID, '--console-type', 'serial'), 'serial', 'serial'),
    ],
)
def test_console_is_a_remote_console_from_2_6(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], protocol: str, kind: str
) -> None:
    result = nova(*words, version='2.6', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    wanted = {'remote_console': {'protocol': protocol, 'type': kind}}
    assert written(cloud) == [('remote-consoles', wanted)]


def test_console_is_shown_with_its_type_and_url(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('get-vnc-console', 'web', 'novnc', version='2.5', cloud=cloud)
    assert exchange.table(result) == [['Type', 'Url'], ['novnc', URL]]
    shown = json.loads(nova('get-vnc-console', 'web', 'novnc', '-f', 'json', cloud=cloud).out)
    assert shown == [{'protocol': 'vnc', 'type': 'novnc', 'url': URL}]


def test_direct_spice_console_exists_from_2_99(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-console-spice', ID, 'spice-direct')
    assert nova(*words, version='2.99', cloud=cloud).status == 0
    wanted = {'remote_console': {'protocol': 'spice', 'type': 'spice-direct'}}
    assert written(cloud) == [('remote-consoles', wanted)]


def test_console_log_is_printed_as_it_is(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('console-log', 'web', cloud=cloud)
    assert (result.out, result.status) == ('first\nlast\n', 0)
    assert written(cloud) == [('action', {'os-getConsoleOutput': {'length': None}})]


def test_length_of_the_console_log_is_sent_as_it_was_typed(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    assert nova('console-log', '--length', '20', ID, cloud=cloud).status == 0
    assert nova('console-log', '--length', '-1', ID, cloud=cloud).status == 0
    lengths = [body['os-getConsoleOutput']['length'] for _, body in written(cloud)]
    assert lengths == ['20', '-1']


def test_library_refuses_types_that_a_version_lacks(connect: Connect, cloud: ScriptedCloud) -> None:
    refused = (('2.5', 'webmks'), ('2.7', 'webmks'), ('2.98', 'spice-direct'), (NEWEST, 'vnc'))
    for version, console_type in refused:
        with pytest.raises(exceptions.UnsupportedConsoleType):
            connect(cloud, version).servers.get_console_url(ID, console_type)
    assert written(cloud) == []


def test_server_of_the_library_has_its_consoles(connect: Connect, cloud: ScriptedCloud) -> None:
    server = connect(cloud, '2.90').servers.get(ID)
    assert server.get_console_output(length=5) == 'first\nlast'
    assert server.get_vnc_console('novnc')['remote_console']['url'] == URL
    assert server.get_mks_console()['remote_console']['type'] == 'webmks'
    assert server.get_serial_console('serial').request_ids
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        connect(cloud, '2.7').servers.get(ID).get_mks_console()
