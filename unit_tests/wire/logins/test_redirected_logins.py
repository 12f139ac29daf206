"""Tests that no password and no token follows a redirect to another scheme, host or port."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from novaclient_mv import client, exceptions
from novaclient_mv.sandbox.http import tls
from unit_tests.nova import Nova
from unit_tests.scripted import SECRET, Answer, Request, ScriptedCloud

LOGIN = '/v3/auth/tokens'
Start = Callable[..., ScriptedCloud]


def one_line(text: str) -> str:
    """The only line of a text."""
    (line,) = text.splitlines()
    return line


def redirect_login(cloud: ScriptedCloud, status: int, target: str) -> None:
    """Let a cloud redirect each login."""
    answer = cloud.keystone.answer

    def redirected(request: Request) -> Answer:
        if (request.method, request.path) == ('POST', LOGIN):
            return Answer(status, None, [('Location', target)])
        return answer(request)

    cloud.keystone.answer = redirected  # type: ignore[method-assign]


def redirect_discovery(cloud: ScriptedCloud, target: str) -> None:
    """Let a cloud redirect those who ask for the versions of its Keystone."""
    answer = cloud.keystone.answer

    def redirected(request: Request) -> Answer:
        if request.method == 'GET':
            return Answer(302, None, [('Location', target)])
        return answer(request)

    cloud.keystone.answer = redirected  # type: ignore[method-assign]


@contextlib.contextmanager
def under_tls(cloud: ScriptedCloud, certificate: tls.Certificate) -> Iterator[str]:
    """The URL of a cloud that is asked over TLS, at a port of its own."""
    front = tls.TLSProxy(('127.0.0.1', 0), ('127.0.0.1', cloud.port), certificate)
    threading.Thread(target=front.serve_forever, args=(0.005,), daemon=True).start()
    try:
        yield f'https://127.0.0.1:{front.server_address[1]}'
    finally:
        front.shutdown()
        front.server_close()


# -- logins ------------------------------------------------------------------


@pytest.mark.parametrize('status', [301, 302, 303, 307, 308])
@pytest.mark.parametrize('auth_type', ['password', 'v3password', 'v3applicationcredential'])
def test_password_is_not_sent_to_another_port(
    nova: Nova, start_cloud: Start, status: int, auth_type: str
) -> None:
    asked, other = start_cloud(), start_cloud()
    redirect_login(asked, status, other.url + LOGIN)
    env = {
        'OS_AUTH_TYPE': auth_type,
        'OS_APPLICATION_CREDENTIAL_ID': 'x',
        'OS_APPLICATION_CREDENTIAL_SECRET': SECRET,
    }
    result = nova('server-list', cloud=asked, env=env)
    assert result.status == 4
    assert other.url + LOGIN in one_line(result.err)
    assert '--os-auth-url (OS_AUTH_URL' in result.err
    assert SECRET not in result.err
    assert not other.requests


def test_password_is_not_sent_to_another_host(nova: Nova, cloud: ScriptedCloud) -> None:
    target = cloud.url.replace('127.0.0.1', 'localhost') + LOGIN
    redirect_login(cloud, 307, target)
    result = nova('server-list', cloud=cloud)
    assert result.status == 4
    assert target in one_line(result.err)
    assert cloud.wire().count(f'POST {LOGIN}') == 1


@pytest.mark.parametrize('is_upgrade', [True, False])
def test_password_is_not_sent_to_another_scheme(
    nova: Nova, start_cloud: Start, certificate: tls.Certificate, is_upgrade: bool
) -> None:
    cloud = start_cloud()
    with under_tls(cloud, certificate) as secure:
        asked, target = (cloud.url, secure) if is_upgrade else (secure, cloud.url)
        # Discovery would name the URL without TLS.
        redirect_login(cloud, 308, target + LOGIN)
        options = ('--os-auth-type', 'v3password', '--os-cacert', certificate.file)
        result = nova('server-list', *options, cloud=cloud, env={'OS_AUTH_URL': f'{asked}/v3'})
    assert result.status == 4
    assert target + LOGIN in one_line(result.err)
    assert cloud.wire() == [f'POST {LOGIN}']


def test_login_follows_a_redirect_on_its_own_host(nova: Nova, cloud: ScriptedCloud) -> None:
    answer = cloud.keystone.answer

    def moved(request: Request) -> Answer:
        if request.path == LOGIN:
            return Answer(307, None, [('Location', '/v3/moved/v3/auth/tokens')])
        if request.path.startswith('/v3/moved'):
            return cloud.keystone._login(request.body['auth'])
        return answer(request)

    cloud.keystone.answer = moved  # type: ignore[method-assign]
    assert nova('server-list', '-f', 'json', cloud=cloud) == ('[]\n', '', 0)


def test_login_that_goes_in_a_circle_is_refused(nova: Nova, cloud: ScriptedCloud) -> None:
    redirect_login(cloud, 307, LOGIN)
    result = nova('server-list', cloud=cloud)
    assert result.status == 4
    assert 'redirects in a circle' in one_line(result.err)
    assert '--os-auth-url' in result.err


@pytest.mark.parametrize('location', ['http://[::1', 'http://a:port/', 'http://a:99999/'])
@pytest.mark.parametrize('what', ['login', 'discovery', 'servers'])
def test_redirect_to_a_broken_url_is_named(
    nova: Nova, cloud: ScriptedCloud, what: str, location: str
) -> None:
    if what == 'login':
        redirect_login(cloud, 307, location)
    elif what == 'discovery':
        redirect_discovery(cloud, location)
    else:
        cloud.on('GET', '/servers/detail', None, 302, {'Location': location})
    result = nova('server-list', cloud=cloud)
    assert result.status == 7
    assert 'not a URL' in one_line(result.err)


@pytest.mark.parametrize('location', ['ftp://127.0.0.1/', 'file:///etc/passwd', 'javascript:1'])
def test_redirect_to_another_protocol_is_refused(
    nova: Nova, cloud: ScriptedCloud, location: str
) -> None:
    redirect_login(cloud, 307, location)
    result = nova('server-list', cloud=cloud)
    assert result.status == 4
    assert location in one_line(result.err)


# -- what says where the login goes ------------------------------------------


def test_discovery_does_not_lead_the_login_to_another_port(nova: Nova, start_cloud: Start) -> None:
    asked, other = start_cloud(), start_cloud()
    redirect_discovery(asked, f'{other.url}/v3')
    result = nova('server-list', cloud=asked)
    assert result.status == 4
    assert other.url in one_line(result.err)
    assert not other.requests


def test_password_is_not_sent_without_tls_where_discovery_leads_to_it(
    nova: Nova, start_cloud: Start, certificate: tls.Certificate
) -> None:
    asked, other = start_cloud(), start_cloud()
    with under_tls(other, certificate) as secure:
        redirect_discovery(asked, f'{secure}/v3')
        result = nova('server-list', '--os-cacert', certificate.file, cloud=asked)
    assert result.status == 4
    assert f'{secure}/v3' in one_line(result.err)
    assert asked.wire() == ['GET /v3']
    assert not other.requests


def test_discovery_follows_a_redirect_on_its_own_host(nova: Nova, cloud: ScriptedCloud) -> None:
    env = {'OS_AUTH_URL': f'{cloud.url}/identity'}
    cloud.on('GET', '/identity', None, 301, {'Location': f'{cloud.url}/v3'})
    cloud.on(
        'POST',
        '/identity/v3/auth/tokens',
        lambda request: cloud.keystone.answer(
            Request('POST', LOGIN, [], request.headers, request.body)
        ),
    )
    assert nova('server-list', '-f', 'json', cloud=cloud, env=env) == ('[]\n', '', 0)


# -- tokens ------------------------------------------------------------------


@pytest.mark.parametrize('is_upgrade', [True, False])
def test_token_is_not_sent_to_another_scheme(
    nova: Nova, start_cloud: Start, certificate: tls.Certificate, is_upgrade: bool
) -> None:
    cloud, other = start_cloud(), start_cloud()
    with under_tls(cloud, certificate) as secure, under_tls(other, certificate) as other_secure:
        base, target = (cloud.url, other_secure) if is_upgrade else (secure, other.url)
        cloud.on('GET', '/servers/detail', None, 307, {'Location': f'{target}/v2.1/servers'})
        options = ('--os-cacert', certificate.file, '--os-endpoint-override', f'{base}/v2.1')
        result = nova('server-list', *options, cloud=cloud)
    assert result.status == 7
    assert 'not followed' in one_line(result.err)
    assert not other.requests


# -- the library -------------------------------------------------------------


def library(cloud: ScriptedCloud, **settings: Any) -> Any:
    """A client of the library with credentials."""
    return client.Client('2.53', **cloud.credentials(), **settings)


def test_session_of_the_library_does_not_send_a_password_elsewhere(start_cloud: Start) -> None:
    asked, other = start_cloud(), start_cloud()
    redirect_login(asked, 307, other.url + LOGIN)
    with pytest.raises(exceptions.LoginError) as caught:
        library(asked).servers.list()
    assert caught.value.settings == ('auth_url',)
    assert not other.requests


def test_session_of_the_library_does_not_send_a_token_elsewhere(start_cloud: Start) -> None:
    asked, other = start_cloud(), start_cloud()
    session = library(asked).client.session
    asked.on('GET', '/spam', None, 302, {'Location': f'{other.url}/v2.1/servers/detail'})
    with pytest.raises(exceptions.CloudError, match='not followed'):
        session.get(f'{asked.url}/v2.1/spam')
    # Whoever forbids redirects gets the answer itself.
    assert session.get(f'{asked.url}/v2.1/spam', redirect=False).status_code == 302
    assert not other.requests
