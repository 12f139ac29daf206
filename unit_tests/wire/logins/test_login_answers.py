"""Answers to a login: a usable document, or its error."""

from __future__ import annotations

import json
from typing import Any

import pytest
import requests
from keystoneauth1 import exceptions as ks

from novaclient_mv import errors
from novaclient_mv.wire import session_errors
from novaclient_mv.wire.logins import login_documents, refusals
from novaclient_mv.wire.transport import WireAnswer

V3, V2 = 'http://a.example/v3/auth/tokens', 'http://a.example/v2.0/tokens'
TIME = '2026-01-31T12:00:00.000000Z'


def _response(
    body: Any, url: str = V3, method: str = 'POST', status: int = 201, token: str | None = 'abc'
) -> requests.Response:
    response = requests.Response()
    response.status_code, response.url = status, url
    response.request = requests.Request(method, url).prepare()
    response._content = body if isinstance(body, bytes) else json.dumps(body).encode()
    if token is not None:
        response.headers['X-Subject-Token'] = token
    return response


def _seen(response: requests.Response) -> tuple[str, str, WireAnswer]:
    """Method, URL and answer."""
    answer = WireAnswer(response.status_code, response.headers, response.content)
    return str(response.request.method), str(response.url), answer


def _fault(body: Any, **more: Any) -> str | None:
    """Return the error of an answer to a login."""
    response = _response(body, **more)
    try:
        login_documents.check(*_seen(response))
    except errors.CloudError as error:
        url = str(response.url).partition('?')[0].replace('user:secret@', '')
        before = f'{url} answered the login with a document that cannot be used: '
        text = str(error)
        return text.removeprefix(before).removesuffix('.') if text.startswith(before) else text
    return None


@pytest.mark.parametrize(
    ('body', 'fault'),
    [
        ({'token': {'expires_at': TIME}}, None),
        ({'token': {'expires_at': TIME, 'project': {}, 'user': {}, 'domain': {}}}, None),
        (b'{', 'it is not a JSON object'),
        ([], 'it is not a JSON object'),
        ({}, '"token" is not an object'),
        ({'token': 'x'}, '"token" is not an object'),
        ({'token': {}}, '"expires_at" is missing'),
        ({'token': {'expires_at': None}}, '"expires_at" is not a time'),
        ({'token': {'expires_at': 'soon'}}, '"expires_at" is not a time'),
        *(
            ({'token': {'expires_at': TIME, name: []}}, f'"{name}" is not an object')
            for name in ('project', 'domain', 'system', 'user')
        ),
    ],
)
def test_document_of_a_login_is_looked_at_before_it_is_used(body: Any, fault: str | None) -> None:
    assert _fault(body) == fault


def test_login_without_the_header_of_its_token_is_no_login() -> None:
    assert _fault({'token': {'expires_at': TIME}}, token=None) == (
        'the header X-Subject-Token is missing'
    )
    assert _fault({'token': {'expires_at': TIME}}, token='') == (
        'the header X-Subject-Token is missing'
    )


@pytest.mark.parametrize(
    ('body', 'fault'),
    [
        ({'access': {'token': {'id': 'a', 'expires': TIME}}}, None),
        ({}, 'it has no "token" object'),
        ([], 'it has no "token" object'),
        ({'access': []}, 'it has no "token" object'),
        ({'access': {'token': []}}, 'it has no "token" object'),
        ({'access': {'token': {'expires': TIME}}}, 'its token has no id'),
        ({'access': {'token': {'id': 'a'}}}, '"expires" is not a time'),
    ],
)
def test_document_of_a_retired_login_is_looked_at_too(body: Any, fault: str | None) -> None:
    assert _fault(body, url=V2, token=None, status=200) == fault


def test_only_answers_to_logins_are_looked_at() -> None:
    assert _fault({}, url='http://a.example/v3/projects', token=None) is None
    assert _fault({}, url=V2, method='GET', token=None) is None
    assert _fault({}, status=300) is None
    assert _fault({}, status=401) is None
    # A federated login ends elsewhere, and names its token the same way.
    assert _fault({}, url='http://a.example/v3/OS-FEDERATION/x') == '"token" is not an object'
    assert _fault({}, status=299) is not None


def test_document_that_cannot_be_used_is_told_with_its_url() -> None:
    with pytest.raises(errors.CloudError) as caught:
        login_documents.check(*_seen(_response({}, url=V3.replace('a.ex', 'user:secret@a.ex'))))
    assert (caught.value.url, caught.value.retryable) == (V3, False)
    assert 'secret' not in str(caught.value)


# -- refused logins --


def _refusal(status: int, message: str, body: Any = None, **more: Any) -> Any:
    """Our error for an answer of the identity service."""
    error = ks.http.HttpError(
        message, url=f'{V3}?a=b', method='POST', http_status=status, request_id='req-1', **more
    )
    error.response = _response({'error': {'message': message}} if body is None else body)
    return refusals.translated(error)


@pytest.mark.parametrize(
    ('message', 'settings'),
    [
        ('Attempted with an unsupported method.', ('auth_type',)),
        ('No user in application credential.', ('username', 'user_domain_name')),
        ('Application Credential x is gone.', ('application_credential_id',)),
        ('No domain in project.', ('project_domain_name',)),
        ('No domain in user.', ('user_domain_name',)),
        ('No such domain.', ('user_domain_name', 'project_domain_name')),
        ('No such trust.', ('trust_id',)),
        ('Bad TOKEN.', ('token',)),
        ('No such project.', ('project_name',)),
        ('No such user.', ('username',)),
        ('It requires authentication.', ('credentials',)),
    ],
)
def test_refused_login_is_about_the_setting_that_its_words_name(
    message: str, settings: tuple[str, ...]
) -> None:
    error = _refusal(401, message)
    assert isinstance(error, errors.LoginError)
    assert error.settings == settings
    said = message.removesuffix('.')
    assert str(error) == f'The login was refused: {said} (HTTP 401, POST {V3}).'


