"""A failed connection, in one sentence: what is wrong, where, and whether anything was sent."""

from __future__ import annotations

import socket
from typing import Any

import pytest
import requests
from keystoneauth1 import exceptions as ks

from novaclient_mv.wire import connection_errors


class Named:
    """Makes errors of a name, as libraries have them."""

    def __new__(cls, name: str, *words: Any) -> Any:
        return type(name, (Exception,), {})(*words)


V3 = 'http://a.example/v3/auth/tokens'
URL = 'http://a.example/v3'
AT = 'Unable to establish connection to http://user:secret@a.example/v3?x=y: z'


def _words(*causes: BaseException, error: Exception | None = None) -> str:
    """Return the message of a failed connection."""
    outer = error or ks.ConnectFailure(AT)
    outer.args = (*outer.args, *causes)
    ours = connection_errors.unreachable(outer)
    assert ours.url == 'http://a.example/v3'
    return str(ours)


@pytest.mark.parametrize(
    ('cause', 'words'),
    [
        (Named('NameResolutionError'), f'The host a.example of {URL} is unknown.'),
        (socket.gaierror(-2, 'x'), f'The host a.example of {URL} is unknown.'),
        (ConnectionRefusedError(111, 'x'), f'{URL} refused the connection: nothing listens there.'),
        *(
            (Named(name), f'The answer of {URL} broke off or cannot be decoded.')
            for name in ('IncompleteRead', 'ChunkedEncodingError', 'ContentDecodingError')
        ),
        *(
            (Named(name), f'{URL} does not answer in HTTP: is its URL one of https:// instead?')
            for name in ('BadStatusLine', 'UnknownProtocol', 'LineTooLong')
        ),
        *(
            (Named(name), f'{URL} closed the connection without an answer.')
            for name in ('RemoteDisconnected', 'ConnectionResetError', 'BrokenPipeError')
        ),
        *(
            (Named(name), f'{URL} is not a URL that can be asked.')
            for name in ('InvalidURL', 'InvalidSchema', 'MissingSchema', 'LocationParseError')
        ),
        (
            Named('ProxyError'),
            f'{URL} cannot be reached through the proxy: check HTTP_PROXY, HTTPS_PROXY and '
            'NO_PROXY.',
        ),
        (OSError(113, 'No route to host'), f'{URL} cannot be reached: No route to host.'),
        (Named('Strange'), f'{URL} cannot be reached: Strange.'),
    ],
)
def test_failed_connection_is_told_in_one_sentence(cause: BaseException, words: str) -> None:
    assert _words(cause) == words


def test_cause_is_found_wherever_a_library_keeps_it() -> None:
    def with_(**places: Any) -> Exception:
        error = Exception('outer')
        for name, value in places.items():
            setattr(error, name, value)
        return error

    for place in ('__cause__', '__context__', 'reason'):
        assert 'refused the connection' in _words(with_(**{place: ConnectionRefusedError()}))
    loop = Exception()
    loop.__cause__ = loop
    assert connection_errors.chain(loop) == [loop]
    assert connection_errors.chain(None) == []


def test_time_that_ran_out_is_told_and_may_be_tried_again() -> None:
    ours = connection_errors.unreachable(ks.ConnectTimeout(f'Request to {URL} timed out'))
    assert (str(ours), ours.retryable) == (f'The request to {URL} timed out.', True)
    assert connection_errors.unreachable(ks.ConnectFailure('x')).retryable
    assert str(connection_errors.unreachable(ks.ConnectFailure('x'))).startswith('the cloud ')


def test_url_of_the_request_goes_before_that_of_the_text() -> None:
    inner = requests.ConnectionError(request=requests.Request('GET', 'http://b.example/').prepare())
    outer = ks.ConnectFailure(AT)
    outer.__cause__ = inner
    assert connection_errors.unreachable(outer).url == 'http://b.example/'


@pytest.mark.parametrize(
    ('name', 'is_before'),
    [
        ('NewConnectionError', True),
        ('NameResolutionError', True),
        ('ConnectTimeoutError', True),
        ('ConnectTimeout', True),
        ('ReadTimeout', False),
    ],
)
def test_what_failed_before_sending_is_known_by_its_name(name: str, is_before: bool) -> None:
    outer = Exception(Named(name))
    assert connection_errors.is_before_sending(outer) is is_before
    assert connection_errors.is_before_sending(ks.ConnectTimeout('x')) is False


def test_login_that_makes_no_sense_is_told_with_its_url() -> None:
    plugin: Any = type('Plugin', (), {'auth_url': V3})()
    error = connection_errors.malformed_login(plugin, ValueError('Odd.'))
    assert (str(error), error.url, error.retryable) == (
        f'The answer of {V3} to the login is malformed: Odd.',
        V3,
        False,
    )
    bare = connection_errors.malformed_login(None, KeyError())
    assert (str(bare), bare.url) == ('The answer to the login is malformed: KeyError.', None)
