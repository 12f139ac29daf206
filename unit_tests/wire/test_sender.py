"""One connection over any transport: what is sent, what is tried again, what errors know."""

from __future__ import annotations

import datetime
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from novaclient_mv import errors, services
from novaclient_mv.errors import ExitStatus
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import request as requests
from novaclient_mv.wire.access import Place
from novaclient_mv.wire.sender import Sender
from novaclient_mv.wire.transport import WireAnswer, WireRequest
from novaclient_mv.wire.wsgi import Headers
from unit_tests.newest import NEWEST

URL = 'http://cloud.example/v2.1'
SAYS = {'OpenStack-API-Version': 'compute 2.53', 'X-OpenStack-Request-ID': 'req-1'}
Step = WireAnswer | Exception


def answer(
    status: int = 200, body: Any = None, headers: Mapping[str, str] | None = None, **more: Any
) -> WireAnswer:
    """An answer at 2.53, unless the headers are given."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    pairs = (SAYS if headers is None else {**SAYS, **headers}).items()
    return WireAnswer(status, Headers(pairs), b'' if body is None else content, **more)


def lost(is_sent: bool, is_lasting: bool = False) -> errors.CloudError:
    """The error of a transport whose connection broke."""
    error = errors.CloudError('It broke.', url=URL)
    error.may_be_sent, error.retryable = is_sent, not is_lasting
    return error


class Wire:
    """A transport and an access: each request takes the next of the steps."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.sent: list[WireRequest] = []
        self.tokens = ['one', 'two']
        self.asked: list[tuple[Any, ...]] = []
        self.listed: list[Place] | None = None
        self.project: str | None = 'project'

    def send(self, request: WireRequest) -> WireAnswer:
        self.sent.append(request)
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        pass

    def headers(self) -> Mapping[str, str]:
        return {'X-Auth-Token': self.tokens[0]}

    def renew(self, refused: Mapping[str, str]) -> bool:
        assert refused == self.headers()
        del self.tokens[:1]
        return bool(self.tokens)

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        self.asked.append((service_type, interface, region, name))
        return f'{URL}/' if service_type == 'compute' else f'http://{service_type}.example/v3/'

    def places(self, service_types: Sequence[str]) -> list[Place] | None:
        self.asked.append(tuple(service_types))
        return self.listed

    def project_id(self) -> str | None:
        return self.project

    def user_id(self) -> str | None:
        return 'user'


class Line:
    """A connection at 2.53 over steps, with its waits and warnings."""

    def __init__(self, *steps: Step, version: str = '2.53', **options: Any) -> None:
        self.wire = Wire(*steps)
        self.slept: list[float] = []
        self.warned: list[str] = []
        options = {'sleep': self.slept.append, 'warn': self.warned.append, **options}
        self.sender = Sender(self.wire, self.wire, services.COMPUTE, APIVersion(version), **options)

    def send(self, operation: str = 'GET /things', *ids: str, **more: Any) -> requests.Answer:
        """Carry out an operation."""
        single = more.pop('is_single', False)
        headers = tuple(more.pop('headers', {}).items())
        request = requests.request(operation, *ids, **more)
        return self.sender.send(request._replace(is_single=single, headers=headers))

    def failed(self, *words: Any, **more: Any) -> Any:
        """The error of an operation."""
        with pytest.raises(errors.Error) as caught:
            self.send(*words, **more)
        return caught.value


# -- what is sent --


def test_read_says_who_asks_in_which_version() -> None:
    line = Line(answer(body={'a': 1}))
    got = line.send(query={'b': 'c d'})
    assert line.wire.sent == [
        WireRequest(
            'GET',
            f'{URL}/things?b=c+d',
            {
                'Accept': 'application/json',
                'OpenStack-API-Version': 'compute 2.53',
                'X-OpenStack-Nova-API-Version': '2.53',
                'X-Auth-Token': 'one',
            },
            None,
        )
    ]
    assert (got.status, got.body, got.request_id, got.url) == (
        200,
        {'a': 1},
        'req-1',
        f'{URL}/things?b=c+d',
    )
    assert got.request is not None
    assert got.request.operation == 'GET /things'
    assert got.headers['openstack-api-version'] == 'compute 2.53'


