"""The sandbox's Placement service: its root, and what follows from Compute."""

from __future__ import annotations

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.client import HEADER, ask

PROVIDER = '11111111-2222-4333-8444-555555555555'


def test_catalog_leads_to_versions_that_need_no_login(cloud: Caller) -> None:
    outside = Caller(cloud.path, user=None)
    answer = outside('GET', '/placement/')
    assert answer.status == 200
    (version,) = answer.body['versions']
    assert (version['min_version'], version['max_version']) == ('1.0', '1.39')
    assert answer.headers[HEADER] == 'placement 1.0'
    assert outside('GET', '/placement/resource_providers').status == 401


def test_hosts_are_providers_as_hypervisors_show_them(cloud: Caller) -> None:
    listed = cloud('GET', '/v2.1/os-hypervisors/detail', '2.87').body['hypervisors']
    providers = ask(cloud, 'GET', '/resource_providers').body['resource_providers']
    assert {each['uuid']: each['name'] for each in providers} == {
        each['id']: each['hypervisor_hostname'] for each in listed
    }
    for host in listed:
        path = f'/resource_providers/{host["id"]}'
        inventories = ask(cloud, 'GET', f'{path}/inventories').body['inventories']
        used = ask(cloud, 'GET', f'{path}/usages').body['usages']
        assert inventories['VCPU']['total'] == host['vcpus']
        assert inventories['MEMORY_MB']['total'] == host['memory_mb']
        assert used['VCPU'] == host['vcpus_used']
        reserved = inventories['MEMORY_MB']['reserved']
        assert used['MEMORY_MB'] + reserved == host['memory_mb_used']


def test_a_server_is_a_consumer_while_it_is_there(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 60
    shown = ask(cloud, 'GET', f'/allocations/{server}').body
    assert shown['consumer_type'] == 'INSTANCE'
    assert shown['project_id'] == cloud.project
    (allocation,) = shown['allocations'].values()
    assert allocation['resources']['VCPU'] == 1
    cloud('DELETE', f'/v2.1/servers/{server}', '2.90')
    cloud.now += 60
    assert ask(cloud, 'GET', f'/allocations/{server}').body == {'allocations': {}}


def test_a_deleted_server_frees_what_was_written_of_it_too(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 60
    shown = ask(cloud, 'GET', f'/allocations/{server}').body
    assert ask(cloud, 'PUT', f'/allocations/{server}', shown).status == 204
    again = ask(cloud, 'GET', f'/allocations/{server}').body
    assert again['consumer_generation'] == shown['consumer_generation'] + 1
    cloud('DELETE', f'/v2.1/servers/{server}', '2.90')
    cloud.now += 60
    assert ask(cloud, 'GET', f'/allocations/{server}').body == {'allocations': {}}


def test_what_is_changed_of_a_host_is_kept(cloud: Caller) -> None:
    host = ask(cloud, 'GET', '/resource_providers?name=host1').body['resource_providers'][0]
    path = f'/resource_providers/{host["uuid"]}'
    body = {'traits': ['HW_CPU_X86_AVX'], 'resource_provider_generation': host['generation']}
    assert ask(cloud, 'PUT', f'{path}/traits', body).status == 200
    shown = ask(cloud, 'GET', f'{path}/traits').body
    assert shown == {'traits': ['HW_CPU_X86_AVX'], 'resource_provider_generation': 2}
    assert ask(cloud, 'PUT', f'{path}/traits', body).status == 409


def test_a_refused_write_changes_nothing(cloud: Caller) -> None:
    made = {'name': 'one', 'uuid': PROVIDER}
    assert ask(cloud, 'POST', '/resource_providers', made).status == 200
    path = f'/resource_providers/{PROVIDER}'
    amounts = {'VCPU': {'total': 1}}
    body = {'resource_provider_generation': 0, 'inventories': amounts}
    assert ask(cloud, 'PUT', f'{path}/inventories', body).status == 200
    consumer = {'project_id': 'p', 'user_id': 'u', 'consumer_type': 'A'}
    consumer |= {'consumer_generation': None}
    fits = {'allocations': {PROVIDER: {'resources': {'VCPU': 1}}}, **consumer}
    ids = ['22222222-2222-4333-8444-555555555555', '33333333-2222-4333-8444-555555555555']
    # One fits, two do not: neither is written.
    assert ask(cloud, 'POST', '/allocations', dict.fromkeys(ids, fits)).status == 409
    assert ask(cloud, 'GET', f'{path}/usages').body['usages'] == {'VCPU': 0}
    assert ask(cloud, 'POST', '/allocations', {ids[0]: fits}).status == 204
    assert ask(cloud, 'DELETE', path).status == 409


def test_a_member_of_a_project_sees_its_own_usages_alone(cloud: Caller) -> None:
    demo = cloud.other('demo')
    assert ask(demo, 'GET', f'/usages?project_id={demo.project}').status == 200
    assert ask(demo, 'GET', f'/usages?project_id={cloud.project}').status == 403
    assert ask(demo, 'GET', '/resource_providers').status == 403
