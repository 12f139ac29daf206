"""Tags of a server."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import HOST, Caller


@pytest.fixture
def tags(cloud: Caller) -> str:
    id = cloud.boot()
    cloud.now += 5
    return f'/v2.1/servers/{id}/tags'


def test_tag_is_added_once(cloud: Caller, tags: str) -> None:
    first = cloud('PUT', f'{tags}/a', '2.26')
    assert (first.status, first.headers['Location']) == (201, f'{HOST}{tags}/a')
    again = cloud('PUT', f'{tags}/a', '2.26')
    assert (again.status, again.headers['Location']) == (204, None)
    assert cloud('GET', tags, '2.26').body == {'tags': ['a']}


def test_tag_is_there_or_not(cloud: Caller, tags: str) -> None:
    cloud('PUT', f'{tags}/a', '2.26')
    assert cloud('GET', f'{tags}/a', '2.26').status == 204
    answer = cloud('GET', f'{tags}/b', '2.26')
    assert answer.status == 404
    assert answer.message.endswith("has no tag 'b'")


def test_all_tags_are_replaced_and_deleted(cloud: Caller, tags: str) -> None:
    answer = cloud('PUT', tags, '2.26', {'tags': ['c', 'b', 'b']})
    assert answer.body == {'tags': ['b', 'c']}
    assert cloud('DELETE', f'{tags}/b', '2.26').status == 204
    assert cloud('DELETE', tags, '2.26').status == 204
    assert cloud('GET', tags, '2.26').body == {'tags': []}


def test_a_server_has_fifty_tags_at_most(cloud: Caller, tags: str) -> None:
    many = [f't{number}' for number in range(50)]
    assert cloud('PUT', tags, '2.26', {'tags': many}).status == 200
    assert cloud('PUT', f'{tags}/t0', '2.26').status == 204
    answer = cloud('PUT', f'{tags}/more', '2.26')
    assert answer.message == 'The number of tags exceeded the per-server limit 50'
    assert cloud('PUT', tags, '2.26', {'tags': [*many, 'more']}).status == 400


@pytest.mark.parametrize(('tag', 'status'), [('x' * 60, 201), ('x' * 61, 400), ('a,b', 400)])
def test_tag_has_a_form(cloud: Caller, tags: str, tag: str, status: int) -> None:
    assert cloud('PUT', f'{tags}/{tag}', '2.26').status == status


def test_tags_of_an_unknown_server_are_not_found(cloud: Caller) -> None:
    answer = cloud('GET', '/v2.1/servers/nope/tags', '2.26')
    assert answer.message == 'Instance nope has no mapping to a cell.'


def test_tags_change_only_while_a_server_is_there(cloud: Caller) -> None:
    id = cloud.boot(tags=['a'])
    path = f'/v2.1/servers/{id}/tags'
    for method, more, body in (
        ('PUT', '/b', None),
        ('PUT', '', {'tags': ['b']}),
        ('DELETE', '/a', None),
        ('DELETE', '', None),
    ):
        refused = cloud(method, path + more, '2.26', body)
        assert refused.status == 409
        assert 'while it is in vm_state building' in refused.message
    assert cloud('GET', path, '2.26').body == {'tags': ['a']}
