"""``client.may`` and ``knowledge.may``: what a login may do, without a request of the operation."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from keystoneauth1.identity import v3

from novaclient_mv import errors, knowledge
from novaclient_mv.baremetal.v1.client import Client as BaremetalClient
from novaclient_mv.placement.v1.client import Client as PlacementClient
from novaclient_mv.services import BAREMETAL
from novaclient_mv.v2.client import Client
from unit_tests import cases
from unit_tests.scripted import StartCloud, fault

LIVE = 'POST /servers/{server_id}/action os-migrateLive'
HOST = {'os-migrateLive': {'host': 'host1'}}
LIVE_RULE = 'os_compute_api:os-migrate-server:migrate_live'
ENDS = (('Minimum', 1), ('Maximum', 87))
TENANTS = 'os_compute_api:servers:detail:get_all_tenants'


@cases.one_test_of(
    'operation, roles, options, expected',
    [
        # Names in braces vary, ids may stand there, and the method is spelt as one likes.
        ('DELETE /servers/{server_id}', ('reader',), {'release': 'zed'}, 'depends'),
        ('DELETE /servers/1', ('member',), {'release': '2023.1'}, 'depends'),
        ('GET /os-hypervisors', ('admin',), {}, 'yes'),
        (LIVE, ('manager',), {'release': 'epoxy'}, 'no'),
        (LIVE, ('manager',), {'release': 'flamingo'}, 'depends'),
        # What the request carries asks further rules.
        (LIVE, ('manager',), {'release': 'flamingo', 'body': HOST}, 'no'),
        ('GET /servers/detail', ('member',), {}, 'depends'),
        ('GET /servers/detail', ('member',), {'query': {'all_tenants': 1}}, 'no'),
        # The version lacks the operation.
        ('GET /os-floating-ips', ('admin',), {'release': 'wallaby'}, 'no'),
        ('GET /servers', ('admin',), {'release': 'pike', 'version': '2.54'}, 'no'),
        ('GET /servers', ('admin',), {'release': 'pike', 'version': '2.0'}, 'yes'),
        ('GET /spam', ('admin',), {}, 'unknown'),
        ('POST /servers/{id}/action', ('admin',), {}, 'unknown'),
        ('GET /resource_providers', ('admin',), {'service': 'placement'}, 'yes'),
        ('POST /reshaper', ('admin',), {'service': 'placement', 'release': 'caracal'}, 'yes'),
        ('POST /reshaper', ('admin',), {'service': 'placement', 'release': 'dalmatian'}, 'no'),
        ('POST /v1/nodes', ('admin',), {'service': 'baremetal', 'release': '2023.2'}, 'yes'),
        (
            'PATCH /nodes/{id}',
            ('member',),
            {'service': 'baremetal', 'body': [{'op': 'add', 'path': '/owner', 'value': 'p'}]},
            'no',
        ),
        (
            'GET /conductors',
            ('reader',),
            {'service': 'baremetal', 'scope': 'system', 'release': 'hibiscus'},
            'yes',
        ),
    ],
)
def test_answer_is_that_of_version_and_policy(
    operation: str, roles: tuple[str, ...], options: dict[str, Any], expected: str
) -> None:
    permission = knowledge.may(operation, roles, **options)
    assert permission.answer == expected
    assert bool(permission) == (expected in ('yes', 'depends'))


def test_what_nobody_has_is_refused() -> None:
    with pytest.raises(LookupError, match='Unknown service spam'):
        knowledge.may('GET /servers', ['admin'], service='spam')
    with pytest.raises(errors.CommandError, match=r'Unknown release .spam.'):
        knowledge.may('GET /servers', ['admin'], release='spam')
    with pytest.raises(errors.UnsupportedVersion):
        knowledge.may('GET /servers', ['admin'], version='spam')


def test_form_is_that_of_a_command_line_without_the_command() -> None:
    form = knowledge.may(LIVE, ['member'], release='2023.2', version='2.90').as_mapping()
    assert form == {
        'answer': 'no',
        'roles': ['member'],
        'scope': {'project': None},
        'release': 'Bobcat',
        'releases': ['Bobcat'],
        'by': 'defaults',
        'needs': [
            {
                'rule': LIVE_RULE,
                'operation': 'POST /servers/{id}/action os-migrateLive',
                'role': 'admin',
                'answer': 'no',
            }
        ],
        'versions': {'start': '2.0', 'end': None},
    }
    refused = knowledge.may('GET /os-floating-ips', ['admin'], scope='system').as_mapping()
    assert (refused['answer'], refused['scope']) == ('no', {'system': 'all'})
    assert refused['versions'] == {'start': '2.0', 'end': '2.35'}
    assert 'needs API version 2.35 (Newton) or earlier; this is 2.10' in refused['reason']


def test_client_asks_for_login_and_versions_once(start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.100')
    cloud.keystone.roles = ('manager',)
    with Client('2.90', **cloud.credentials()) as client:
        permission = client.may(LIVE)
        assert cloud.wire()[-1] == 'GET /v2.1/'
        before = cloud.wire()
        form = permission.as_mapping()
        # Epoxy and Flamingo share their newest version, and do not agree.
        assert (permission.answer, form['releases']) == ('depends', ['Epoxy', 'Flamingo'])
        assert form['by_release'] == {'Epoxy': 'no', 'Flamingo': 'depends'}
        assert form['scope'] == {'project': 'demo'}
        assert form['roles'] == ['manager']
        assert client.may(LIVE, release='epoxy').answer == 'no'
        assert client.may(LIVE, HOST).answer == 'no'
        assert client.may('GET /servers/detail', query={'all_tenants': 1}).needs[-1].rule == TENANTS
        assert client.with_version('2.30').may('GET /os-floating-ips').answer == 'depends'
        assert client.may('GET /os-floating-ips').refusal is not None
        assert client.may('GET /spam').answer == 'unknown'
        assert client.may(LIVE, release='pike').as_mapping()['release'] == 'Pike'
        assert cloud.wire() == before
    assert not [line for line in before if '/servers' in line or '/os-' in line]


def test_cloud_without_microversions_and_roles_that_are_unknown(start_cloud: StartCloud) -> None:
    old = start_cloud('/v2/PROJECT', microversions=False)
    with Client('2.0', **old.credentials()) as client:
        assert client.may('GET /servers').answer == 'unknown'
    cloud = start_cloud()
    with Client('2.90', **cloud.credentials()) as client:
        assert (
            client.may('GET /servers')
            .as_mapping()['reason']
            .startswith('API version 2.90 is not available: this cloud offers 2.1 to 2.53')
        )
    cloud.keystone.roles = None
    with Client('2.1', **cloud.credentials()) as client:
        assert client.may('GET /servers').answer == 'unknown'


def test_clients_of_other_services(start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'placement': '/place', 'baremetal': '/metal'})
    entry = {'id': 'v1.0', 'min_version': '1.0', 'max_version': '1.36', 'status': 'CURRENT'}
    cloud.on('GET', '/place/', {'versions': [{**entry, 'links': [{'rel': 'self', 'href': ''}]}]})
    headers = {f'X-OpenStack-Ironic-API-{end}-Version': f'1.{number}' for end, number in ENDS}
    cloud.on('GET', '/metal/v1/', {}, headers=headers)
    auth = v3.Password(**cloud.credentials())
    placement = PlacementClient('1.30', auth=auth)
    permission = placement.may('GET /resource_providers')
    assert permission.answer == 'no'
    assert permission.as_mapping()['releases'] == ['Train', 'Ussuri', 'Victoria', 'Wallaby']
    metal = BaremetalClient('1.80', auth=auth)
    refused = metal.may('POST /v1/nodes')
    assert (refused.answer, refused.needs[0].role) == ('no', 'admin')
    assert refused.as_mapping()['releases'] == ['Bobcat']
    assert metal.may('GET /drivers/{driver_name}').service == BAREMETAL
    assert len(cloud.wire()) == 3


def test_error_of_the_library_has_rule_and_roles_and_the_message_of_the_cloud(
    start_cloud: StartCloud,
) -> None:
    cloud = start_cloud(maximum='2.100')
    cloud.keystone.roles = ('reader', 'member')
    rule = 'os_compute_api:os-hypervisors:list'
    text = f"Policy doesn't allow {rule} to be performed."
    cloud.on('GET', '/os-hypervisors*', fault(403, text))
    cloud.on('GET', '/os-services', fault(403, 'Forbidden by a proxy.'))
    with Client('2.90', **cloud.credentials()) as client:
        with pytest.raises(errors.Forbidden) as caught:
            client.hypervisors.list()
        number = len(cloud.requests)
        error = pickle.loads(pickle.dumps(caught.value))
        assert error.message == text
        assert str(error).startswith(f'{text} (HTTP 403) (Request-ID: ')
        assert (error.rule, error.needs_role) == (rule, 'admin')
        assert error.roles == ('reader', 'member')
        with pytest.raises(errors.Forbidden) as caught:
            client.services.list()
        assert (caught.value.rule, caught.value.needs_role, caught.value.roles) == (None,) * 3
    # A login, its version document, and one request each.
    assert number == len(cloud.requests) - 1 == 3
