"""Tests of what programs for python-novaclient read of errors: attributes, arguments, pickles."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
import requests

from novaclient_mv import api_versions, errors, exceptions


def every_error() -> list[exceptions.Error]:
    """An error of each class."""
    span = api_versions.VersionRange('2.1', '2.9')
    return [
        exceptions.Error('x'),
        exceptions.CommandError('x'),
        exceptions.UnknownName('command', 'x', ['y']),
        exceptions.OutsideVersion('x', span),
        exceptions.InvalidVersion('x'),
        exceptions.VersionNotSpoken('x'),
        exceptions.VersionNotOffered(span, None),
        exceptions.VersionMismatch('2.5', '2.1', {}, took_place=True),
        exceptions.VersionNotFoundForAPIMethod('2.1', 'x', [span]),
        exceptions.MethodEnded('2.9', 'x', [span], 'There is y.'),
        exceptions.UnsupportedAttribute('x', '2.5', '2.9', [span]),
        exceptions.CloudError('x', url='http://cloud', request_id='req-1'),
        exceptions.WriteUncertain('x'),
        exceptions.LoginError('x', settings=('auth_url',)),
        exceptions.ResourceNotFound('x'),
        exceptions.NoUniqueMatch('x', ids=['1', '2']),
        exceptions.ResourceInErrorState('x', 'no host'),
        exceptions.InstanceInDeletedState('x'),
        exceptions.WaitTimeout('x'),
        exceptions.EndNotReached('x', 'resource'),
        exceptions.ActionFailed('x', 'resource', 'reboot', 'no host', 'req-1'),
        errors.ActionInError(
            exceptions.ActionFailed('x', 'resource', 'reboot'), 'no host', 'error', 'it is on a'
        ),
        exceptions.SomeFailed({'a': ValueError('x')}, 2),
        exceptions.UnsupportedConsoleType('x'),
        exceptions.NotFound(404, 'x', {'a': 1}, 'req-1', 'http://cloud', 'GET'),
        exceptions.NotAcceptable(code=406, message='x'),
        exceptions.OverLimit(413, retry_after=5),
    ]


EVERY_ERROR = [pytest.param(error, id=type(error).__name__) for error in every_error()]


@pytest.mark.parametrize('error', EVERY_ERROR)
@pytest.mark.parametrize('again', [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_error_can_be_pickled_and_copied(error: exceptions.Error, again: Any) -> None:
    same = again(error)
    assert type(same) is type(error)
    assert (str(same), same.facts(), same.exit_status) == (
        str(error),
        error.facts(),
        error.exit_status,
    )
    assert repr(vars(same)) == repr(vars(error))


@pytest.mark.parametrize('error', EVERY_ERROR)
def test_every_error_has_a_message(error: exceptions.Error) -> None:
    """heat 24 logs ``message`` of UnsupportedConsoleType, and of others."""
    assert error.message
    assert error.message in str(error) or isinstance(error, exceptions.ClientException)


def test_message_may_be_set() -> None:
    for error in (exceptions.CloudError('x'), exceptions.LoginError('x')):
        error.message = 'other words'
        assert (error.message, str(error)) == ('other words', 'other words')
    error = exceptions.UnsupportedConsoleType('x')
    assert 'x' in error.message
    error.message = 'other words'
    assert error.message == 'other words'
    assert error.console_type == 'x'


def test_error_of_the_cloud_has_the_original_attributes() -> None:
    """horizon 27 reads ``code``; rally-openstack 4 reads ``message`` and ``details``."""
    error = exceptions.ClientException(404)
    assert (error.code, error.message, error.details) == (404, 'Unknown Error', None)
    assert (error.request_id, error.url, error.method) == (None, None, None)
    assert (str(error), error.args) == ('Unknown Error (HTTP 404)', (404,))
    error = exceptions.NotFound(404, 'No x', 'more', 'req-1', '/x', 'GET')
    assert (error.details, error.request_id, error.url, error.method) == (
        *('more', 'req-1', '/x', 'GET'),
    )
    assert error.args == (404, 'No x', 'more', 'req-1', '/x', 'GET')


def test_only_classes_of_a_status_have_http_status() -> None:
    """heat 27 takes ``code`` where an error has no ``http_status``, and tries again at 503."""
    for error in (exceptions.ClientException(503), exceptions.RetryAfterException(503)):
        assert getattr(error, 'http_status', error.code) == 503
    assert exceptions.NotFound(404).http_status == exceptions.NotFound.http_status == 404


def test_arguments_of_other_errors_are_kept() -> None:
    assert exceptions.UnsupportedConsoleType('x').args == ('x',)
    resource = object()
    assert exceptions.ResourceInErrorState(resource).args == (resource,)


def test_argument_outside_its_versions_is_a_type_error_too() -> None:
    """A keyword that a method lacks is a ``TypeError`` with python-novaclient."""
    error = exceptions.UnsupportedAttribute('x', '2.5')
    assert isinstance(error, TypeError)
    assert isinstance(error, AttributeError)
    assert 'x' in error.message


@pytest.mark.parametrize(
    ('body', 'message', 'details'),
    [
        (None, 'Not found', None),
        ({'itemNotFound': {'message': 'No x.', 'code': 404}}, 'No x.', None),
        ({'itemNotFound': {'message': 'No x.', 'details': 'more'}}, 'No x.', 'more'),
        ({'message': 'No x.', 'details': 'more'}, 'No x.', 'more'),
        ({'itemNotFound': 'No x.'}, 'No x.', None),
        ('No x.', 'No x.', None),
        ([], 'Not found', None),
        ({}, 'Not found', None),
    ],
)
def test_answer_of_requests_becomes_an_error(body: Any, message: str, details: Any) -> None:
    response = requests.Response()
    response.status_code = 404
    response.headers['x-compute-request-id'] = 'req-1'
    error = exceptions.from_response(response, body, 'http://cloud/x', 'GET')
    assert type(error) is exceptions.NotFound
    assert (error.message, error.details, error.request_id) == (message, details, 'req-1')
    assert (error.code, error.url, error.method) == (404, 'http://cloud/x', 'GET')


def test_what_may_have_been_meant_is_asked_when_it_is_told() -> None:
    asked: list[str] = []

    def close() -> list[str]:
        asked.append('x')
        return ['server-list']

    error = exceptions.UnknownName('command', 'server-lst', close, ending=' There are more.')
    assert (error.without_candidates, asked) == (
        'There is no command server-lst. There are more.',
        [],
    )
    again = pickle.loads(pickle.dumps(error))
    assert again.candidates == ('server-list',)
    for each in (error, again):
        message = 'There is no command server-lst. Did you mean server-list? There are more.'
        assert str(each) == message
    assert asked == ['x']
    error.message = 'Another one.'
    assert str(error) == 'Another one.'
