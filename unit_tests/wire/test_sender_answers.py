"""One connection's answers, and its memory of them."""

from __future__ import annotations

import datetime
import logging
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.errors import ExitStatus
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import timing
from novaclient_mv.wire.transport import Headers, WireAnswer
from unit_tests.wire.line import URL, Line, Step, answer, lost

LOOK = 'it may have been carried out all the same. Look with GET /things/1 before you try again.'


def test_write_without_an_answer_may_have_been_carried_out() -> None:
    line = Line(lost(True))
    error = line.failed('POST /things/{id}/action act', '1')
    assert isinstance(error, errors.WriteUncertain)
    assert str(error) == (
        'The connection broke before the cloud answered POST /things/{id}/action act: ' + LOOK
    )
    assert (error.url, line.slept) == (f'{URL}/things/1/action', [])
    assert isinstance(error.__cause__, errors.CloudError)


def test_write_that_a_cloud_failed_may_have_been_carried_out() -> None:
    line = Line(answer(500, {'computeFault': {'message': 'Bad.', 'code': 500}}))
    error = line.failed('PUT /things/{id}', '1')
    assert f'Bad. PUT /things/{{id}}: {LOOK}' in str(error)
    assert (error.error_code, error.retryable) == ('write_uncertain', False)
    assert error.answer.url == f'{URL}/things/1'
    assert error.answer.request.operation == 'PUT /things/{id}'
    assert (error.answer.status, error.answer.request_id) == (500, 'req-1')
    refused = Line(answer(400, {'badRequest': {'message': 'Bad.'}})).failed('PUT /things/{id}', '1')
    assert 'carried out' not in str(refused)
    assert 'redirect' not in str(refused)
    assert (refused.url, refused.answer.url) == ('/things/1', f'{URL}/things/1')
    assert refused.method == 'PUT'
    read = Line(answer(500)).failed()
    assert 'carried out' not in str(read)


def test_transport_that_trips_over_an_answer_says_so() -> None:
    error = Line(ValueError('odd')).failed()
    assert str(error) == f'GET {URL}/things failed on a malformed answer: odd.'
    assert (error.retryable, error.url) == (False, f'{URL}/things')
    write = Line(KeyError('odd')).failed('DELETE /things/{id}', '1')
    assert isinstance(write, errors.WriteUncertain)
    assert str(write) == (f"DELETE {URL}/things/1 failed on a malformed answer: 'odd': {LOOK}")


@pytest.mark.parametrize(
    ('content', 'kind'),
    [
        (b'<!doctype><HTML>', 'an HTML page or a cut body'),
        (b' ' * 495 + b'<html', 'an HTML page or a cut body'),
        (b' ' * 496 + b'<html', 'something that is not JSON or a cut body'),
        (b'{"a"', 'something that is not JSON or a cut body'),
        (b'[' * 2000 + b']' * 2000, 'JSON of more than'),
    ],
)
def test_answer_that_is_not_json_is_told_by_its_kind(content: bytes, kind: str) -> None:
    error = Line(answer(200, content)).failed()
    assert str(error).startswith(f'GET {URL}/things answered 200 with {kind}')
    assert str(error).endswith('(Request-ID: req-1).')
    assert (error.is_about_answer, error.request_id) == (True, 'req-1')
    write = Line(answer(202, content)).failed('DELETE /things/{id}', '1')
    assert isinstance(write, errors.WriteUncertain)
    assert str(write).endswith(f'(Request-ID: req-1): {LOOK}')


def test_error_that_is_not_json_is_told_by_its_text() -> None:
    assert 'No ü here' in str(Line(answer(404, 'No ü here'.encode())).failed())
    assert Line(answer(404, b'[' * 2000)).failed().code == 404


# -- versions of answers --


def test_answer_in_another_version_is_refused() -> None:
    other = {'OpenStack-API-Version': 'compute 2.1'}
    line = Line(answer(body={'a': 1}, headers=other), answer(202, headers=other))
    error = line.failed()
    assert isinstance(error, errors.VersionMismatch)
    assert error.answer.body == {'a': 1}
    assert ('2.53' in str(error), '2.1' in str(error)) == (True, True)
    assert isinstance(line.failed('POST /things'), errors.VersionMismatch)
    assert line.connection.has_written


def test_answer_without_a_version_is_warned_of_once() -> None:
    silent = WireAnswer(200, Headers([]), b'{}')
    line = Line(silent, silent)
    line.send()
    line.send()
    assert line.warned == [
        'The cloud did not say in which API version it answered; 2.53 was asked for.'
    ]


def test_warning_goes_to_the_log_where_nobody_else_takes_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    line = Line(WireAnswer(200, Headers([]), b'{}'), warn=None)
    with caplog.at_level(logging.WARNING, 'novaclient_mv'):
        line.send()
    (record,) = caplog.records
    assert (record.name, record.levelname) == ('novaclient_mv', 'WARNING')
    assert record.getMessage().startswith('The cloud did not say')


