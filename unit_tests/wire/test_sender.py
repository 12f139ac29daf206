"""One connection over any transport: what is sent, where to, and what is tried again."""

from __future__ import annotations

from concurrent import futures
from typing import Any

import pytest

from novaclient_mv import errors, services
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import endpoints
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest
from unit_tests.wire.line import URL, Line, answer, lost


def test_read_says_who_asks_in_which_version() -> None:
    line = Line(answer(body={'a': 1}))
    got = line.send(query={'b': 'c d'})
    assert [request._replace(call=None) for request in line.wire.sent] == [
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
    assert line.wire.sent[0].call == got.request
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
            {'endpoint_override': 'http://a.example/nova', 'completes_url': True},
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
    assert line.connection.base_url() == url
    assert line.connection.base_url() == url
    assert len(line.wire.asked) == ('endpoint_override' not in options)


def test_login_without_a_project_leaves_its_place_empty() -> None:
    line = Line(endpoint_override='http://a.example/%(project_id)s/x')
    line.wire.project = None
    assert line.connection.base_url() == 'http://a.example//x'


@pytest.mark.parametrize('url', ['http://a/%(name)s', 'http://a/%(project_id)d', 'http://a/%(x'])
def test_endpoint_that_names_something_else_is_refused(url: str) -> None:
    with pytest.raises(errors.CloudError) as caught:
        Line(endpoint_override=url).connection.base_url()
    assert str(caught.value) == (
        f'The endpoint {url} can only name %(project_id)s or %(tenant_id)s.'
    )
    assert caught.value.retryable is False


def test_endpoint_may_be_changed_at_any_time() -> None:
    line = Line()
    first = line.connection.base_url()
    line.connection.endpoint_override = 'http://late.example'
    assert (first, line.connection.base_url()) == (URL, 'http://late.example')
    line.connection.endpoint_override = None
    line.connection.interface = 'admin'
    line.connection.base_url()
    assert line.wire.asked[-1][1] == 'admin'


def test_another_service_type_is_that_of_one_context_of_one_connection() -> None:
    line = Line()
    connection, other = line.connection, line.connection.at(line.connection.api_version)

    def types() -> list[str]:
        return [endpoints.service_type_of(each) for each in (connection, other)]

    with (
        futures.ThreadPoolExecutor() as threads,
        endpoints.using_service_type(connection, 'image', ('image', 'glance')),
        endpoints.using_service_type(other, 'volume', ()),
    ):
        assert (types(), threads.submit(types).result()) == (['image', 'volume'], ['compute'] * 2)
        with endpoints.using_service_type(connection, 'x', ('image',)):
            assert types() == ['image', 'volume']
        assert connection.base_url() == 'http://image.example/v3'
    with pytest.raises(KeyError), endpoints.using_service_type(connection, 'image', ()):
        raise KeyError
    assert types() == ['compute'] * 2


def test_connection_at_another_version_shares_what_it_learns_and_not_what_is_set() -> None:
    line = Line()
    line.connection.connect_retries = 1
    later = line.connection.at(APIVersion('2.50'))
    later.connect_retries, later.region_name = 2, 'there'
    line.connection.base_url()
    later.region_name = None
    later.base_url()
    later.history.note_write()
    assert (line.connection.connect_retries, line.connection.region_name) == (1, None)
    assert (len(line.wire.asked), line.connection.has_written) == (1, True)
    shared = ('transport', 'access', 'shared')
    assert [later.__dict__[name] for name in shared] == [vars(line.connection)[x] for x in shared]
    beside = later.beside(services.BAREMETAL)
    assert (beside.has_written, beside.region_name) == (True, None)
    assert beside.known_versions is not later.known_versions
    with pytest.raises(TypeError, match='has no part'):
        later.replace(lock_timeoot=1)


def test_places_are_those_of_the_catalog_or_the_one_endpoint() -> None:
    line = Line(region_name='here', interface='admin')
    assert endpoints.listed(line.connection) == [Endpoint('compute', 'here', 'admin', URL)]
    assert set(line.wire.asked[0]) == {*services.COMPUTE.catalog_types, 'compute'}
    line.wire.listed = [Endpoint('compute', 'there', 'public', 'http://b.example')]
    assert endpoints.listed(line.connection) == line.wire.listed
    override = Line(endpoint_override='http://a.example')
    override.wire.listed = line.wire.listed
    assert endpoints.listed(override.connection) == [
        Endpoint('compute', '', 'public', 'http://a.example')
    ]


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
    line.connection.set_options({'connect_retries': 2, 'connect_retry_delay': 7})
    line.failed()
    assert line.slept == [7, 7]
    busy = Line(*[answer(503)] * 3)
    busy.connection.set_options({'status_code_retries': 2, 'status_code_retry_delay': 9})
    assert busy.failed().code == 503
    assert busy.slept == [9, 9]
    own = Line(answer(500), answer(503))
    own.connection.retriable_status_codes = [500]
    assert own.failed().code == 503
    assert own.slept == [0.5]


@pytest.mark.parametrize('status', [429, 502, 503, 504])
def test_busy_cloud_is_asked_again_when_it_says(status: int) -> None:
    line = Line(
        answer(status), answer(status), answer(status, headers={'Retry-After': '9'}), answer(body=1)
    )
    assert line.send().body == 1
    assert line.slept == [0.5, 1.0, 9]


@pytest.mark.parametrize('status', [429, 503])
@pytest.mark.parametrize('operation', ['GET /things', 'POST /things'])
def test_cloud_that_wants_a_long_pause_is_not_asked_again_before(
    operation: str, status: int
) -> None:
    line = Line(answer(status, headers={'Retry-After': '61'}))
    error = line.failed(operation)
    assert (error.code, line.slept) == (status, [])
    assert 'The cloud asks to try again after 61 seconds.' in str(error)


def test_refusal_after_all_tries_says_when_to_come_again() -> None:
    line = Line(*[answer(503, headers={'Retry-After': '7'})] * 4)
    assert 'The cloud asks to try again after 7 seconds.' in str(line.failed())
    assert line.slept == [7, 7, 7]


def test_write_is_sent_again_only_where_it_was_not_carried_out() -> None:
    line = Line(lost(False), answer(429), answer(202))
    assert line.send('POST /things').status == 202
    assert line.slept == [0.5, 1.0]
    single = Line(answer(429))
    assert single.failed('POST /things', is_single=True).code == 429
    for status in (502, 503, 504):
        assert Line(answer(status)).failed('POST /things').code == status


def test_token_is_not_renewed_again_where_a_new_one_was_refused() -> None:
    line = Line(answer(401), answer(401), answer(401), answer(body=1), answer(401), answer(body=2))
    line.wire.tokens = ['one', 'two', 'three']
    assert line.failed().code == 401
    assert line.failed().code == 401
    assert line.wire.tokens == ['two', 'three']
    assert [line.send().body, line.send().body] == [1, 2]
    assert line.wire.tokens == ['three']


@pytest.mark.parametrize(
    'step',
    [
        lost(True),
        lost(True, is_lasting=True),
        MemoryError(),
        TypeError('odd'),
        answer(302, headers={'Location': 'http://elsewhere.example/'}),
    ],
)
def test_write_that_may_have_arrived_is_not_tried_at_the_url_without_a_version(
    step: WireAnswer | Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(step)
    monkeypatch.setattr(line.wire, 'endpoint', lambda *_: 'http://cloud.example')
    error = line.failed('POST /things')
    assert [sent.url for sent in line.wire.sent] == ['http://cloud.example/v2.1/things']
    assert error.retryable is False
    read = Line(answer(302, headers={'Location': 'http://elsewhere.example/'}), answer(body=1))
    monkeypatch.setattr(read.wire, 'endpoint', lambda *_: 'http://cloud.example')
    assert read.send().url == 'http://cloud.example/things'


def test_answer_of_a_supporting_service_says_nothing_of_the_own_endpoint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Line(answer(body=1), WireAnswer(404, Headers([]), b''), answer(body=2))
    monkeypatch.setattr(line.wire, 'endpoint', lambda *_: 'http://cloud.example')
    line.send('GET /v3/disks', service='volumev3')
    assert line.send().url == 'http://cloud.example/things'


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


def test_read_with_a_body_is_not_redirected() -> None:
    line = Line(_to('/v2.1/a', 307), answer(body=1))
    assert line.failed(body={'a': 1}).code == 307
    assert len(line.wire.sent) == 1
