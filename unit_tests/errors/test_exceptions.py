"""Tests of the error tree: statuses, messages, and the reading of error answers."""

from __future__ import annotations

from email.message import Message
from typing import Any, NamedTuple

import pytest

from novaclient_mv import api_versions, exceptions
from novaclient_mv.exceptions import ExitStatus


class Answer(NamedTuple):
    """An answer for ``from_response``, with headers that ignore case, as real ones do."""

    status_code: int
    headers: Message


def answer(status: int, **headers: str) -> Answer:
    message = Message()
    for name, value in headers.items():
        message[name.replace('_', '-')] = value
    return Answer(status, message)


def error_of(status: int, body: Any = None, **headers: str) -> exceptions.ClientException:
    return exceptions.from_response(answer(status, **headers), body, 'http://cloud/servers', 'GET')


# -- what an error body says

GLANCE_PAGE = """<html>
 <head>
  <title>404 Not Found</title>
 </head>
 <body>
  <h1>404 Not Found</h1>
  No image found with ID 1<br /><br />
 </body>
</html>"""

PROXY_PAGE = """<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">
<html><head><title>503 Service
Unavailable &amp; so on</title><style>p { color: red }</style></head>
<body><h1>Service Unavailable</h1><p>Try again.</p></body></html>"""


@pytest.mark.parametrize(
    ('body', 'said'),
    [
        (
            {
                'message': 'The resource could not be found.<br /><br />\n\n\n',
                'code': '404 Not Found',
                'title': 'Not Found',
            },
            'The resource could not be found.',
        ),
        (
            {'computeFault': {'code': 500, 'message': "Report this.\n<class 'db.DBError'>"}},
            "Report this. <class 'db.DBError'>",
        ),
        (
            {'badRequest': {'code': 400, 'message': 'Value: a<b>c. 5 < 6 &amp; 7 > 6'}},
            'Value: a<b>c. 5 < 6 &amp; 7 > 6',
        ),
        (
            {'NeutronError': {'type': 'PortNotFound', 'message': 'No port 1', 'detail': ''}},
            'No port 1',
        ),
        ({'NeutronError': 'No port 1'}, 'No port 1'),
        (GLANCE_PAGE, '404 Not Found'),
        (PROXY_PAGE, '503 Service Unavailable & so on'),
        ('<html><style>p {}</style><script>x()</script><h1>No</h1> &lt;way&gt;</html>', 'No <way>'),
        ('{not JSON', '{not JSON'),
        ({'code': 5}, None),
        ({'badRequest': {'message': None}}, None),
        ('', None),
        (' \n', None),
        (None, None),
        ([], None),
        (17, None),
    ],
)
def test_message_is_found_in_every_family_of_bodies(body: Any, said: str | None) -> None:
    assert exceptions.message_of(body) == said


def test_message_of_a_huge_page_is_cut_and_what_a_service_says_is_not() -> None:
    words = ('word ' * 1000).rstrip()
    assert exceptions.message_of(f'<html><body>{words}</body></html>') == ('word ' * 100).rstrip()
    assert exceptions.message_of({'badRequest': {'message': words}}) == words


# -- error answers


def test_every_error_class_with_a_status_is_reached_by_it() -> None:
    def below(kind: type[Any]) -> set[type[Any]]:
        found: set[type[Any]] = {kind}
        return found.union(*map(below, kind.__subclasses__()))

    # A service may tell some errors of a status more exactly.
    ours = {each for each in below(exceptions.ClientException) if '.errors.' in each.__module__}
    for kind in ours:
        status = getattr(kind, 'http_status', None)
        assert status is None or type(error_of(status)) is kind


def test_error_carries_message_request_and_place() -> None:
    error = error_of(
        404, {'itemNotFound': {'message': 'No server 1.'}}, x_openstack_request_id='req-1'
    )
    assert str(error) == 'No server 1. (HTTP 404) (Request-ID: req-1)'
    assert error.message == 'No server 1.'
    assert (error.url, error.method) == ('http://cloud/servers', 'GET')
    assert error.facts() == {'request_id': 'req-1'}


