"""Tests of the keyed digest beside that of the standard library."""

from __future__ import annotations

import hmac
import os
import sys

import pytest

from novaclient_mv.clouds.logins import cache


@pytest.fixture(params=['with OpenSSL', 'without OpenSSL'])
def _loaded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == 'without OpenSSL':
        monkeypatch.delitem(sys.modules, '_hashlib')


@pytest.mark.usefixtures('_loaded')
@pytest.mark.parametrize('size', [0, 1, 32, 64])
@pytest.mark.parametrize('message', [b'', b'a', 'é'.encode() * 5000])
def test_it_is_what_the_standard_library_makes(size: int, message: bytes) -> None:
    key = os.urandom(size)
    assert cache.keyed_digest(key, message) == hmac.digest(key, message, 'sha256').hex()


@pytest.mark.parametrize('module', ['no_such_module', 'string'])
def test_it_is_the_same_where_python_was_built_without_it(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    usual = cache.keyed_digest(b'key', b'message')
    monkeypatch.delitem(sys.modules, '_hashlib')
    monkeypatch.setattr(cache, '_BUILT_IN', module)
    assert cache.keyed_digest(b'key', b'message') == usual
