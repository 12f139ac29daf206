"""Secrets are masked in texts, and nothing else is."""

from __future__ import annotations

import pytest

from novaclient_mv.wire import masking


@pytest.mark.parametrize(
    'key', ['adminPass', 'password', 'rescue_password', 'auth_token', 'configdrive', 'user_data']
)
def test_what_stands_behind_a_secret_in_json_is_kept(key: str) -> None:
    text = f'{{"server": {{"{key}": "a\\"b", "name": "web", "tags": ["x"]}}, "n": 1}}'
    expected = f'{{"server": {{"{key}": "***", "name": "web", "tags": ["x"]}}, "n": 1}}'
    assert masking.masked(text) == expected
