"""Contents of a new sandbox from a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from novaclient_mv import sandbox
from novaclient_mv.sandbox.state import contents
from unit_tests.sandbox.caller import Caller

SEED: dict[str, Any] = {
    'projects': ['lab'],
    'hosts': ['rack1', 'rack2', 'rack3'],
    'flavors': [
        {
            'name': 'big',
            'ram': 8192,
            'disk': 40,
            'vcpus': 4,
            'extra_specs': {'hw:cpu_policy': 'shared'},
        }
    ],
    'images': [{'name': 'debian', 'min_disk': 2, 'properties': {'os_distro': 'debian'}}],
    'networks': [{'name': 'inner', 'cidr': 'fd00::/64'}],
    'servers': [
        {'name': 'one', 'project': 'lab', 'host': 'rack3', 'tags': ['b', 'a']},
        {'name': 'two', 'project': 'lab', 'status': 'SHUTOFF', 'metadata': {'role': 'spare'}},
    ],
}


def test_seed_says_what_is_there(path: Path) -> None:
    admin = Caller(path, seed=SEED)
    computes = admin('GET', '/v2.1/os-services?binary=nova-compute').body['services']
    assert [each['host'] for each in computes] == ['rack1', 'rack2', 'rack3']
    (flavor,) = admin('GET', '/v2.1/flavors/detail', '2.61').body['flavors']
    assert (flavor['name'], flavor['ram'], flavor['vcpus']) == ('big', 8192, 4)
    assert flavor['extra_specs'] == {'hw:cpu_policy': 'shared'}
    (image,) = admin('GET', '/image/v2/images').body['images']
    assert (image['name'], image['min_disk'], image['os_distro']) == ('debian', 2, 'debian')
    (subnet,) = admin('GET', '/network/v2.0/subnets').body['subnets']
    assert (subnet['ip_version'], subnet['gateway_ip']) == (6, 'fd00::1')


def test_seeded_project_has_a_user_of_its_name_and_its_servers(path: Path) -> None:
    lab = Caller(path, 'lab', seed=SEED)
    shown = {
        each['name']: each for each in lab('GET', '/v2.1/servers/detail', '2.90').body['servers']
    }
    assert set(shown) == {'one', 'two'}
    assert shown['one']['tags'] == ['a', 'b']
    assert shown['two']['status'] == 'SHUTOFF'
    assert shown['two']['metadata'] == {'role': 'spare'}
    assert lab('GET', '/v2.1/os-services').status == 403
    admin = lab.other('admin')
    hosts = admin('GET', '/v2.1/servers/detail?all_tenants=1', '2.90').body['servers']
    assert {each['OS-EXT-SRV-ATTR:host'] for each in hosts} == {'rack3', 'rack2'}


def test_server_can_be_made_where_no_network_is_called_private(path: Path) -> None:
    lab = Caller(path, 'lab', seed=SEED)
    flavor = lab('GET', '/v2.1/flavors').body['flavors'][0]['id']
    id = lab.boot(flavorRef=flavor)
    lab.now += 10
    assert list(lab.server(id)['addresses']) == ['inner']


def test_kinds_that_a_seed_does_not_name_are_as_usual() -> None:
    found = contents.read({'hosts': ['rack1']})
    assert found.hosts == ('rack1',)
    assert found._replace(hosts=contents.USUAL.hosts) == contents.USUAL


def test_seed_of_the_documentation_is_one() -> None:
    page = Path(__file__).parents[3] / 'doc' / 'source' / 'reference' / 'sandbox.rst'
    block = page.read_text().partition('.. seed-begin')[2].partition('.. seed-end')[0]
    found = contents.read(yaml.safe_load(block.partition('code-block:: yaml')[2]))
    assert [each.name for each in found.servers] == ['build-1', 'build-2']


@pytest.mark.parametrize(
    ('document', 'words'),
    [
        ({'racks': []}, "'racks'"),
        ({'flavors': [{'ram': 1}]}, r"\$.flavors\[0\]: 'name' is a required property"),
        ({'servers': [{'name': 'x', 'flavor': 'none'}]}, 'x has the flavor none'),
        ({'servers': [{'name': 'x', 'project': 'none'}]}, 'x has the project none'),
        ({'hosts': []}, 'servers need a flavor, an image and a host'),
        ({'networks': [{'name': 'n', 'cidr': 'here'}]}, "n has the network 'here'"),
    ],
)
def test_wrong_seed_is_refused_with_the_place(document: dict[str, Any], words: str) -> None:
    with pytest.raises(sandbox.SandboxError, match=words):
        contents.read(document)


def test_seed_is_not_poured_into_a_state_that_is_filled(path: Path) -> None:
    assert Caller(path)('GET', '/v2.1/servers').status == 200
    with pytest.raises(sandbox.SandboxError, match='filled already'):
        sandbox.serve(path, port=0, seed=SEED)
