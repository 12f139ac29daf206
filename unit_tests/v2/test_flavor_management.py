"""Flavors by administrators: create, update from 2.55, delete, extra specs, access of projects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

FLAVOR = {
    'id': 'f1',
    'name': 'small',
    'ram': 512,
    'disk': 1,
    'vcpus': 1,
    'swap': '',
    'rxtx_factor': 1.0,
    'OS-FLV-EXT-DATA:ephemeral': 0,
    'os-flavor-access:is_public': False,
    'description': None,
}
ACCESS = {'flavor_access': [{'flavor_id': 'f1', 'tenant_id': 'p1'}]}
SPECS = '/flavors/f1/os-extra_specs'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one private flavor."""
    cloud = start_cloud(maximum=NEWEST)
    for method, path in (('GET', '/flavors/f1'), ('POST', '/flavors'), ('PUT', '/flavors/f1')):
        cloud.on(method, path, {'flavor': FLAVOR})
    cloud.on('DELETE', '/flavors/f1', status=202)
    cloud.on('GET', '/flavors', {'flavors': [{'id': 'f1', 'name': 'small'}]})
    cloud.on('GET', '/flavors/small', fault(404, 'No flavor.'))
    cloud.on('POST', SPECS, lambda request: request.body)
    cloud.on('DELETE', f'{SPECS}/*')
    cloud.on('GET', '/flavors/f1/os-flavor-access', ACCESS)
    cloud.on('POST', '/flavors/f1/action', ACCESS)
    return cloud


def body(**fields: Any) -> dict[str, Any]:
    """Return the body of a creation without options, with other fields."""
    return {
        'name': 'new',
        'id': 'n1',
        'ram': 512,
        'disk': 0,
        'vcpus': 2,
        'swap': 0,
        'OS-FLV-EXT-DATA:ephemeral': 0,
        'os-flavor-access:is_public': True,
        **fields,
    }


@pytest.mark.parametrize(
    ('version', 'words', 'flavor'),
    [
        ('2.54', (), body(rxtx_factor=1.0)),
        ('2.101', (), body(rxtx_factor=1.0)),
        ('2.102', (), body()),
        (
            '2.55',
            ('--description', 'd', '--rxtx-factor', '2.5', '--is-public', 'no', '--swap', '9'),
            body(
                **{'os-flavor-access:is_public': False},
                description='d',
                rxtx_factor=2.5,
                swap=9,
            ),
        ),
        (
            NEWEST,
            ('--ephemeral', '7', '--description', ''),
            body(**{'OS-FLV-EXT-DATA:ephemeral': 7, 'description': ''}),
        ),
    ],
)
def test_create_sends_what_its_version_takes(
    nova: Nova, cloud: ScriptedCloud, version: str, words: tuple[str, ...], flavor: Any
) -> None:
    words = ('flavor-create', 'new', 'n1', '512', '0', '2', *words)
    assert nova(*words, version=version, cloud=cloud).status == 0
    assert exchange.sent(cloud) == ['POST /flavors']
    assert exchange.bodies(cloud) == [{'flavor': flavor}]


