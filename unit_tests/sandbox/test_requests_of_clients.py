"""Requests of other clients, by their documentation: those that gophercloud.rst and terraform.rst
of the how-tos tell.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from unit_tests.sandbox.caller import Caller, password_login


@pytest.fixture
def demo(tmp_path: Path) -> Caller:
    return Caller(tmp_path / 'state', 'demo')


def test_gophercloud_logs_in_and_creates_a_server(tmp_path: Path) -> None:
    caller = Caller(tmp_path / 'state', None, maximum='2.93', release='zed')
    versions = caller('GET', '/identity/').body['versions']['values']
    assert [each['id'] for each in versions if each['status'] == 'stable'] == ['v3.14']
    login = caller('POST', '/identity/v3/auth/tokens', body=password_login('admin', 'admin'))
    caller.token = login.headers['X-Subject-Token']
    (compute,) = [each for each in login.body['token']['catalog'] if each['type'] == 'compute']
    urls = {each['interface']: each['url'] for each in compute['endpoints']}
    assert {each['region_id'] for each in compute['endpoints']} == {'sandbox'}
    base = urls['public'].removeprefix('http://cloud.example').rstrip('/')

    headers = {
        'OpenStack-API-Version': 'compute 2.90',
        'X-OpenStack-Nova-API-Version': '2.90',
    }
    server = {
        'name': 'blue-1',
        'imageRef': caller.image(),
        'flavorRef': '1',
        'networks': 'auto',
    }
    made = caller('POST', f'{base}/servers', headers=headers, body={'server': server})
    assert (made.status, made.headers['OpenStack-API-Version']) == (202, 'compute 2.90')
    assert {'id', 'links', 'adminPass'} <= made.body['server'].keys()
    path = f'{base}/servers/{made.body["server"]["id"]}'
    assert caller('GET', path, headers=headers).body['server']['status'] == 'BUILD'
    caller.now += 10
    assert caller('GET', path, headers=headers).body['server']['status'] == 'ACTIVE'
    assert caller('DELETE', path, headers=headers).status == 204
    caller.now += 10
    assert caller('GET', path, headers=headers).status == 404


def test_terraform_applies_plans_and_destroys(demo: Caller) -> None:
    body = {'keypair': {'name': 'mine'}}
    keypair = demo('POST', '/v2.1/os-keypairs', body=body)
    assert keypair.status == 200
    assert keypair.body['keypair']['private_key'].startswith('-----BEGIN')

    images = demo('GET', '/image/v2/images?name=cirros').body['images']
    assert [each['name'] for each in images] == ['cirros']
    flavors = {
        each['name']: each['id'] for each in demo('GET', '/v2.1/flavors/detail').body['flavors']
    }
    networks = demo('GET', '/network/v2.0/networks?name=private').body['networks']
    assert [each['name'] for each in networks] == ['private']

    server = {
        'name': 'blue-1',
        'imageRef': images[0]['id'],
        'flavorRef': flavors['m1.tiny'],
        'key_name': 'mine',
        'networks': [{'uuid': networks[0]['id']}],
    }
    made = demo('POST', '/v2.1/servers', body={'server': server})
    assert made.status == 202, made.body
    path = f'/v2.1/servers/{made.body["server"]["id"]}'
    demo.now += 10
    shown = demo('GET', path).body['server']
    assert (shown['status'], shown['key_name']) == ('ACTIVE', 'mine')
    assert list(shown['addresses']) == ['private']
    assert demo('GET', f'/v2.1/flavors/{shown["flavor"]["id"]}').status == 200
    assert demo('GET', f'/image/v2/images/{shown["image"]["id"]}').status == 200
    assert demo('GET', '/v2.1/os-keypairs/mine').status == 200

    assert demo('DELETE', path).status == 204
    demo.now += 10
    assert demo('GET', path).status == 404
    assert demo('DELETE', '/v2.1/os-keypairs/mine').status == 202
