"""Tests of image lookups in the image service."""

from __future__ import annotations

import re
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.scripted import Request, ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect


@pytest.fixture
def images(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with three images, of which two have one name."""
    cloud = start_cloud(catalog={'image': '/image'})
    rows = [{'id': str(each), 'name': name} for each, name in enumerate(['a', 'b', 'b'])]

    def answer(request: Request) -> Any:
        asked = dict(request.query)
        if 'id' in asked:
            return {'images': [{'id': each} for each in asked['id'][3:].split(',')]}
        found = [row for row in rows if asked.get('name') in (None, row['name'])]
        at = int(asked.get('marker', 0))
        body: dict[str, Any] = {'images': found[at : at + 1]}
        if found[at + 1 :]:
            name = f'&name={asked["name"]}' if 'name' in asked else ''
            body['next'] = f'http://evil.example/v2/images?marker={at + 1}{name}'
        return body

    cloud.on('GET', '/image/v2/images', answer, headers={'x-openstack-request-id': 'req-1'})
    cloud.on('GET', f'/image/v2/images/{records.IMAGE}', {'id': records.IMAGE, 'name': 'x'})
    return cloud


def test_list_follows_the_query_of_next(images: ScriptedCloud, connect: Connect) -> None:
    glance = connect(images, '2.53').glance
    found = glance.list()
    assert [each.id for each in found] == ['0', '1', '2']
    assert found.request_ids == ['req-1']
    assert not any(each.request_ids for each in found)
    assert all(each.headers['OpenStack-API-Version'] is None for each in images.requests)


def test_image_by_id_or_name(images: ScriptedCloud, connect: Connect) -> None:
    glance = connect(images, '2.53').glance
    assert glance.find_image(records.IMAGE).name == 'x'
    assert glance.find_image('a').id == '0'
    assert [each.id for each in glance.find_images(['a', records.IMAGE])] == ['0', records.IMAGE]
    with pytest.raises(exceptions.NotFound, match='spam'):
        glance.find_image('spam')
    with pytest.raises(exceptions.NotFound):
        glance.find_image('70a599e0-0000-0000-0000-000000000000')
    with pytest.raises(exceptions.NoUniqueMatch, match='1, 2'):
        glance.find_image('b')


def test_several_names_of_images_are_looked_up_in_one_request(
    start_cloud: StartCloud, connect: Connect
) -> None:
    names = ['a', 'b, c', 'twice', 'twice', 'd"e', 'f\\g', 'h']
    cloud = start_cloud(catalog={'image': '/image'})

    def answer(request: Request) -> Any:
        (wanted,) = (value for name, value in request.query if name == 'name')
        several = re.findall('"([^"]*)"', wanted) if wanted.startswith('in:') else [wanted]
        rows = [{'id': str(place), 'name': name} for place, name in enumerate(names)]
        return {'images': [row for row in rows if row['name'] in several]}

    cloud.on('GET', '/image/v2/images', answer, headers={'x-openstack-request-id': 'req-1'})
    glance = connect(cloud, '2.53').glance

    def asked() -> list[str]:
        queries = [dict(each.query) for each in cloud.requests if each.path.endswith('/images')]
        cloud.requests.clear()
        return [query['name'] for query in queries]

    assert [image.id for image in glance.find_images(['h', 'b, c', 'a'])] == ['6', '1', '0']
    assert asked() == ['in:"h","b, c","a"']
    # What would end a quotation is asked for by itself, and so is what was not found with others.
    assert [image.id for image in glance.find_images(['a', 'd"e', 'f\\g'])] == ['0', '4', '5']
    assert asked() == ['a', 'd"e', 'f\\g']
    with pytest.raises(exceptions.NotFound, match='spam'):
        glance.find_images(['a', 'spam', 'h'])
    assert asked() == ['in:"a","spam","h"', 'spam']
    with pytest.raises(exceptions.NoUniqueMatch, match='2, 3'):
        glance.find_images(['a', 'twice'])


@pytest.mark.parametrize('path', ['/image', '/image/v2', '/image/v2/', '/image/'])
def test_endpoint_may_have_a_version(start_cloud: StartCloud, connect: Connect, path: str) -> None:
    cloud = start_cloud(catalog={'image': path})
    cloud.on('GET', '/image/v2/images/1', {'id': '1', 'name': 'a'})
    assert connect(cloud, '2.53').glance.get('1').name == 'a'


def test_cloud_without_an_image_service(cloud: ScriptedCloud, connect: Connect) -> None:
    with pytest.raises(exceptions.CloudError, match='image'):
        connect(cloud, '2.53').glance.list()


@pytest.mark.parametrize('body', [{}, [], {'images': None}, {'images': {}}])
def test_broken_answer(images: ScriptedCloud, connect: Connect, body: Any) -> None:
    images.on('GET', '/image/v2/images', body)
    with pytest.raises(exceptions.CloudError):
        connect(images, '2.53').glance.list()


def test_list_that_never_ends_is_an_error(images: ScriptedCloud, connect: Connect) -> None:
    same = {'images': [{'id': '1'}], 'next': '/v2/images?marker=1'}
    images.on('GET', '/image/v2/images', same)
    with pytest.raises(exceptions.CloudError, match='nothing new'):
        connect(images, '2.53').glance.list()