def test_words_of_the_service_are_read_from_its_answer_without_its_boilerplate() -> None:
    words = 'Bad. The server could not comply with the request since it is malformed.'
    error = _refusal(400, 'x', {'error': {'message': words}})
    assert str(error) == f'The login was refused: Bad (HTTP 400, POST {V3}).'
    assert 'refused: x (' in str(_refusal(400, 'x', b'{'))


@pytest.mark.parametrize('status', [500, 503, 408, 429])
def test_identity_service_that_fails_is_no_refusal(status: int) -> None:
    error = _refusal(status, 'Bad.')
    assert isinstance(error, errors.CloudError)
    assert (error.url, error.request_id, error.retryable) == (V3, 'req-1', False)
    assert str(error) == (
        f'The identity service does not answer as it should: Bad (HTTP {status}, POST {V3}).'
    )


@pytest.mark.parametrize('status', [401, 503])
def test_long_words_of_the_identity_service_are_whole(status: int) -> None:
    error = _refusal(status, 'Bad ' * 5000)
    said = str(error)
    assert (error.cloud_words in said, said.count('Bad')) == (True, 5000)
    assert said.endswith(f'(HTTP {status}, POST {V3}).')


def test_login_that_is_put_off_says_when_to_come_again() -> None:
    error = ks.http.HttpError('Slowly.', url=V3, method='POST', http_status=429)
    error.response = _response({'error': {'message': 'Slowly.'}})
    error.response.headers['Retry-After'] = '90'
    said = str(refusals.translated(error))
    assert said.endswith(f'POST {V3}). The cloud asks to try again after 90 seconds.')


@pytest.mark.parametrize('status', [404, 405])
def test_place_without_an_identity_service_is_told_from_a_thing_that_is_missing(
    status: int,
) -> None:
    for body in ({'error': 'x'}, [], b'{'):
        error = _refusal(status, 'Not Found', body)
        assert str(error) == f'There is no identity service at {V3} (HTTP {status}).'
        assert error.settings == ('auth_url',)
    own = _refusal(status, 'x', {'error': {'message': 'No such user.'}})
    assert own.settings == ('username',)


def test_identity_service_that_is_not_found_is_told_by_its_cause() -> None:
    def told_of(cause: Exception | None) -> Any:
        failure = ks.DiscoveryFailure('Not found.')
        failure.__cause__ = cause
        return refusals.translated(failure)

    missing = told_of(ks.NotFound(url=f'{V3}?a=b', http_status=404))
    assert (str(missing), missing.settings) == (
        f'There is no identity service at {V3}.',
        ('auth_url',),
    )
    nowhere = told_of(None)
    assert str(nowhere) == 'There is no identity service at the URL that was given for it.'
    assert nowhere.settings == ('auth_url',)
    failed = told_of(ks.InternalServerError('Bad', url=V3, http_status=500, method='GET'))
    assert str(failed).startswith('The identity service does not answer as it should: Bad')
    broken = told_of(ks.ConnectFailure('connecting to http://a.example: x'))
    assert isinstance(broken, errors.CloudError)
    assert str(broken).startswith('http://a.example')


def test_other_errors_of_a_login_keep_their_words() -> None:
    invalid = refusals.translated(ks.InvalidResponse(_response({}, status=200)))
    assert str(invalid) == f'{V3} answered the login with 200 and something that is not a token.'
    assert invalid.retryable is False
    for kind in (ks.AuthPluginException, ks.AuthorizationFailure):
        error = refusals.translated(kind('Some words.'))
        assert (type(error), str(error)) == (errors.LoginError, 'Some words.')
    other = refusals.translated(ks.ClientException('Some words.'))
    assert (type(other), str(other)) == (errors.CloudError, 'Some words.')


def test_login_for_no_project_is_told() -> None:
    for error in (
        refusals.without_project(),
        session_errors.translated(ks.EmptyCatalog('x')),
    ):
        assert isinstance(error, errors.LoginError)
        assert str(error) == 'The service catalog is empty: the login is for no project.'
        assert error.settings == ('project_name',)


# -- translation --


def test_errors_of_the_library_become_ours() -> None:
    lacking = session_errors.translated(ks.EndpointNotFound('No endpoint.'))
    assert isinstance(lacking, errors.CloudError)
    assert isinstance(lacking, ks.EndpointNotFound)
    assert str(lacking) == 'No endpoint.'
    wordless = ks.CatalogException('')
    wordless.args, wordless.message = ('',), ''
    assert str(session_errors.translated(wordless)) in (
        'The service catalog has no such endpoint.',
        str(wordless),
    )
    assert isinstance(session_errors.translated(ks.Unauthorized('x', url=V3)), errors.LoginError)
    other = KeyError('x')
    assert session_errors.translated(other) is other


@pytest.mark.parametrize(
    ('error', 'cause', 'may_be_sent'),
    [
        (ks.ConnectFailure('x'), None, True),
        (ks.ConnectTimeout('x'), None, True),
        (ks.ConnectTimeout('x'), requests.ConnectTimeout(), False),
        (ks.SSLError('x'), None, False),
    ],
)
def test_request_that_failed_says_whether_it_may_have_arrived(
    error: Exception, cause: Exception | None, may_be_sent: bool
) -> None:
    error.__cause__ = cause
    ours: Any = session_errors.of_request(error)
    assert ours.may_be_sent is may_be_sent