def test_write_sends_json_of_its_kind() -> None:
    line = Line(answer(202), answer(202))
    line.send('POST /things', body={'a': 'ü'})
    assert line.wire.sent[0].body == b'{"a": "\\u00fc"}'
    assert line.wire.sent[0].headers['Content-Type'] == 'application/json'
    line.send('POST /things', body=[], headers={'Content-Type': 'a/b', 'Accept': 'c/d'})
    assert (line.wire.sent[1].body, line.wire.sent[1].headers['Content-Type']) == (b'[]', 'a/b')
    assert line.wire.sent[1].headers['Accept'] == 'c/d'


def test_neighbour_and_version_2_0_get_no_version() -> None:
    line = Line(answer(body={}, headers={}), answer(body={}))
    assert line.send('GET /v3/disks', service='volumev3').url == 'http://volumev3.example/v3/disks'
    old = Line(answer(body={}), version='2.0')
    old.send()
    for sent in (line.wire.sent[0], old.wire.sent[0]):
        assert [name for name in sent.headers if 'Version' in name] == []
    assert old.warned == []


def test_neighbour_has_an_endpoint_of_its_own() -> None:
    line = Line(
        answer(), answer(), answer(), service_name='mine', region_name='here', interface='x'
    )
    line.send('GET /v3/disks', service='volumev3')
    line.send('GET /v3/disks', service='volumev3')
    line.send()
    assert line.wire.asked == [('volumev3', 'x', 'here', None), ('compute', 'x', 'here', 'mine')]


# -- endpoints --


@pytest.mark.parametrize(
    ('options', 'url'),
    [
        ({}, URL),
        ({'endpoint_override': 'http://a.example/nova/'}, 'http://a.example/nova'),
        (
            {'endpoint_override': 'http://a.example/nova', 'completes_override': True},
            'http://a.example/nova/v2.1',
        ),
        (
            {'endpoint_override': 'http://a.example/v2/%(project_id)s/'},
            'http://a.example/v2/project',
        ),
        ({'endpoint_override': 'http://a.example/%(tenant_id)s'}, 'http://a.example/project'),
        ({'service_type': 'image'}, 'http://image.example/v3'),
    ],
)
def test_endpoint_is_the_catalogs_or_the_one_that_is_given(
    options: dict[str, Any], url: str
) -> None:
    line = Line(**options)
    assert line.sender.get_endpoint() == url
    assert line.sender.get_endpoint() == url
    assert len(line.wire.asked) == ('endpoint_override' not in options)


def test_login_without_a_project_leaves_its_place_empty() -> None:
    line = Line(endpoint_override='http://a.example/%(project_id)s/x')
    line.wire.project = None
    assert line.sender.get_endpoint() == 'http://a.example//x'


@pytest.mark.parametrize('url', ['http://a/%(name)s', 'http://a/%(project_id)d', 'http://a/%(x'])
def test_endpoint_that_names_something_else_is_refused(url: str) -> None:
    with pytest.raises(errors.CloudError) as caught:
        Line(endpoint_override=url).sender.get_endpoint()
    assert str(caught.value) == (
        f'The endpoint {url} can only name %(project_id)s or %(tenant_id)s.'
    )
    assert caught.value.retryable is False


def test_endpoint_may_be_changed_at_any_time() -> None:
    line = Line()
    first = line.sender.get_endpoint()
    line.sender.endpoint_override = 'http://late.example'
    assert (first, line.sender.get_endpoint()) == (URL, 'http://late.example')
    line.sender.endpoint_override = None
    line.sender.interface = 'admin'
    line.sender.get_endpoint()
    assert line.wire.asked[-1][1] == 'admin'


def test_another_service_type_is_used_for_a_while() -> None:
    sender = Line().sender
    with sender.using_service_type('image', ('image', 'glance')):
        assert sender.service_type == 'image'
        with sender.using_service_type('x', ('image',)):
            assert sender.service_type == 'image'
    assert sender.service_type == 'compute'
    with pytest.raises(KeyError), sender.using_service_type('image', ()):
        raise KeyError
    assert sender.service_type == 'compute'


