"""Flavors that administrators make, what hangs on them, and who may use them."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

FLAVOR = {'name': 'big', 'id': '77', 'ram': 1024, 'disk': 10, 'vcpus': 2}


def _create(cloud: Caller, version: str = '2.90', **keys: Any) -> Answer:
    return cloud('POST', '/v2.1/flavors', version, {'flavor': {**FLAVOR, **keys}})


def _extra(cloud: Caller, specs: dict[str, Any], version: str) -> Answer:
    return cloud('POST', '/v2.1/flavors/1/os-extra_specs', version, {'extra_specs': specs})


def test_flavor_is_created_shown_and_deleted(cloud: Caller) -> None:
    created = _create(cloud, description='d').body['flavor']
    assert created == cloud('GET', '/v2.1/flavors/77', '2.90').body['flavor']
    assert (created['description'], created['swap'], created['extra_specs']) == ('d', 0, {})
    assert cloud('DELETE', '/v2.1/flavors/77').status == 202
    assert cloud('DELETE', '/v2.1/flavors/77').status == 404


def test_id_is_made_up_where_none_is_given(cloud: Caller) -> None:
    assert len(_create(cloud, id=None).body['flavor']['id']) == 36


@pytest.mark.parametrize('taken', [{'name': 'm1.tiny'}, {'id': '1'}])
def test_name_and_id_are_free_only_once(cloud: Caller, taken: dict[str, str]) -> None:
    assert _create(cloud, **taken).status == 409


@pytest.mark.parametrize(
    ('key', 'value', 'refused', 'taken'),
    [('description', 'd', '2.54', '2.55'), ('rxtx_factor', 2.0, '2.102', '2.101')],
)
def test_key_of_a_new_flavor_has_its_versions(
    cloud: Caller, key: str, value: Any, refused: str, taken: str
) -> None:
    assert _create(cloud, refused, **{key: value}).status == 400
    assert _create(cloud, taken, **{key: value}).status == 200


def test_description_is_updated_from_2_55(cloud: Caller) -> None:
    body = {'flavor': {'description': 'new'}}
    assert cloud('PUT', '/v2.1/flavors/1', '2.54', body).status == 404
    assert cloud('PUT', '/v2.1/flavors/1', '2.55', body).body['flavor']['description'] == 'new'


def test_management_is_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    assert _create(demo).status == 403
    assert demo('DELETE', '/v2.1/flavors/1').status == 403
    assert _extra(demo, {'a': 'b'}, '2.90').status == 403


def test_extra_specs_are_set_changed_and_taken_away(cloud: Caller) -> None:
    path = '/v2.1/flavors/1/os-extra_specs'
    # Numbers are answered as they were sent, and kept as texts.
    assert _extra(cloud, {'a': 'b', 'n': 1}, '2.90').body == {'extra_specs': {'a': 'b', 'n': 1}}
    assert cloud('GET', f'{path}/n', '2.90').body == {'n': '1'}
    assert cloud('PUT', f'{path}/a', '2.90', {'a': 'c'}).body == {'a': 'c'}
    assert cloud('PUT', f'{path}/a', '2.90', {'other': 'c'}).status == 400
    assert cloud('DELETE', f'{path}/a', '2.90').status == 200
    assert cloud('DELETE', f'{path}/a', '2.90').status == 404


@pytest.mark.parametrize('specs', [{'hw:cpu_policy': 'mine'}, {'hw:cpu_polici': 'shared'}])
def test_well_known_specs_are_checked_from_2_86(cloud: Caller, specs: dict[str, str]) -> None:
    assert _extra(cloud, specs, '2.85').status == 200
    assert _extra(cloud, specs, '2.86').status == 400
    assert _extra(cloud, {'hw:cpu_policy': 'shared', 'my:key': 'x'}, '2.86').status == 200


@pytest.mark.parametrize(
    ('key', 'good', 'bad'),
    [
        ('hw_rng:allowed', 'Y', 'maybe'),
        ('hw:cpu_cores', '1', '0'),
        ('hw:redirected_usb_ports', '15', '16'),
        ('hw:numa_cpus.1', '0-3,^2', 'all'),
        ('hw:mem_page_size', '2MB', '2PB'),
        ('quota:vif_inbound_peak', '0', '-1'),
        ('os:secure_boot', 'required', 'true'),
        ('pci_passthrough:alias', 'gpu:1, nic:2', 'gpu'),
        ('resources1:CUSTOM_GOLD', '-1', '1.5'),
        ('trait_a:HW_CPU_X86_AVX', 'forbidden', 'wanted'),
        ('group_policy', 'isolate', 'x'),
        ('hide_hypervisor_id', '0', '2'),
    ],
)
def test_spec_has_values_of_its_kind(cloud: Caller, key: str, good: str, bad: str) -> None:
    assert _extra(cloud, {key: good}, '2.86').status == 200
    assert _extra(cloud, {key: bad}, '2.86').status == 400


@pytest.mark.parametrize(
    'key', ['trait:HW_MINE', 'resources:MINE', 'capabilities:mine', 'vmware:x', 'hw:numa_mem']
)
def test_name_that_its_namespace_lacks_is_refused(cloud: Caller, key: str) -> None:
    answer = _extra(cloud, {key: '1'}, '2.86')
    assert answer.status == 400
    assert answer.message.endswith(f"'{key}' does not appear to be a valid extra spec.")


@pytest.mark.parametrize('key', ['mine', 'mine:x', 'hw', 'powervm:x', 'HW:x', 'group_policies'])
def test_names_of_no_known_namespace_are_free(cloud: Caller, key: str) -> None:
    assert _extra(cloud, {key: 'x'}, '2.86').status == 200


def test_specs_are_checked_before_the_flavor_is_looked_for(cloud: Caller) -> None:
    path = '/v2.1/flavors/99/os-extra_specs/hw:mine'
    assert cloud('PUT', path, '2.86', {'hw:mine': '1'}).status == 400
    assert cloud('PUT', path, '2.85', {'hw:mine': '1'}).status == 404


def test_access_is_given_and_taken(cloud: Caller) -> None:
    demo = cloud.other('demo')
    _create(cloud, **{'os-flavor-access:is_public': False})
    assert demo('GET', '/v2.1/flavors/77').status == 404
    given = {'addTenantAccess': {'tenant': demo.project}}
    answer = cloud('POST', '/v2.1/flavors/77/action', '2.90', given)
    assert answer.body == {'flavor_access': [{'flavor_id': '77', 'tenant_id': demo.project}]}
    assert answer.body == cloud('GET', '/v2.1/flavors/77/os-flavor-access').body
    assert demo('GET', '/v2.1/flavors/77').status == 200
    assert cloud('POST', '/v2.1/flavors/77/action', '2.90', given).status == 409
    taken = {'removeTenantAccess': {'tenant': demo.project}}
    assert cloud('POST', '/v2.1/flavors/77/action', '2.90', taken).body == {'flavor_access': []}
    assert cloud('POST', '/v2.1/flavors/77/action', '2.90', taken).status == 404


def test_access_to_a_public_flavor_is_refused_from_2_7(cloud: Caller) -> None:
    given = {'addTenantAccess': {'tenant': cloud.project}}
    assert cloud('POST', '/v2.1/flavors/1/action', '2.7', given).status == 409
    assert cloud('POST', '/v2.1/flavors/1/action', '2.6', given).status == 200
    assert cloud('GET', '/v2.1/flavors/1/os-flavor-access').status == 404


def test_access_of_an_unknown_project_is_refused(cloud: Caller) -> None:
    _create(cloud, **{'os-flavor-access:is_public': False})
    given = {'addTenantAccess': {'tenant': 'nobody'}}
    assert cloud('POST', '/v2.1/flavors/77/action', '2.90', given).status == 400
    taken = {'removeTenantAccess': {'tenant': 'nobody'}}
    assert cloud('POST', '/v2.1/flavors/77/action', '2.90', taken).status == 404
