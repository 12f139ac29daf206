"""Requests that a caller words: login, version, answers and errors, and writes sent once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import STANDARD_HEADER, Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/things', {'things': [{'id': 1}]})
    cloud.on('POST', '/things', exchange.echo('thing', id=7), 202)
    cloud.on('DELETE', '/things/7', status=204)
    return cloud


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.53', NEWEST])
def test_body_alone_is_shown(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    result = nova('api', 'get', 'things?limit=1', version=version, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert json.loads(result.out) == {'things': [{'id': 1}]}
    assert exchange.sent(cloud) == ['GET /things?limit=1']
    wanted = None if version == '2.0' else f'compute {version}'
    assert cloud.requests[-1].headers[STANDARD_HEADER] == wanted


@pytest.mark.parametrize('output', ['table', 'json', 'ndjson', 'yaml'])
def test_body_is_a_document_in_every_format(nova: Nova, cloud: ScriptedCloud, output: str) -> None:
    import yaml

    shown = nova('api', 'GET', '/things', '-f', output, cloud=cloud).out
    assert yaml.safe_load(shown) == {'things': [{'id': 1}]}


def test_status_and_headers_stand_before_the_body_where_asked_for(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    for flag in ('--include', '-i'):
        result = nova('api', 'GET', '/things', flag, cloud=cloud)
        head, _, body = result.out.partition('\n\n')
        assert head.splitlines()[0] == 'HTTP 200 OK'
        assert f'{STANDARD_HEADER}: compute {NEWEST}' in head.splitlines()
        assert json.loads(body) == {'things': [{'id': 1}]}
        assert result.err == ''


def test_machines_get_one_object_of_status_headers_and_body(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    found = json.loads(nova('api', 'GET', '/things', '-i', '-f', 'json', cloud=cloud).out)
    assert (found['status'], found['body']) == (200, {'things': [{'id': 1}]})
    assert found['headers'][STANDARD_HEADER] == f'compute {NEWEST}'


@pytest.mark.parametrize('options', [(), ('-f', 'json'), ('--include',), ('-i', '-f', 'json')])
def test_query_picks_from_the_body(
    nova: Nova, cloud: ScriptedCloud, options: tuple[str, ...]
) -> None:
    words = ('api', 'GET', '/things', '--query', 'things[0].id', *options)
    assert nova(*words, cloud=cloud).lines[-1] == '1'


def test_header_that_acts_on_a_terminal_is_escaped(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/evil', lambda request: Answer(200, {}, [('X-Evil', 'a\x9bb')]))
    assert '\x9b' not in nova('api', 'GET', '/evil', '-i', cloud=cloud).out


def test_paginate_shows_all_pages_as_one_document_by_whatever_link_a_service_has(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    links: dict[str, Callable[[str], dict[str, Any]]] = {
        'things_links': lambda url: {'things_links': [{'rel': 'next', 'href': url}]},
        'links': lambda url: {
            'links': [{'rel': 'prev', 'href': url}, {'rel': 'next', 'href': url}]
        },
        'next': lambda url: {'next': url, 'first': '/things'},
        'object': lambda url: {'links': {'self': '/things', 'next': url, 'previous': None}},
    }
    for form, link in links.items():

        def page(request: Request, link: Callable[[str], dict[str, Any]] = link) -> dict[str, Any]:
            at = int(dict(request.query).get('marker', '0'))
            body = {'things': [{'id': at}], 'usage': {'total_mb': at, 'of': at, 'rows': [at]}}
            return body | (link(f'http://other/x?marker={at + 1}') if at < 2 else {})

        cloud.on('GET', '/things', page)
        cloud.requests.clear()
        shown = json.loads(
            nova('api', 'GET', '/things?sort=a%20b&limit=1', '--paginate', cloud=cloud).out
        )
        shown.pop('first', None)
        assert shown == {
            'things': [{'id': 0}, {'id': 1}, {'id': 2}],
            'usage': {'total_mb': 3, 'of': 0, 'rows': [0, 1, 2]},
        }, form
        assert exchange.sent(cloud) == [
            'GET /things?sort=a b&limit=1',
            'GET /things?marker=1&sort=a b&limit=1',
            'GET /things?marker=2&sort=a b&limit=1',
        ]


def test_paginate_ends_with_the_error_of_a_page_and_where_pages_go_round(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    def link(marker: object) -> dict[str, Any]:
        return {'rows': [1], 'next': f'http://other/x?marker={marker}'}

    cloud.on('GET', '/round', lambda request: link('same'))
    result = nova('api', 'GET', '/round', '--paginate', cloud=cloud)
    assert (result.status, result.out) == (7, '')
    assert 'brought a page with nothing new' in result.err

    def missing_page(request: Request) -> Answer:
        return Answer(404, {'gone': 1}) if request.query else Answer(200, link(1))

    cloud.on('GET', '/missing', missing_page)
    result = nova('api', 'GET', '/missing', '--paginate', cloud=cloud)
    assert (result.status, json.loads(result.out)) == (5, {'gone': 1})
    one = nova('api', 'GET', '/things', '--paginate', cloud=cloud)
    assert json.loads(one.out) == {'things': [{'id': 1}]}
    for words in (('POST', '/things'), ('GET', '/things', '--body', '-')):
        assert nova('api', *words, '--paginate', cloud=cloud).status == 2


def test_body_comes_from_the_input_or_a_file(nova: Nova, cloud: ScriptedCloud) -> None:
    body = {'thing': {'name': 'ü'}}
    (nova.home / 'thing.json').write_text(json.dumps(body), encoding='utf-8')
    path = str(nova.home / 'thing.json')
    posted = nova(
        'api', 'POST', '/things', '-i', '--body', '-', stdin=json.dumps(body).encode(), cloud=cloud
    )
    assert posted.lines[0] == 'HTTP 202 Accepted'
    from_file = nova('api', 'POST', '/things', '--body', path, cloud=cloud)
    assert posted.out.endswith(from_file.out)
    assert exchange.bodies(cloud) == [body, body]


def test_answer_without_a_body_shows_nothing(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('api', 'DELETE', '/things/7', cloud=cloud) == ('', '', 0)
    assert nova('api', 'DELETE', '/things/7', '-f', 'json', cloud=cloud).out == 'null\n'
    assert nova('api', 'DELETE', '/things/7', '-i', cloud=cloud).lines[0] == 'HTTP 204 No Content'


def test_headers_are_sent(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('api', 'GET', '/things', '--header', 'X-One: 1', '--header', 'X-Two:a:b', cloud=cloud)
    headers = cloud.requests[-1].headers
    assert (headers['X-One'], headers['X-Two']) == ('1', 'a:b')


@pytest.mark.parametrize(
    ('code', 'status'),
    [(400, 1), (401, 4), (403, 4), (404, 5), (406, 3), (409, 6), (410, 1), (413, 6), (500, 7)],
)
def test_exit_status_follows_that_of_http(
    nova: Nova, cloud: ScriptedCloud, code: int, status: int
) -> None:
    cloud.on('DELETE', '/things/*', fault(code, 'Told so.'))
    result = nova('api', 'DELETE', '/things/8', cloud=cloud)
    assert result.status == status
    assert 'Told so.' in json.dumps(json.loads(result.out))
    assert 'Told so.' in result.err


@pytest.mark.parametrize('mishap', ['reset', 'close', 'status:503', 'status:429', 'html:502'])
def test_write_is_sent_once_whatever_becomes_of_it(
    nova: Nova, cloud: ScriptedCloud, mishap: str
) -> None:
    cloud.answer_next('POST', '/things', mishap)
    result = nova('api', 'POST', '/things', '--body', '-', stdin=b'{"thing": {}}', cloud=cloud)
    assert result.status == 7
    assert len(exchange.writes(cloud)) == 1


def test_write_that_the_version_stops_is_not_sent_again_but_the_range_is_learnt(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    nova('api', 'GET', '/things', cloud=cloud)
    cloud.nova.maximum = '2.53'
    words = ('api', 'POST', '/things', '--include', '--body', '-')
    result = nova(*words, stdin=b'{"thing": {}}', cloud=cloud)
    assert result.status == 3
    assert result.lines[0] == 'HTTP 406 Not Acceptable'
    assert len(exchange.writes(cloud)) == 1
    assert nova(*words, stdin=b'{"thing": {}}', cloud=cloud).status == 0
    assert cloud.requests[-1].headers[STANDARD_HEADER] == 'compute 2.53'


def test_answer_in_another_version_is_an_error_that_shows_it(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.answer_next('POST', '/things', 'version:2.9')
    words = ('api', 'POST', '/things', '-i', '--body', '-')
    result = nova(*words, stdin=b'{"thing": {}}', cloud=cloud)
    assert result.status == 7
    assert result.lines[0] == 'HTTP 202 Accepted'
    assert 'answered in API version 2.9' in result.err


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        (('GET', 'http://other.example/things'), 'is not a path'),
        (('GET', '/things#part'), 'is not a path'),
        (('G T', '/things'), 'is not an HTTP method'),
        (('GET', '/things', '--header', 'name'), 'is not of the form name:value'),
        (('GET', '/things', '--header', 'a: b\nc: d'), 'is not of the form name:value'),
        (('GET', '/things', '--header', 'x-auth-token: t'), 'comes from the login'),
        (
            ('GET', '/things', '--header', 'OpenStack-API-Version: compute 2.1'),
            'comes from --os-compute-api-version',
        ),
    ],
)
def test_what_is_no_request_is_refused_before_a_login(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], message: str
) -> None:
    refused = nova('api', *words, cloud=cloud)
    assert refused.status == 2
    assert message in refused.err
    assert cloud.requests == []


def test_body_that_is_no_json_is_not_sent(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('api', 'POST', '/things', '--body', '-', stdin=b'{', cloud=cloud)
    assert result.status == 2
    assert '- is not JSON' in result.err
    assert exchange.sent(cloud) == []


def test_library_gives_answers_that_are_errors(connect: Connect, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/things/8', lambda request: Answer(404, b'plain text'))
    requests = connect(cloud, '2.9').raw_requests
    answer = requests.send_raw('get', '/things/8')
    assert (answer.status, answer.body) == (404, 'plain text')
    with pytest.raises(exceptions.NotFound):
        answer.check()
    found = requests.send_raw('GET', '/things', headers={'X-One': '1'})
    found.check()
    assert found.body == {'things': [{'id': 1}]}
    for path, headers in (('things', {}), ('/things', {'X-Auth-Token': 't'})):
        with pytest.raises(ValueError, match=r'things|X-Auth-Token'):
            requests.send_raw('GET', path, headers=headers)