def _document(minimum: str = '2.1', version: str = '2.60') -> dict[str, Any]:
    entry = {'id': 'v2.1', 'status': 'CURRENT', 'version': version, 'min_version': minimum}
    return {'version': entry}


def test_406_tells_the_versions_of_the_cloud() -> None:
    line = Line(answer(406), answer(body=_document()))
    error = line.failed()
    assert str(error.server_range) == '2.1 to 2.60'
    assert line.wire.sent[1].url == f'{URL}/'
    assert line.wire.sent[1].method == 'GET'
    unknown = Line(answer(406), answer(404), answer(404)).failed()
    assert (unknown.server_range, unknown.code) == (None, 406)
    neighbour = Line(answer(406)).failed('GET /v3/disks', service='volumev3')
    assert (neighbour.server_range, neighbour.exit_status) == (None, ExitStatus.FAILED)


def test_read_after_a_write_is_sent_once_more_where_two_releases_contradict_each_other() -> None:
    def refused(newest: str) -> WireAnswer:
        words = f'Version 2.53 is not supported. Minimum is 2.1 and maximum is {newest}.'
        return answer(406, {'computeFault': {'code': 406, 'message': words}})

    document = answer(body=_document())
    line = Line(refused('2.40'), document, refused('2.30'), document)
    line.connection.known_versions.negotiation.begin(is_named=False)
    line.connection.history.note_write()
    error = line.failed()
    asked = [sent.headers.get('OpenStack-API-Version') for sent in line.wire.sent]
    assert (error.code, asked[:3]) == (406, ['compute 2.53', None, 'compute 2.40'])
    assert line.wire.steps == []


def test_versions_are_read_without_version_headers() -> None:
    line = Line(answer(body=_document()))
    offered = line.connection.server_range()
    assert offered is not None
    assert str(offered) == '2.1 to 2.60'
    assert [name for name in line.wire.sent[0].headers if 'Version' in name] == []
    assert Line(endpoint_override='http://a.example/v2').connection.server_range() is None
    old = {'version': {'id': 'v2.1', 'status': 'CURRENT', 'version': '', 'min_version': ''}}
    assert Line(answer(body=old)).connection.server_range() is None


def test_versions_are_looked_for_at_the_root_where_the_endpoint_tells_none() -> None:
    root = {'versions': [{'id': 'v2.0'}, _document()['version']]}
    line = Line(answer(404), answer(body=root))
    assert str(line.connection.server_range()) == '2.1 to 2.60'
    assert [sent.url for sent in line.wire.sent] == [f'{URL}/', 'http://cloud.example/']

    def words(*steps: Step) -> tuple[str, str | None]:
        with pytest.raises(errors.CloudError) as caught:
            Line(*steps).connection.server_range()
        return str(caught.value), caught.value.url

    assert words(answer(404), answer(404)) == (
        f'Neither {URL}/ nor http://cloud.example/ has a version document.',
        f'{URL}/',
    )
    ironic = {'name': 'OpenStack Ironic API', 'versions': [{'id': 'v1'}]}
    assert words(answer(404), answer(body=ironic))[0] == (
        'The version document of http://cloud.example/ does not mention v2.1: it has v1 of '
        'OpenStack Ironic API.'
    )
    assert words(answer(body=b'{'), answer(body={'versions': []})) == (
        'The version document of http://cloud.example/ does not mention v2.1.',
        'http://cloud.example/',
    )


# -- what is remembered --


def test_connection_remembers_what_it_did_at_every_version() -> None:
    line = Line(answer(body=1), answer(202), answer(203, body=3, headers={}))
    later = line.connection.at(APIVersion('2.60'))
    assert (str(later.api_version), later.history is line.connection.history) == ('2.60', True)
    line.send()
    assert line.connection.has_written is False
    line.send('POST /things')
    assert later.has_written
    line.send()
    history = line.connection.history
    assert history.latest is not None
    assert history.latest_write is not None
    assert (history.latest.status, history.latest_write.status) == (203, 202)
    # A body may be a page of many rows.
    assert history.latest.body is None


def test_refused_write_changed_nothing_unless_it_is_sent_once_only() -> None:
    line = Line(answer(409), answer(409))
    line.failed('POST /things')
    assert line.connection.has_written is False
    line.failed('POST /things', is_single=True)
    assert line.connection.has_written


def test_time_of_each_request_is_told_where_it_is_collected() -> None:
    line = Line(answer(401), answer(seconds=1.5), answer())
    timings: list[timing.Timing] = []
    line.connection.transport = timing.TimedTransport(line.connection.transport, timings)
    line.send()
    first, second = timings
    assert (first.method, first.url, first.elapsed) == (
        'GET',
        f'{URL}/things',
        datetime.timedelta(0),
    )
    assert second.elapsed == datetime.timedelta(seconds=1.5)