def test_places_are_those_of_the_catalog_or_the_one_endpoint() -> None:
    line = Line(region_name='here', interface='admin')
    assert line.sender.places() == [Place('compute', 'here', 'admin', URL)]
    assert set(line.wire.asked[0]) == {*services.COMPUTE.catalog_types, 'compute'}
    line.wire.listed = [Place('compute', 'there', 'public', 'http://b.example')]
    assert line.sender.places() == line.wire.listed
    override = Line(endpoint_override='http://a.example')
    override.wire.listed = line.wire.listed
    assert override.sender.places() == [Place('compute', '', 'public', 'http://a.example')]


# -- what is tried again --


def test_broken_connection_of_a_read_is_tried_again_after_growing_waits() -> None:
    line = Line(lost(True), lost(False), lost(True), answer(body=1))
    assert line.send().body == 1
    assert line.slept == [0.5, 1.0, 2.0]
    ends = Line(*[lost(True)] * 4)
    assert str(ends.failed()) == 'It broke.'
    assert (len(ends.slept), len(ends.wire.sent)) == (3, 4)
    lasting = Line(lost(True, is_lasting=True))
    lasting.failed()
    assert lasting.slept == []


def test_tries_and_waits_are_those_that_the_program_chose() -> None:
    line = Line(lost(True), lost(True), lost(True))
    line.sender.set_options({'connect_retries': 2, 'connect_retry_delay': 7})
    line.failed()
    assert line.slept == [7, 7]
    busy = Line(*[answer(503)] * 3)
    busy.sender.set_options({'status_code_retries': 2, 'status_code_retry_delay': 9})
    assert busy.failed().code == 503
    assert busy.slept == [9, 9]
    own = Line(answer(500), answer(503))
    own.sender.retriable_status_codes = [500]
    assert own.failed().code == 503
    assert own.slept == [0.5]


@pytest.mark.parametrize('status', [429, 502, 503, 504])
def test_busy_cloud_is_asked_again_when_it_says(status: int) -> None:
    line = Line(
        answer(status), answer(status), answer(status, headers={'Retry-After': '9'}), answer(body=1)
    )
    assert line.send().body == 1
    assert line.slept == [0.5, 1.0, 9]


def test_write_is_sent_again_only_where_it_was_not_carried_out() -> None:
    line = Line(lost(False), answer(429), answer(202))
    assert line.send('POST /things').status == 202
    assert line.slept == [0.5, 1.0]
    single = Line(answer(429))
    assert single.failed('POST /things', is_single=True).code == 429
    for status in (502, 503, 504):
        assert Line(answer(status)).failed('POST /things').code == status


def test_refused_token_is_renewed_once() -> None:
    line = Line(answer(401), answer(body=1))
    assert line.send().body == 1
    assert [sent.headers['X-Auth-Token'] for sent in line.wire.sent] == ['one', 'two']
    assert line.slept == []
    again = Line(answer(401), answer(401))
    assert again.failed().code == 401
    alone = Line(answer(401))
    alone.wire.tokens = ['one']
    assert alone.failed().code == 401
    assert len(alone.wire.sent) == 1


# -- redirects --


def _to(url: str, status: int = 302) -> WireAnswer:
    return answer(status, headers={'Location': url})


def test_read_follows_redirects_up_to_the_fifth_request() -> None:
    line = Line(*[_to(f'/v2.1/{number}') for number in range(4)], answer(body=1))
    assert line.send().body == 1
    assert [sent.url for sent in line.wire.sent][1:] == [f'{URL}/{number}' for number in range(4)]
    circle = Line(*[_to('/v2.1/a')] * 5)
    error = circle.failed()
    assert str(error) == f'{URL}/a redirects in a circle.'
    assert (error.url, error.retryable) == (f'{URL}/a', False)


def test_redirect_to_another_place_is_refused() -> None:
    error = Line(_to('https://user:secret@cloud.example/x?y=z')).failed()
    assert str(error) == (
        f'{URL}/things redirects to https://cloud.example/x, another host, scheme or port, which '
        'is not followed.'
    )
    assert (error.url, error.retryable) == (f'{URL}/things', False)