@pytest.mark.parametrize(
    ('said', 'exit_status'),
    [
        ('Quota exceeded for cores: Requested 2, but already used 20 of 20', ExitStatus.CONFLICT),
        ('Quota exceeded, too many key pairs.', ExitStatus.CONFLICT),
        (
            "Policy doesn't allow os_compute_api:os-keypairs:create to be performed.",
            ExitStatus.DENIED,
        ),
        (
            "Policy doesn't allow os_compute_api:os-quota-sets:update to be performed.",
            ExitStatus.DENIED,
        ),
    ],
)
def test_forbidden_is_a_conflict_only_when_a_quota_is_used_up(
    said: str, exit_status: ExitStatus
) -> None:
    assert error_of(403, {'forbidden': {'code': 403, 'message': said}}).exit_status == exit_status


@pytest.mark.parametrize('status', [413, 429])
@pytest.mark.parametrize(('header', 'seconds'), [('30', 30), ('0', 0), ('', 0), ('soon', 0)])
def test_retry_after_is_read_as_seconds(status: int, header: str, seconds: int) -> None:
    error = error_of(status, None, retry_after=header)
    assert isinstance(error, exceptions.RetryAfterException)
    assert error.retry_after == seconds


def test_not_acceptable_tells_the_range_that_was_found_out() -> None:
    error = error_of(406)
    assert error.facts() == {'request_id': None, 'cloud_range': None}
    assert isinstance(error, exceptions.NotAcceptable)
    error.server_range = api_versions.VersionRange('2.1', '2.53')
    assert error.facts()['cloud_range'] == '2.1 to 2.53'


# -- exit statuses of our own errors


def test_failures_alike_of_all_targets_keep_their_status() -> None:
    missing, gone, busy = error_of(404), error_of(404), error_of(409)
    both = exceptions.SomeFailed({'a': missing, 'b': gone}, 2)
    assert both.exit_status == ExitStatus.NOT_FOUND
    assert exceptions.SomeFailed({'a': missing}, 1).exit_status == ExitStatus.NOT_FOUND
    assert exceptions.SomeFailed({'a': missing, 'b': busy}, 2).exit_status == ExitStatus.SOME_FAILED
    assert exceptions.SomeFailed({'a': missing}, 2).exit_status == ExitStatus.SOME_FAILED
    late = exceptions.WaitTimeout('x')
    assert exceptions.SomeFailed({'a': late, 'b': late}, 2).exit_status == ExitStatus.TIMED_OUT
    assert str(both) == '2 of 2 failed.'
    assert list(both.facts()['failures']) == ['a', 'b']


def test_unknown_name_suggests_close_ones() -> None:
    error = exceptions.UnknownName('option', '--hots', ['--host', '--hosts'], ' in 2.9')
    assert str(error) == 'There is no option --hots in 2.9. Did you mean --host or --hosts?'
    assert str(exceptions.UnknownName('column', 'x')) == 'There is no column x.'


def test_mismatch_of_a_write_says_that_it_took_place() -> None:
    error = exceptions.VersionMismatch('2.90', '2.1', {'server': {}}, took_place=True)
    assert str(error) == (
        'The cloud answered in API version 2.1, but 2.90 was asked for. '
        'The request was carried out.'
    )
    assert error.result == {'server': {}}


def test_ambiguous_name_and_cloud_error_tell_their_values() -> None:
    assert exceptions.NoUniqueMatch('two', ids=iter(['1', '2'])).facts() == {'ids': ['1', '2']}
    error = exceptions.CloudError('x', url='http://cloud', request_id='req-1')
    assert error.facts() == {'url': 'http://cloud', 'request_id': 'req-1'}


def test_resource_in_error_state_is_called_by_name_or_id() -> None:
    class Thing:
        name = ''
        id = 'id-1'

    assert str(exceptions.ResourceInErrorState(Thing(), 'No host.')) == (
        'id-1 went into error: No host.'
    )
    assert str(exceptions.ResourceInErrorState('web')) == 'web went into error.'
