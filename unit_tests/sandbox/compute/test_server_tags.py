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
