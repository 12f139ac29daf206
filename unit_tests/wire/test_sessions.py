"""Sessions of keystoneauth1 as this package makes and uses them."""

from __future__ import annotations

import pickle
import ssl
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from keystoneauth1 import exceptions as ks
from keystoneauth1 import noauth
from keystoneauth1 import session as ks_session

from novaclient_mv import client, errors
from novaclient_mv.compat import client_keywords
from novaclient_mv.wire import sessions, tls_errors
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.transport import WireRequest
from unit_tests.clouds.logins.test_advice import answer_login
from unit_tests.scripted import PROJECT, Answer, ScriptedCloud


def _credentials(cloud: ScriptedCloud, **more: Any) -> client_keywords.Credentials:
    return client_keywords.Credentials(**{**cloud.credentials(), **more})


@pytest.fixture
def session(cloud: ScriptedCloud) -> ks_session.Session:
    """A session that logs in with a password."""
    plugin = client_keywords.plugin_of(_credentials(cloud))
    return client_keywords.open_session(plugin, True, None, 30)


def test_token_goes_before_a_password(cloud: ScriptedCloud) -> None:
    from keystoneauth1.identity import generic

    by_password = client_keywords.plugin_of(_credentials(cloud, token=''))
    by_token = client_keywords.plugin_of(_credentials(cloud, token='abc', user_id='x'))
    assert isinstance(by_password, generic.Password)
    assert isinstance(by_token, generic.Token)


def test_login_that_is_no_token_is_an_error_of_both(
    session: ks_session.Session, cloud: ScriptedCloud
) -> None:
    answer_login(cloud, Answer(201, b'<html></html>', [('X-Subject-Token', 't')]))
    with pytest.raises(errors.CloudError, match='it is not a JSON object') as caught:
        session.get_token()
    assert isinstance(caught.value, ks.InvalidResponse)
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), ks.InvalidResponse)


def test_older_name_of_a_keyword_is_taken_out() -> None:
    def value(old: Any, new: Any) -> Any:
        keywords = {'older': old, 'other': 1}
        found = client_keywords.under_either_name(keywords, 'older', 'newer', new)
        assert keywords == {'other': 1}
        return found

    assert [value('a', None), value(None, 'b'), value('a', 'a')] == ['a', 'b', 'a']
    with pytest.warns(DeprecationWarning, match="ignores 'older'"):
        assert value('a', 'b') == 'b'


def test_tls_option_that_the_library_lacks_is_told_with_its_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from importlib import metadata

    class Old:
        session = requests.Session()

        def __init__(self, **names: str) -> None: ...

    monkeypatch.setattr(ks_session, 'Session', Old)
    installed = metadata.version('keystoneauth1')
    for name in ('tls_ciphers', 'tls_min_version'):
        with pytest.raises(errors.CommandError) as caught:
            sessions.open_session(**{name: 'x'})
        assert str(caught.value) == (
            f'--{name.replace("_", "-")} needs keystoneauth1 5.17 or newer; '
            f'{installed} is installed.'
        )
    assert isinstance(sessions.open_session(tls_ciphers=''), Old)


def test_cipher_that_openssl_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Strict:
        def __init__(self, tls_ciphers: str | None = None, **names: str) -> None:
            raise ssl.SSLError('no cipher match')

    monkeypatch.setattr(ks_session, 'Session', Strict)
    with pytest.raises(errors.CommandError) as caught:
        sessions.open_session(tls_ciphers='NONE')
    assert str(caught.value) == "OpenSSL has no TLS cipher 'NONE': see --tls-ciphers."
    with pytest.raises(ssl.SSLError):
        sessions.open_session()


# -- access --


def test_access_is_who_the_session_says_we_are(
    cloud: ScriptedCloud, session: ks_session.Session
) -> None:
    access = keystone.KeystoneAccess(session)
    headers = access.headers()
    assert headers['X-Auth-Token'] in cloud.keystone.tokens
    assert access.project_id() == PROJECT
    assert access.user_id()
    assert access.user_id() == session.get_user_id()
    assert access.endpoint('compute', 'public', None) == f'{cloud.url}/v2.1'
    assert access.renew({'X-Auth-Token': 'other'}) is True
    assert access.renew(headers) is True
    assert access.headers() != headers