def test_id_auto_lets_the_cloud_choose(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('flavor-create', 'new', 'auto', '512', '0', '2', cloud=cloud)
    assert exchange.bodies(cloud) == [{'flavor': body(id=None)}]


def test_a_factor_makes_us_step_down(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('flavor-create', 'new', 'n1', '512', '0', '2', '--rxtx-factor', '2')
    result = nova(*words, cloud=cloud)
    assert f'using API version 2.101 instead of {NEWEST}' in result.err
    assert exchange.bodies(cloud)[0]['flavor']['rxtx_factor'] == 2.0


@pytest.mark.parametrize('number', ['0', '-1', 'much', '1.5'])
def test_memory_is_a_number_from_1(nova: Nova, cloud: ScriptedCloud, number: str) -> None:
    assert nova('flavor-create', 'new', 'n1', number, '0', '2', cloud=cloud).status == 2
    assert cloud.requests == []


@pytest.mark.parametrize(
    ('version', 'last'),
    [
        ('2.54', ['VCPUs', 'RXTX_Factor', 'Is_Public']),
        ('2.101', ['RXTX_Factor', 'Is_Public', 'Description']),
        ('2.102', ['VCPUs', 'Is_Public', 'Description']),
    ],
)
def test_create_shows_a_row_with_the_columns_of_its_version(
    nova: Nova, cloud: ScriptedCloud, version: str, last: list[str]
) -> None:
    words = ('flavor-create', 'new', 'n1', '512', '0', '2')
    titles, row = exchange.table(nova(*words, version=version, cloud=cloud))
    assert titles[-3:] == last
    assert row[:3] == ['f1', 'small', '512']
    assert isinstance(json.loads(nova(*words, '-f', 'json', cloud=cloud).out), dict)


def test_update_exists_from_2_55(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('flavor-update', 'f1', 'text', version='2.54', cloud=cloud).status == 2
    assert exchange.sent(cloud) == []
    result = nova('flavor-update', 'f1', 'text', version='2.55', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /flavors/f1', 'PUT /flavors/f1']
    assert exchange.bodies(cloud) == [{'flavor': {'description': 'text'}}]
    assert exchange.table(result)[0][-1] == 'Description'
    assert nova('flavor-update', 'f1', '', version='2.55', cloud=cloud).status == 0
    assert exchange.bodies(cloud)[-1] == {'flavor': {'description': None}}


def test_delete_finds_private_flavors_by_name(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('flavor-delete', 'small', cloud=cloud).out == ''
    assert exchange.sent(cloud) == [
        'GET /flavors/small',
        'GET /flavors?is_public=None',
        'GET /flavors/f1',
        'DELETE /flavors/f1',
    ]


def test_keys_are_set_in_one_request(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('flavor-key', 'f1', 'set', 'a:b=c=d', 'e=', cloud=cloud)
    assert (result.status, result.out) == (0, '')
    assert exchange.writes(cloud) == [f'POST {SPECS}']
    assert exchange.bodies(cloud) == [{'extra_specs': {'a:b': 'c=d', 'e': ''}}]


def test_a_key_to_set_needs_a_value(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('flavor-key', 'f1', 'set', 'a=b', 'c', cloud=cloud)
    assert (result.status, result.err) == (2, 'nova-mv: c is not of the form key=value.\n')
    assert exchange.sent(cloud) == []


def test_each_key_is_unset_whatever_becomes_of_the_others(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('DELETE', f'{SPECS}/none', fault(404, 'No such key.'))
    result = nova('flavor-key', 'f1', 'unset', 'a', 'none', 'b=c', cloud=cloud)
    assert result.status == 8
    assert sorted(exchange.writes(cloud)) == [f'DELETE {SPECS}/{key}' for key in ('a', 'b', 'none')]


def test_all_keys_are_unset(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', SPECS, {'extra_specs': {'a': '1', 'b:c': '2'}})
    assert nova('flavor-key', 'f1', 'unset', '--all', version='2.60', cloud=cloud).status == 0
    assert sorted(exchange.writes(cloud)) == [f'DELETE {SPECS}/{key}' for key in ('a', 'b:c')]


@pytest.mark.parametrize('words', [('set', '--all'), ('unset',), ('unset', '--all', 'a')])
def test_all_extra_specs_or_some_keys_are_named(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('flavor-key', 'f1', *words, cloud=cloud).status == 2
    assert exchange.sent(cloud) == []


def test_access_is_listed_given_and_taken(nova: Nova, cloud: ScriptedCloud) -> None:
    listed = nova('flavor-access-list', '--flavor', 'f1', cloud=cloud)
    nova('flavor-access-add', 'f1', 'p1', cloud=cloud)
    nova('flavor-access-remove', 'f1', 'p1', cloud=cloud)
    assert exchange.table(listed) == [['Flavor_ID', 'Tenant_ID'], ['f1', 'p1']]
    assert exchange.bodies(cloud) == [
        {'addTenantAccess': {'tenant': 'p1'}},
        {'removeTenantAccess': {'tenant': 'p1'}},
    ]


def test_access_of_a_public_flavor_is_not_asked_for(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/flavors/f1', {'flavor': {**FLAVOR, 'os-flavor-access:is_public': True}})
    result = nova('flavor-access-list', '--flavor', 'f1', cloud=cloud)
    assert (result.status, result.err) == (
        5,
        'nova-mv: small is public: every project may use it.\n',
    )
    assert exchange.sent(cloud) == ['GET /flavors/f1']


def test_access_list_needs_a_flavor(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('flavor-access-list', cloud=cloud).status == 2
    assert cloud.requests == []


def test_flavor_acts_through_its_manager(cloud: ScriptedCloud, connect: Connect) -> None:
    flavor = connect(cloud, NEWEST).flavors.get('f1')
    assert flavor.set_keys({'a': 'b'}) == {'a': 'b'}
    flavor.unset_keys(['a', 'c'])
    assert flavor.update('text').name == 'small'
    flavor.delete()
    assert exchange.writes(cloud) == [
        f'POST {SPECS}',
        f'DELETE {SPECS}/a',
        f'DELETE {SPECS}/c',
        'PUT /flavors/f1',
        'DELETE /flavors/f1',
    ]


def test_access_tells_flavor_and_project_as_programs_print_it(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    # horizon 24.0 logs what python-novaclient's resource tells of itself.
    access = connect(cloud, NEWEST).flavor_access.list(flavor='f1')
    assert [repr(one) for one in access] == ['<FlavorAccess flavor id: f1, tenant id: p1>']
