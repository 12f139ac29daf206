"""Checks before every operation: paths, media types, bodies, and pages of errors."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.newest import NEWEST

MISSING = '11111111-2222-3333-4444-555555555555'


@pytest.mark.parametrize(
    ('accept', 'kind'),
    [
        ('*/*', 'text/html; charset=UTF-8'),
        ('application/json', 'application/json'),
        ('application/*;q=0.5', 'application/json'),
        ('APPLICATION/JSON, text/html', 'text/html; charset=UTF-8'),
        ('text/plain', 'text/plain; charset=UTF-8'),
        ('', 'text/plain; charset=UTF-8'),
    ],
)
def test_page_of_an_unrouted_path_is_what_the_client_likes_best(
    cloud: Caller, accept: str, kind: str
) -> None:
    answer = cloud('GET', '/v2.1/nothing', headers={'Accept': accept})
    assert (answer.status, answer.headers['Content-Type']) == (404, kind)


@pytest.mark.parametrize('place', ['/v2.1/{}//flavors', '/v2.1//{}/flavors', '/v2.1//flavors'])
def test_slashes_in_front_of_a_path_do_not_count(cloud: Caller, place: str) -> None:
    assert cloud('GET', place.format(cloud.project)).status == 200


@pytest.mark.parametrize('place', ['/v2.1/flavors', '/v2.1/os-cells'])
@pytest.mark.parametrize('kind', ['text/html'])
def test_other_media_types_are_refused_even_without_a_body(
    cloud: Caller, place: str, kind: str
) -> None:
    answer = cloud('GET', place, headers={'Content-Type': kind})
    assert (answer.status, list(answer.body)) == (415, ['badMediaType'])


@pytest.mark.parametrize(
    ('body', 'status'),
    [
        (b'{}', 400),
        (b'[]', 400),
        (b'"xy"', 400),
        (b'{"a": 1, "b": 2}', 400),
        (b'{"os-nothing": null}', 400),
        (b'\xff', 400),
    ],
)
def test_body_of_an_action_has_one_key(cloud: Caller, body: bytes, status: int) -> None:
    assert cloud('POST', f'/v2.1/servers/{MISSING}/action', body=body).status == status


@pytest.mark.parametrize(
    'body', [b'{', b'\xef\xbb\xbf{}', b'\xff', '{}'.encode('utf-16'), b'[' * 500_000]
)
def test_body_is_json_in_utf_8(cloud: Caller, body: bytes) -> None:
    assert cloud('POST', '/v2.1/os-keypairs', body=body[:100_000]).status == 400


@pytest.mark.parametrize('place', ['/v2/flavors', '/v2.1/limits'])
def test_query_of_a_read_is_text_in_utf_8(cloud: Caller, place: str) -> None:
    assert cloud('GET', f'{place}?a=%C3%BC').status != 400
    assert cloud('GET', f'{place}?a=%FF').status == 400


def test_large_bodies_are_refused_before_the_login(cloud: Caller) -> None:
    path, headers = '/v2.1/os-keypairs', {'X-Auth-Token': 'none'}
    assert cloud('POST', path, body=b' ' * 114688, headers=headers).status == 401
    answer = cloud('POST', path, NEWEST, body=b' ' * 114689, headers=headers)
    assert answer.status == 413


def test_options_show_documents_and_no_errors(cloud: Caller) -> None:
    def ask(path: str, **headers: str) -> tuple[int, Any]:
        answer = cloud('OPTIONS', path, headers=headers)
        return answer.status, answer.body

    assert ask('/')[1]['versions']
    assert ask('/v2.1')[1]['version']['id'] == 'v2.1'
    for path in ('/nothing', '/v2.1/flavors', '/v2.1/nothing'):
        assert ask(path) == (200, b'')
