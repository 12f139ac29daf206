"""Shares of servers, from 2.97 on: bodies, fields for each role, waits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

WEB = records.server(1, 'web')
ID = WEB['id']
SHARE = '0a1b2c3d-0000-4000-8000-00000000000a'
PLACE = f'/servers/{ID}/shares'
SHOWN = {'share_id': SHARE, 'status': 'inactive', 'tag': SHARE}
FOR_ADMINISTRATORS = {'uuid': 'u1', 'export_location': '10.0.0.50:/mnt/foo'}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    records.add_server(cloud, WEB)
    cloud.on('GET', PLACE, {'shares': [SHOWN]})
    cloud.on('GET', f'{PLACE}/{SHARE}', {'share': {**SHOWN, **FOR_ADMINISTRATORS}})
    cloud.on('POST', PLACE, {'share': {**SHOWN, 'status': 'attaching'}}, 201)
    cloud.on('DELETE', f'{PLACE}/{SHARE}')
    return cloud


@pytest.mark.parametrize('version', ['2.97', NEWEST])
def test_shares_are_listed(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    result = nova('server-share-list', 'web', version=version, cloud=cloud)
    assert exchange.table(result) == [['Share ID', 'Status', 'Tag'], [SHARE, 'inactive', SHARE]]


def test_share_is_shown_with_what_administrators_see(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-share-show', ID, SHARE, '-f', 'json')
    assert json.loads(nova(*words, cloud=cloud).out) == {**SHOWN, **FOR_ADMINISTRATORS}
    cloud.on('GET', f'{PLACE}/{SHARE}', {'share': SHOWN})
    shown = json.loads(nova(*words, cloud=cloud).out)
    assert shown == {**SHOWN, 'uuid': None, 'export_location': None}


@pytest.mark.parametrize(
    ('words', 'more'), [((), {}), (('--tag', 'data'), {'tag': 'data'})], ids=['bare', 'tag']
)
def test_share_is_attached_with_what_was_given(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], more: dict[str, str]
) -> None:
    result = nova('server-share-attach', 'web', SHARE, *words, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert exchange.bodies(cloud) == [{'share': {'share_id': SHARE, **more}}]
    assert exchange.properties(result) == {'share_id': SHARE, 'status': 'attaching', 'tag': SHARE}


@pytest.mark.parametrize(('end', 'status'), [('inactive', 0), ('active', 0), ('error', 1)])
def test_attach_is_waited_for(nova: Nova, cloud: ScriptedCloud, end: str, status: int) -> None:
    def shown(request: Request) -> Any:
        return {'share': {**SHOWN, 'status': end if nova.clock.sleeps else 'attaching'}}

    cloud.on('GET', f'{PLACE}/{SHARE}', shown)
    result = nova('server-share-attach', ID, SHARE, '--wait', '-f', 'json', cloud=cloud)
    assert result.status == status
    assert len(nova.clock.sleeps) == 1
    if not status:
        assert json.loads(result.out)['status'] == end


def test_detach_is_waited_for_until_the_share_is_gone(nova: Nova, cloud: ScriptedCloud) -> None:
    def shown(request: Request) -> Any:
        return fault(404, 'Gone') if nova.clock.sleeps else {'share': SHOWN}

    cloud.on('GET', f'{PLACE}/{SHARE}', shown)
    assert nova('server-share-detach', ID, SHARE, '--wait', cloud=cloud).status == 0
    assert exchange.writes(cloud) == [f'DELETE {PLACE}/{SHARE}']
    assert len(nova.clock.sleeps) == 1


def test_shares_of_the_library(connect: Connect, cloud: ScriptedCloud) -> None:
    shares = connect(cloud, '2.97').server_shares
    (found,) = shares.list(ID)
    assert (found.id, str(found)) == (SHARE, f'<ServerShare: {SHARE}>')
    found.get()
    assert found.export_location == FOR_ADMINISTRATORS['export_location']
    shares.delete(ID, shares.get(ID, SHARE))
    assert exchange.writes(cloud) == [f'DELETE {PLACE}/{SHARE}']
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        connect(cloud, '2.96').server_shares.list(ID)
