"""Requests that are answered before the login: large bodies, and OPTIONS."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.newest import NEWEST


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
