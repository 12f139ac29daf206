"""Extensions of the API, which every version lists."""

from __future__ import annotations

import json

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

KEYPAIRS = {
    'alias': 'os-keypairs',
    'name': 'Keypairs',
    'description': 'Keypair Support.',
    'namespace': 'http://docs.openstack.org/compute/ext/fake_xml',
    'updated': '2014-12-03T00:00:00Z',
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/extensions', {'extensions': [{**KEYPAIRS, 'links': []}]})
    cloud.on('GET', '/extensions/os-keypairs', {'extension': {**KEYPAIRS, 'links': []}})
    return cloud


@pytest.mark.parametrize('version', ['2.0', '2.1', NEWEST])
def test_extensions_are_listed_and_shown(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    listed = nova('extension-list', version=version, cloud=cloud)
    assert exchange.table(listed)[0] == ['Name', 'Alias', 'Description', 'Updated']
    assert exchange.table(listed)[1][:2] == ['Keypairs', 'os-keypairs']
    shown = nova('extension-show', 'os-keypairs', '-f', 'json', version=version, cloud=cloud)
    assert json.loads(shown.out) == KEYPAIRS
    assert nova('extension-show', 'os-none', version=version, cloud=cloud).status == 5


def test_extensions_of_the_library(connect: Connect, cloud: ScriptedCloud) -> None:
    (found,) = connect(cloud, '2.1').extensions.list()
    assert (found.id, str(found)) == ('os-keypairs', '<Extension: os-keypairs>')
    found.get()
    assert exchange.sent(cloud)[-1] == 'GET /extensions/os-keypairs'
