"""The image service as clients use it: new images, their data, changes, tags, members."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

IMAGES = '/image/v2/images'
BINARY = {'Content-Type': 'application/octet-stream'}
PATCH = {'Content-Type': 'application/openstack-images-v2.1-json-patch'}


@pytest.fixture
def demo(cloud: Caller) -> Caller:
    return cloud.other('demo')


def _made(caller: Caller, **keys: Any) -> str:
    facts = {'name': 'one', 'disk_format': 'raw', 'container_format': 'bare', **keys}
    answer = caller('POST', IMAGES, body=facts)
    assert answer.status == 201, answer.body
    return str(answer.body['id'])


def _changed(caller: Caller, id: str, *changes: Any) -> Answer:
    content = json.dumps(changes).encode()
    return caller('PATCH', f'{IMAGES}/{id}', body=content, headers=PATCH)


def test_new_image_waits_for_its_data_and_gives_it_back(demo: Caller) -> None:
    id = _made(demo, colour='red')
    image = demo('GET', f'{IMAGES}/{id}').body
    assert (image['status'], image['visibility'], image['size']) == ('queued', 'shared', None)
    assert image['colour'] == 'red'
    assert demo('GET', f'{IMAGES}/{id}/file').status == 204
    assert demo('PUT', f'{IMAGES}/{id}/file', body=b'hello', headers=BINARY).status == 204
    image = demo('GET', f'{IMAGES}/{id}').body
    assert (image['status'], image['size'], image['stores']) == ('active', 5, 'fs')
    answer = demo('GET', f'{IMAGES}/{id}/file')
    assert answer.body == b'hello'
    assert answer.headers['Content-MD5'] == image['checksum']
    assert demo('PUT', f'{IMAGES}/{id}/file', body=b'again', headers=BINARY).status == 409


@pytest.mark.parametrize(
    ('facts', 'status'),
    [
        ({'visibility': 'public'}, 403),
        ({'status': 'active'}, 403),
        ({'owner': 'x'}, 403),
    ],
)
def test_bad_image_is_refused(demo: Caller, facts: dict[str, Any], status: int) -> None:
    assert demo('POST', IMAGES, body={'name': 'one', **facts}).status == status


def test_image_is_changed_by_operations(demo: Caller) -> None:
    id = _made(demo)
    name = {'op': 'replace', 'path': '/name', 'value': 'two'}
    colour = {'op': 'add', 'path': '/colour', 'value': 'red'}
    image = _changed(demo, id, name, colour).body
    assert (image['name'], image['colour']) == ('two', 'red')
    assert 'colour' not in _changed(demo, id, {'op': 'remove', 'path': '/colour'}).body
    # As tempest has it: the operation is the key of the path.
    headers = {'Content-Type': PATCH['Content-Type'].replace('2.1', '2.0')}
    body = [{'replace': '/name', 'value': 'three'}]
    assert demo('PATCH', f'{IMAGES}/{id}', body=body, headers=headers).body['name'] == 'three'


@pytest.mark.parametrize(
    ('change', 'status'),
    [
        ({'op': 'replace', 'path': '/nope', 'value': '1'}, 409),
        ({'op': 'remove', 'path': '/nope'}, 409),
        ({'op': 'remove', 'path': '/name'}, 403),
        ({'op': 'replace', 'path': '/status', 'value': 'active'}, 403),
        ({'op': 'replace', 'path': '/visibility', 'value': 'public'}, 403),
    ],
)
def test_bad_change_is_refused(demo: Caller, change: dict[str, str], status: int) -> None:
    assert _changed(demo, _made(demo), change).status == status


def test_protected_image_and_that_of_others_cannot_be_deleted(cloud: Caller, demo: Caller) -> None:
    id = _made(demo, protected=True)
    assert demo('DELETE', f'{IMAGES}/{id}').status == 403
    _changed(demo, id, {'op': 'replace', 'path': '/protected', 'value': False})
    assert demo('DELETE', f'{IMAGES}/{id}').status == 204
    assert demo('DELETE', f'{IMAGES}/{id}').status == 404
    assert demo('DELETE', f'{IMAGES}/{cloud.image()}').status == 403


def test_shared_image_is_seen_by_members_and_listed_once_accepted(
    cloud: Caller, demo: Caller
) -> None:
    id = _made(cloud)
    path = f'{IMAGES}/{id}/members'
    assert demo('GET', f'{IMAGES}/{id}').status == 404
    assert cloud('POST', path, body={'member': demo.project}).body['status'] == 'pending'
    assert cloud('POST', path, body={'member': demo.project}).status == 409
    assert demo('GET', f'{IMAGES}/{id}').status == 200
    assert id not in _listed(demo)
    assert demo('PUT', f'{path}/{demo.project}', body={'status': 'accepted'}).status == 200
    assert id in _listed(demo)
    assert cloud('DELETE', f'{path}/{demo.project}').status == 204
    assert demo('GET', f'{IMAGES}/{id}').status == 404


def _listed(caller: Caller, query: str = '') -> list[str]:
    return [each['id'] for each in caller('GET', f'{IMAGES}?{query}').body['images']]


def test_hidden_and_community_images_are_listed_when_asked_for(cloud: Caller, demo: Caller) -> None:
    hidden = _made(demo, os_hidden=True)
    community = _made(cloud, visibility='community')
    assert not {hidden, community} & set(_listed(demo))
    assert _listed(demo, 'os_hidden=true') == [hidden]
    assert _listed(demo, 'visibility=community') == [community]


def test_tags_come_and_go(demo: Caller) -> None:
    id = _made(demo)
    path = f'{IMAGES}/{id}/tags/blue'
    assert demo('PUT', path).status == 204
    assert _listed(demo, 'tag=blue') == [id]
    assert [demo('DELETE', path).status for _ in range(2)] == [204, 404]


def test_data_of_a_deactivated_image_is_for_administrators(cloud: Caller, demo: Caller) -> None:
    id = _made(demo)
    demo('PUT', f'{IMAGES}/{id}/file', body=b'hello', headers=BINARY)
    assert demo('POST', f'{IMAGES}/{id}/actions/deactivate').status == 204
    assert demo('GET', f'{IMAGES}/{id}/file').status == 403
    assert cloud('GET', f'{IMAGES}/{id}/file').status == 200


def test_server_boots_from_an_uploaded_image(demo: Caller) -> None:
    id = _made(demo)
    demo('PUT', f'{IMAGES}/{id}/file', body=b'hello', headers=BINARY)
    server = demo.boot(imageRef=id)
    assert demo.server(server)['image']['id'] == id