def test_plugin_of_its_own_goes_before_that_of_the_session(cloud: ScriptedCloud) -> None:
    own = client_keywords.plugin_of(_credentials(cloud))
    bare = sessions.open_session()
    access = keystone.KeystoneAccess(bare, own)
    assert access.headers()['X-Auth-Token'] in cloud.keystone.tokens
    assert access.project_id() == PROJECT
    assert access.endpoint('compute', 'public', None) == f'{cloud.url}/v2.1'
    without = keystone.KeystoneAccess(bare)
    assert (without.headers(), without.renew({}), without.places(['compute'])) == ({}, False, None)


def test_places_are_those_of_the_catalog(cloud: ScriptedCloud, session: ks_session.Session) -> None:
    access = keystone.KeystoneAccess(session)
    (place,) = access.places(['compute', 'compute', 'none']) or []
    assert place == ('compute', cloud.region, 'public', f'{cloud.url}/v2.1', 'compute')
    with pytest.raises(errors.CloudError, match=r'has no endpoint for none\.$'):
        access.places(['compute-x', 'none'])


def test_way_to_log_in_without_a_catalog_has_no_places() -> None:
    plugin = noauth.NoAuth(endpoint='http://a.example')
    access = keystone.KeystoneAccess(sessions.open_session(auth=plugin))
    assert access.places(['compute']) is None
    assert access.endpoint('compute', 'public', None) == 'http://a.example'


# -- transport --


def test_transport_sends_once_and_brings_the_answer(
    cloud: ScriptedCloud, session: ks_session.Session
) -> None:
    cloud.on('POST', '/things', {'a': 1}, 503, {'Location': '/x'})
    transport = keystone.KeystoneTransport(session, options=lambda: {'user_agent': 'mine'})
    request = WireRequest('POST', f'{cloud.url}/v2.1/things', {'X-One': '1'}, b'{"b": 2}')
    answer = transport.send(request)
    # The script says who may pass; the transport itself logs in for nobody.
    assert answer.status == 401
    login = keystone.KeystoneAccess(session).headers()
    answer = transport.send(request._replace(headers={**login, 'X-One': '1'}))
    assert (answer.status, answer.body, answer.headers['location']) == (503, b'{"a": 1}', '/x')
    assert answer.seconds > 0
    sent = cloud.requests[-1]
    assert (sent.headers['X-One'], sent.headers['User-Agent'], sent.body) == ('1', 'mine', {'b': 2})
    assert [path for path in cloud.wire() if path.endswith('things')] == ['POST /v2.1/things'] * 2


@pytest.mark.parametrize('splits', [False, True])
def test_session_logs_no_secret_to_its_logger_or_to_several(
    cloud: ScriptedCloud, caplog: pytest.LogCaptureFixture, splits: bool
) -> None:
    caplog.set_level('DEBUG')
    body = b'{"adminPass": "S3cret"}'
    request = WireRequest('POST', f'{cloud.url}/v2.1/x?a=%3Ftoken%3DS3cret', {}, body)
    keystone.KeystoneTransport(ks_session.Session(split_loggers=splits)).send(request)
    assert ('keystoneauth.session.request' in {each.name for each in caplog.records}) == splits
    assert '{"adminPass": "***"}' in caplog.text
    assert 'S3cret' not in caplog.text


@pytest.mark.parametrize(
    ('raised', 'kind', 'words'),
    [
        (ValueError('odd'), errors.CloudError, 'redirects to something that is not a URL: odd.'),
        (errors.CommandError('Ours.'), errors.CommandError, 'Ours.'),
        (KeyError('x'), KeyError, "'x'"),
        (ks.ConnectFailure('x'), errors.CloudError, 'the cloud cannot be reached'),
        (ks.EndpointNotFound('No endpoint.'), errors.CloudError, 'No endpoint.'),
    ],
)
def test_error_of_a_session_becomes_ours(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, kind: type[Exception], words: str
) -> None:
    bare = sessions.open_session()

    def fail(*_: Any, **__: Any) -> requests.Response:
        raise raised

    monkeypatch.setattr(bare, 'request', fail)
    with pytest.raises(kind) as caught:
        keystone.KeystoneTransport(bare).send(WireRequest('GET', 'http://a.example/', {}))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ('raised', 'kind', 'words'),
    [
        (ValueError('odd'), errors.CloudError, 'The answer to the login is malformed: odd.'),
        (errors.CommandError('Ours.'), errors.CommandError, 'Ours.'),
        (ks.EmptyCatalog('x'), errors.LoginError, 'the login is for no project'),
    ],
)
def test_error_of_a_login_becomes_ours(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, kind: type[Exception], words: str
) -> None:
    bare = sessions.open_session(auth=noauth.NoAuth())

    def fail(*_: Any, **__: Any) -> None:
        raise raised

    monkeypatch.setattr(bare, 'get_auth_headers', fail)
    with pytest.raises(kind) as caught:
        keystone.KeystoneAccess(bare).headers()
    assert words in str(caught.value)