def test_write_is_not_redirected() -> None:
    error = Line(_to('/v2.1/a', 308)).failed('POST /things')
    assert error.code == 308
    assert f'{URL}/things answered with a redirect, which is not followed' in str(error)


# -- what is not known of a write --

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
    assert (refused.url, refused.method) == (f'{URL}/things/1', 'PUT')
    read = Line(answer(500)).failed()
    assert 'carried out' not in str(read)


def test_transport_that_trips_over_an_answer_says_so() -> None:
    error = Line(ValueError('odd')).failed()
    assert str(error) == f'GET {URL}/things failed on something that makes no sense: odd.'
    assert (error.retryable, error.url) == (False, f'{URL}/things')
    write = Line(KeyError('odd')).failed('DELETE /things/{id}', '1')
    assert isinstance(write, errors.WriteUncertain)
    assert str(write) == (
        f"DELETE {URL}/things/1 failed on something that makes no sense: 'odd': {LOOK}"
    )


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
    assert line.sender.has_written


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


def test_versions_are_read_without_version_headers() -> None:
    line = Line(answer(body=_document()))
    offered = line.sender.server_range()
    assert offered is not None
    assert str(offered) == '2.1 to 2.60'
    assert [name for name in line.wire.sent[0].headers if 'Version' in name] == []
    assert Line(endpoint_override='http://a.example/v2').sender.server_range() is None
    old = {'version': {'id': 'v2.1', 'status': 'CURRENT', 'version': '', 'min_version': ''}}
    assert Line(answer(body=old)).sender.server_range() is None


def test_versions_are_looked_for_at_the_root_where_the_endpoint_tells_none() -> None:
    root = {'versions': [{'id': 'v2.0'}, _document()['version']]}
    line = Line(answer(404), answer(body=root))
    assert str(line.sender.server_range()) == '2.1 to 2.60'
    assert [sent.url for sent in line.wire.sent] == [f'{URL}/', 'http://cloud.example/']

    def words(*steps: Step) -> tuple[str, str | None]:
        with pytest.raises(errors.CloudError) as caught:
            Line(*steps).sender.server_range()
        return str(caught.value), caught.value.url

    assert words(answer(404), answer(404)) == (
        f'Neither {URL}/ nor http://cloud.example/ has a version document.',
        f'{URL}/',
    )
    assert words(answer(body=b'{'), answer(body={'versions': []})) == (
        'The version document of http://cloud.example/ does not mention v2.1.',
        'http://cloud.example/',
    )


# -- what is remembered --


def test_connection_remembers_what_it_did_at_every_version() -> None:
    line = Line(answer(body=1), answer(202), answer(body=3, headers={}))
    later = line.sender.at(APIVersion('2.60'))
    assert (str(later.version), later.history is line.sender.history) == ('2.60', True)
    line.send()
    assert line.sender.has_written is False
    line.send('POST /things')
    assert later.has_written
    line.send()
    history = line.sender.history
    assert history.latest is not None
    assert history.latest_write is not None
    assert (history.latest.body, history.latest_write.status) == (3, 202)


def test_refused_write_changed_nothing_unless_it_is_sent_once_only() -> None:
    line = Line(answer(409), answer(409))
    line.failed('POST /things')
    assert line.sender.has_written is False
    line.failed('POST /things', is_single=True)
    assert line.sender.has_written


def test_time_of_each_request_is_told_where_it_is_collected() -> None:
    line = Line(answer(401), answer(seconds=1.5), answer())
    line.sender.history.timings = []
    line.send()
    (first, second) = line.sender.history.timings
    assert (first.method, first.url, first.elapsed) == (
        'GET',
        f'{URL}/things',
        datetime.timedelta(0),
    )
    assert second.elapsed == datetime.timedelta(seconds=1.5)
    line.sender.history.timings = None
    line.send()
    assert line.sender.history.timings is None


def test_newest_version_of_ours_is_sent_as_any_other() -> None:
    newest = {'OpenStack-API-Version': f'compute {NEWEST}'}
    line = Line(answer(body={}, headers=newest), version=NEWEST)
    line.send()
    assert line.wire.sent[0].headers['OpenStack-API-Version'] == f'compute {NEWEST}'
    assert line.warned == []
