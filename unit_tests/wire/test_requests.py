"""One call of the API as a value, and answers taken apart."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.wire import answer_headers, answers, redirects
from novaclient_mv.wire.request import Answer, request
from novaclient_mv.wire.transport import WireAnswer

URL = 'http://a.example/x'


@pytest.mark.parametrize(
    ('operation', 'ids', 'path'),
    [
        ('GET /things', (), '/things'),
        ('PUT /things/{id}/parts/{name}', ('a', 'b'), '/things/a/parts/b'),
        ('POST /things/{id}/action act', ('a',), '/things/a/action'),
        ('GET /things/{id}', ('a/b c?ü{x}',), '/things/a%2Fb%20c%3F%C3%BC%7Bx%7D'),
        ('GET /things/{id}', ('\udcff',), '/things/%FF'),
        ('GET /things/{id}', ('\ud800',), '/things/%ED%A0%80'),
        ('GET /things/{id}', (7,), '/things/7'),
    ],
)
def test_ids_are_quoted_into_the_path(operation: str, ids: Any, path: str) -> None:
    call = request(operation, *ids)
    assert (call.path, call.operation, call.target) == (path, operation, path)
    assert call.method == operation.partition(' ')[0]


@pytest.mark.parametrize('id', ['', '.', '..'])
def test_id_that_would_change_the_path_is_not_found(id: str) -> None:
    with pytest.raises(errors.NotFound) as caught:
        request('GET /things/{id}', id)
    assert caught.value.code == 404
    assert f'Nothing has the id {id!r}.' in str(caught.value)


@pytest.mark.parametrize(
    ('query', 'target'),
    [
        ({'b': 1, 'a': 'x y'}, '/things?a=x+y&b=1'),
        ([('b', 1), ('a', 2)], '/things?b=1&a=2'),
        ({'a': [1, None, 2], 'b': (3,), 'c': None}, '/things?a=1&a=2&b=3'),
        ({'a': '\udcff', 'ü': '\ud800'}, '/things?a=%FF&%C3%BC=%ED%A0%80'),
        ({'a': ''}, '/things?a='),
        ({}, '/things'),
    ],
)
def test_query_is_in_order_of_names_or_as_it_was_given(query: Any, target: str) -> None:
    assert request('GET /things', query=query).target == target


def test_request_keeps_its_body_and_service() -> None:
    call = request('POST /things', body={'a': 1}, service='image')
    assert (call.body, call.service, call.headers, call.is_single) == ({'a': 1}, 'image', (), False)


@pytest.mark.parametrize(
    ('operation', 'is_write', 'place'),
    [
        ('GET /things/{id}', False, '/things/a'),
        ('HEAD /things/{id}', False, '/things/a'),
        ('DELETE /things/{id}', True, '/things/a'),
        ('POST /things/{id}/action act', True, '/things/a'),
        ('GET /os-hosts/{id}/startup', True, '/os-hosts/a'),
        ('GET /os-hosts/{id}/shutdown', True, '/os-hosts/a'),
        ('GET /os-hosts/{id}/reboot', True, '/os-hosts/a'),
    ],
)
def test_write_says_where_its_result_can_be_seen(
    operation: str, is_write: bool, place: str
) -> None:
    call = request(operation, 'a')
    assert call.is_write is is_write
    assert call.way_to_look == f'Look with GET {place} before you try again.'
    assert call.uncertainty == (f'it may have been carried out all the same. {call.way_to_look}')


# -- answers --


def _answer(body: Any, operation: str | None = 'GET /x', id: str | None = 'req-1') -> Answer:
    call = None if operation is None else request(operation)
    return Answer(200, {}, body, id, URL, call)


def _refused(call: Any, *words: Any) -> Any:
    with pytest.raises(errors.CloudError) as caught:
        call(*words)
    return caught.value


def test_value_of_a_key_is_of_its_kind() -> None:
    assert answers.member(_answer({'a': [1]}), 'a', list) == [1]
    for body in ({'a': 1}, {}, [], None):
        error = _refused(answers.member, _answer(body), 'a', list)
        assert str(error) == f"GET {URL} answered 200 without 'a' (Request-ID: req-1)."
        assert (error.url, error.request_id, error.is_about_answer) == (URL, 'req-1', True)
    bare = _refused(answers.member, _answer({}, None, None), 'a', list)
    assert str(bare) == f"{URL} answered 200 without 'a'."


def test_answer_of_a_write_that_cannot_be_read_leaves_it_uncertain() -> None:
    error = _refused(answers.member, _answer({}, 'POST /x'), 'a', list)
    assert isinstance(error, errors.WriteUncertain)
    assert str(error) == (
        f"POST {URL} answered 200 without 'a' (Request-ID: req-1): it may have been carried out "
        'all the same. Look with GET /x before you try again.'
    )
    assert (error.url, error.request_id) == (URL, 'req-1')


def test_rows_are_objects() -> None:
    assert answers.objects(_answer({}), iter([{'a': 1}])) == [{'a': 1}]
    error = _refused(answers.objects, _answer({}), [{}, 1])
    assert 'answered 200 without a list of objects' in str(error)


@pytest.mark.parametrize('thing', [{'id': 'a'}, {'id': 7}])
def test_thing_that_was_created_has_an_id(thing: dict[str, Any]) -> None:
    assert answers.created(_answer({'t': thing}), 't') == thing
    named = {'name': 'x'}
    assert answers.created(_answer({'t': named}), 't', ('id', 'name')) == named
    assert answers.created(_answer({'t': {}}), 't', ()) == {}
    for other in ({}, {'id': ''}, {'id': None}, {'id': []}, named):
        error = _refused(answers.created, _answer({'t': other}), 't')
        assert "without the id of 't'" in str(error)
    assert "without 't'" in str(_refused(answers.created, _answer({'t': []}), 't'))


def test_values_that_make_no_sense_are_told_with_the_reason() -> None:
    error = answers.malformed(_answer({}), ValueError('Odd.'))
    assert str(error) == (f'GET {URL} answered 200 with malformed values: Odd (Request-ID: req-1).')
    assert answers.reason_of(KeyError()) == 'KeyError'
    assert answers.reason_of(ValueError('X. X...')) == 'X. X'
    about = answers.about_answer('Words.')
    assert (about.url, about.request_id, about.is_about_answer) == (None, None, True)


# -- headers and redirects --


def test_headers_tell_the_id_of_a_request() -> None:
    both = {'x-openstack-request-id': 'a', 'x-compute-request-id': 'b'}
    assert answer_headers.request_id(both) == 'a'
    assert answer_headers.request_id({'x-compute-request-id': 'b'}) == 'b'
    assert answer_headers.request_id({}) is None


NOON = 'Thu, 01 Jan 2026 12:00:00 GMT'


@pytest.mark.parametrize(
    ('value', 'seconds'),
    [
        *((text, float(text)) for text in ('7', '0', '60', '61', '3600')),
        *(
            (text, None)
            for text in ('-1', '+5', 'x', '', '1_000', '1e3', '1.5', '١٢', '1, 7', None)
        ),
        ('9' * 5000, 999_999_999_999.0),
        ('Thu, 01 Jan 2026 12:00:30 GMT', 30.0),
        ('Thursday, 01-Jan-26 13:00:00 GMT', 3600.0),
        ('Thu Jan  1 12:01:00 2026', 60.0),
        ('Thu, 01 Jan 2026 11:00:00 GMT', 0.0),
        ('Thu, 99 Foo 2026 12:00:00 GMT', None),
        ('Thu, 01 Jan 99999 12:00:00 GMT', None),
    ],
)
def test_headers_tell_when_to_come_again(value: str | None, seconds: float | None) -> None:
    headers = {'date': NOON} if value is None else {'retry-after': value, 'date': NOON}
    assert answer_headers.retry_after(headers) == seconds


def test_date_to_come_again_is_told_by_our_clock_where_the_cloud_has_none() -> None:
    gone, coming = 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'
    assert answer_headers.retry_after({'retry-after': gone}) == 0
    assert (answer_headers.retry_after({'retry-after': coming}) or 0) > 1e9
    assert answer_headers.retry_after({'retry-after': gone, 'date': 'spam'}) is None


@pytest.mark.parametrize(
    ('status', 'value', 'sentence'),
    [
        (429, '90', 'The cloud asks to try again after 90 seconds.'),
        (413, '1', 'The cloud asks to try again after 1 seconds.'),
        (503, '0', None),
        (503, 'soon', None),
        (500, '90', None),
    ],
)
def test_sentence_says_when_to_come_again(status: int, value: str, sentence: str | None) -> None:
    assert answer_headers.come_again(status, {'retry-after': value}) == sentence


@pytest.mark.parametrize('status', [301, 302, 303, 307, 308])
def test_redirect_leads_where_its_header_says(status: int) -> None:
    def target(status: int, **headers: str) -> str | None:
        return answer_headers.redirect_target(WireAnswer(status, headers, b''), URL)

    assert target(status, location='/y?z') == 'http://a.example/y?z'
    assert target(status) is None
    assert target(200, location='/y') is None
    assert target(304, location='/y') is None


@pytest.mark.parametrize(
    ('one', 'other', 'is_same'),
    [
        ('http://a.example/x', 'http://A.example:80/y?z', True),
        ('https://a.example', 'https://a.example:443', True),
        ('http://a.example', 'https://a.example', False),
        ('http://a.example', 'http://b.example', False),
        ('http://a.example', 'http://a.example:81', False),
        ('http://a.example:443', 'https://a.example', False),
        ('http:', 'http:', True),
    ],
)
def test_place_is_scheme_host_and_port(one: str, other: str, is_same: bool) -> None:
    assert redirects.is_same_origin(one, other) is is_same


def test_redirect_to_what_is_no_url_is_told_without_secrets() -> None:
    url = 'http://user:secret@a.example/x?token=secret'
    for location in ('http://[', 'http://b.example:port/'):
        with pytest.raises(errors.CloudError) as caught:
            redirects.target(url, location)
        assert str(caught.value) == (
            f'http://a.example/x redirects to something that is not a URL: {location!r}.'
        )
        assert (caught.value.url, caught.value.retryable) == (url, False)
    assert redirects.without_secrets('http://[') == 'http://['
    assert redirects.without_secrets('http://a@b@c/x?y#z') == 'http://c/x#z'