# -- failed TLS connections --


def _tls(reason: str | None = None, words: str = 'x') -> ssl.SSLError:
    error = ssl.SSLError(1, words)
    error.reason = reason
    return error


def _kinds() -> Iterator[tuple[str, str]]:
    for reason in tls_errors._NOT_TLS:
        yield reason, 'http://a does not answer in TLS: is its URL one of http:// instead?'
    for reason in tls_errors._CLIENT_CERTIFICATE:
        yield (
            f'TLSV1_ALERT_{reason}',
            'http://a refused the client certificate, or the lack of one: see --os-cert and '
            '--os-key.',
        )
    for reason in tls_errors._NOTHING_COMMON:
        yield (
            reason,
            'http://a and this computer have no TLS version or cipher in common: see '
            '--tls-min-version and --tls-ciphers.',
        )
    yield (
        'STRANGE_REASON',
        'The TLS connection to http://a failed: strange reason; see --os-cacert, --os-cert and '
        '--os-key.',
    )


@pytest.mark.parametrize(('reason', 'words'), list(_kinds()))
def test_failed_tls_connection_is_told_with_the_option_it_is_about(reason: str, words: str) -> None:
    assert tls_errors.explained('http://a', [ValueError(), _tls(reason)]) == words


def test_failed_tls_connection_without_a_reason_is_told_by_its_last_error() -> None:
    def words(*causes: BaseException) -> str:
        text = tls_errors.explained('http://a', causes)
        return text.partition(' failed: ')[2].partition(';')[0]

    assert words(_tls(), OSError(1, 'Last_Words'), ValueError()) == 'last words'
    assert words(_tls(None, 'Own')) == 'own'
    assert words(ValueError()) == 'no reason given'


@pytest.mark.parametrize(
    ('code', 'words'),
    [
        (62, 'is for another name (why): use a URL with its name, or --insecure to do without'),
        (64, 'is for another name (why): use a URL with its name, or --insecure to do without'),
        (10, 'is out of date (why): check the clock, or give --insecure to do without'),
        (9, 'is out of date (why): check the clock, or give --insecure to do without'),
        (
            18,
            'cannot be verified (why): give the file of its authority with --os-cacert '
            '(OS_CACERT), or --insecure to do without',
        ),
    ],
)
def test_bad_certificate_is_told_with_what_to_do(code: int, words: str) -> None:
    error = ssl.SSLCertVerificationError()
    error.verify_code, error.verify_message = code, 'why.'
    text = tls_errors.explained('http://a', [ValueError(), error])
    assert text == f'The certificate of http://a {words} the check.'
    error.verify_message = ''
    assert '(no reason given)' in tls_errors.explained('http://a', [error])


_OLDER_KEYWORDS = (
    *('json', 'original_ip', 'user_agent', 'redirect', 'authenticated', 'endpoint_filter', 'auth'),
    *('requests_auth', 'raise_exc', 'allow_reauth', 'log', 'endpoint_override', 'connect_retries'),
    *('logger', 'headers', 'params', 'data', 'timeout'),
)
"""Keywords of a session of python-keystoneclient."""


def test_request_goes_over_a_session_that_knows_older_keywords(cloud: ScriptedCloud) -> None:
    """freezer-dr 15 and gce-api 3 have sessions of python-keystoneclient."""

    class Older(ks_session.Session):
        def request(self, url: str, method: str, **options: Any) -> Any:  # type: ignore[override]
            assert set(options) <= set(_OLDER_KEYWORDS)
            return super().request(url, method, **options)

    older = Older(auth=client_keywords.plugin_of(_credentials(cloud)))
    cloud.on('GET', '/servers/detail', {'servers': []})
    assert client.Client('2.1', session=older).servers.list() == []
