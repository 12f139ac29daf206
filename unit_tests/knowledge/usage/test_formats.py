"""Requests are read out of the lines that services, web servers and uWSGI write."""

from __future__ import annotations

import json
import time

import pytest

from novaclient_mv import services
from novaclient_mv.knowledge.usage import Usage, usage_of_lines
from unit_tests.knowledge.usage import lines
from unit_tests.knowledge.usage.lines import CONTEXT, PROJECT, REQUEST_ID, USER, access, own, uwsgi


def only(usage: Usage, dimension: str) -> str | None:
    """The one value of a dimension; nothing where no line tells it."""
    values = list(usage.totals(dimension))
    assert len(values) < 2
    return values[0] if values else None


@pytest.mark.parametrize(
    'line',
    [
        own(),
        own() + '\r',
        own(context=f'{REQUEST_ID} {USER} {PROJECT} - default default'),
        own(context=f'{REQUEST_ID} {REQUEST_ID} {USER} {PROJECT} - - default default'),
        own(context=f'req-short {USER} {PROJECT} - - -'),
        own(context=f'None {REQUEST_ID} {PROJECT} {USER}'),
        own(time='2026-11-22T01:31:34'),
        own(address='10.0.0.1,192.168.0.9'),
        f'Nov 22 01:31:34 ctl1 nova-api[3786]: {own()}',
        f'2026-11-22T01:31:34+00:00 ctl1 nova-api: {own()}',
        f'\x1b[00;32m{own()}\x1b[00m',
        own() + ' {{(pid=3786) __call__ /opt/nova/requestlog.py:87}}',
        own().removesuffix(' time: 0.336621'),
        json.dumps({'log': own() + '\n', 'stream': 'stdout'}),
        json.dumps({'log': own().removesuffix(' time: 0.336621') + '\n', 'stream': 'stdout'}),
        f'2026-11-22T01:31:34.288123456+00:00 stdout F {own()}',
        f'[Sun Nov 22 01:31:34.288 2026] [wsgi:error] [pid 1:tid 2] [remote 10.9.9.9:1] {own()}',
    ],
)
def test_line_of_the_service_tells_version_user_project_and_address(line: str) -> None:
    usage = usage_of_lines([line])
    assert (usage.requests, usage.unmatched) == (1, 0)
    assert usage.versions() == {'2.53': 1}
    assert only(usage, 'users') == USER
    assert only(usage, 'projects') == PROJECT
    assert only(usage, 'addresses') == '10.0.0.1'
    assert only(usage, 'operations') == 'GET /servers'
    assert only(usage, 'hours') == '2026-11-22T01:00'
    assert (usage.first, usage.last) == ('2026-11-22T01:31:34',) * 2


def test_what_a_line_of_the_service_does_not_tell_is_left_out() -> None:
    usage = usage_of_lines([own(version='-', request='GET /', context='-')])
    assert usage.versions() == {'none': 1}
    assert usage.totals('users') == usage.totals('projects') == usage.totals('user_agents') == {}


def test_devstack_line_without_a_time_of_its_own_tells_its_request() -> None:
    line = own(context=f'None {REQUEST_ID} demo admin').removeprefix(
        '2026-11-22 01:31:34.288 3786 '
    )
    usage = usage_of_lines([f'Nov 22 01:31:34 host devstack@n-api.service[99]: {line}'])
    assert usage.versions() == {'2.53': 1}
    assert (only(usage, 'projects'), only(usage, 'users')) == ('demo', 'admin')
    assert usage.first is None


@pytest.mark.parametrize(
    ('line', 'version', 'agent'),
    [
        (access(), None, None),
        (access('-', 'python-novaclient'), None, 'python-novaclient'),
        (access('-', '-'), None, None),
        (access('-', 'curl 7.88'), None, 'curl 7.88'),
        (access('-', 'gophercloud/v2', 'compute 2.53'), '2.53', 'gophercloud/v2'),
        (access('-', 'gophercloud/v2', '-'), 'none', 'gophercloud/v2'),
        (access('-', 'gophercloud/v2', ''), 'none', 'gophercloud/v2'),
        (access('-', 'openstacksdk', '10.0.0.9', 'compute latest'), 'latest', 'openstacksdk'),
        (access('-', 'openstacksdk', 'volume 3.59, compute 2.90'), '2.90', 'openstacksdk'),
        (access('-', 'openstacksdk', '2.79'), '2.79', 'openstacksdk'),
        (access('-', 'openstacksdk', 'compute 3.1'), 'invalid', 'openstacksdk'),
        (access('compute 2.53'), '2.53', None),
        (access('-'), 'none', None),
        (access('-', r'a \"quoted\" agent', 'compute 2.53'), '2.53', 'a "quoted" agent'),
        (access('-', r'nginx \x22quotes\x22 \xC3\xA4', 'compute 2.53'), '2.53', 'nginx "quotes" ä'),
        (access('-', r'ends with \\', 'compute 2.53'), '2.53', 'ends with \\'),
        (access('-', r'a\tb \x4', 'compute 2.53'), '2.53', r'a\tb \x4'),
        (access('-', 'a' * 5000, 'compute 2.53'), '2.53', 'a' * 300),
        (access('-', 'agent', more=' 8123'), None, 'agent'),
        (uwsgi(), None, None),
        (uwsgi() + ' "compute 2.53"', '2.53', None),
        (uwsgi() + ' "-"', 'none', None),
    ],
)
def test_access_line_tells_user_agent_and_version_in_its_last_field(
    line: str, version: str | None, agent: str | None
) -> None:
    usage = usage_of_lines([line])
    assert (usage.requests, usage.unmatched) == (1, 0)
    assert usage.versions() == ({} if version is None else {version: 1})
    assert only(usage, 'user_agents') == agent
    assert only(usage, 'operations') == 'GET /servers'
    assert usage.first == '2026-11-22T01:31:34'


@pytest.mark.parametrize(
    'lead',
    [
        '10.0.0.2 - - ',
        '10.0.0.2, 192.168.0.9, 192.168.0.8 - - ',
        '10.0.0.2,192.168.0.9 - - ',
        'cloud.example.org:8774 10.0.0.2 - - ',
        'Nov 22 01:31:34 web1 nginx: 10.0.0.2 - - ',
    ],
)
def test_first_address_of_an_access_line_is_the_client(lead: str) -> None:
    assert only(usage_of_lines([access('-', 'agent', lead=lead)]), 'addresses') == '10.0.0.2'


def test_user_of_an_access_line_counts() -> None:
    usage = usage_of_lines([access('-', 'agent', lead='10.0.0.2 - admin ')])
    assert usage.totals('users') == {'admin': 1}


def test_line_of_nova_before_requestlog_tells_all_but_the_version() -> None:
    line = (
        f'2016-01-02 03:04:05.678 99 INFO nova.osapi_compute.wsgi.server [{REQUEST_ID} {USER} '
        f'{PROJECT} - - -] 10.0.0.1 "GET /v2.1/{PROJECT}/servers/{lines.SERVER} HTTP/1.1" '
        'status: 200 len: 1893 time: 0.2338'
    )
    usage = usage_of_lines([line])
    assert usage.versions() == {}
    assert only(usage, 'operations') == 'GET /servers/{id}'
    assert only(usage, 'projects') == PROJECT


def test_access_lines_of_a_server_that_tells_its_requests_itself_are_not_counted_again() -> None:
    usage = usage_of_lines(
        [access('-', 'agent'), own(), uwsgi(), access('-', 'agent', 'compute 2.1')]
    )
    assert (usage.requests, usage.repeated, usage.unmatched) == (1, 3, 0)
    assert usage.versions() == {'2.53': 1}
    assert usage.totals('user_agents') == {}


def test_access_lines_of_another_host_in_one_file_are_counted() -> None:
    usage = usage_of_lines(
        [
            f'Nov 22 01:31:34 ctl1 nova-api[1]: {own()}',
            f'Nov 22 01:31:34 ctl1 nginx: {access("-", "agent")}',
            f'Nov 22 01:31:34 ctl2 nginx: {access("-", "agent", "compute 2.1")}',
        ]
    )
    assert (usage.requests, usage.repeated) == (2, 1)
    assert usage.versions() == {'2.1': 1, '2.53': 1}


def test_access_lines_of_requests_to_other_services_are_no_requests() -> None:
    foreign = [access('-', 'agent', 'placement 1.36'), uwsgi() + ' "placement 1.36"']
    usage = usage_of_lines([*foreign, access('-', 'agent', 'compute 2.1')])
    assert (usage.requests, usage.foreign, usage.unmatched) == (1, 2, 0)


def test_other_service_reads_its_own_header_and_none_of_nova() -> None:
    logged = [access('-', 'a', 'baremetal 1.58', request='GET /v1/nodes/n1'), own()]
    usage = usage_of_lines(logged, services.registry.named('baremetal') or services.COMPUTE)
    assert (usage.requests, usage.unmatched) == (1, 1)
    assert usage.versions() == {'1.58': 1}
    assert usage.totals('operations') == {'GET /nodes/{id}': 1}


@pytest.mark.parametrize(
    'line',
    [
        lines.placement(),
        lines.placement('GET /placement/resource_providers?name=a'),
        f'Nov 22 01:31:34 ctl1 placement-api[3786]: {lines.placement()}',
    ],
)
def test_line_of_placement_tells_its_request(line: str) -> None:
    usage = usage_of_lines([line], services.PLACEMENT)
    assert (usage.versions(), usage.unmatched) == ({'1.36': 1}, 0)
    assert (only(usage, 'users'), only(usage, 'projects')) == (USER, PROJECT)
    assert only(usage, 'addresses') == '10.0.0.1'
    assert only(usage, 'operations') == 'GET /resource_providers'


@pytest.mark.parametrize(
    'line',
    [
        lines.ironic(),
        f'Nov 22 01:31:34 ctl1 ironic-api[3786]: {lines.ironic()}',
        json.dumps({'log': lines.ironic() + '\n', 'stream': 'stdout'}),
        f'2026-11-22 01:31:34.288 99 INFO eventlet.wsgi.server [{CONTEXT}] 10.0.0.1 '
        '"GET /v1/nodes HTTP/1.1" status: 200  len: 1893 time: 0.2338',
    ],
)
def test_line_of_ironic_tells_all_but_the_version(line: str) -> None:
    usage = usage_of_lines([line], services.BAREMETAL)
    assert (usage.requests, usage.without_version, usage.unmatched) == (1, 1, 0)
    assert usage.versions() == {}
    assert (only(usage, 'users'), only(usage, 'projects')) == (USER, PROJECT)
    assert (only(usage, 'addresses'), only(usage, 'operations')) == ('10.0.0.1', 'GET /nodes')
    assert usage.first == '2026-11-22T01:31:34'


HOSTILE = [
    access('-', r'\"' * 30_000, 'compute 2.53'),
    access('-', '').removesuffix('"') + r'\"' * 30_000,
    access('-', 'agent').removesuffix('"') + ', a 1.1' * 9_000,
    access('-', 'agent', request='GET /' + 'a' * 60_000).replace('" 200', ' 200'),
    *(part * (60_000 // len(part)) for part in ('[22/Nov/2026:', '[2026-11-22T', '[pid: ')),
    *(part * (60_000 // len(part)) for part in ('[pid: 1] a (', '[pid: 1] a () {', '\x1b[0')),
    uwsgi().partition(' => ')[0] + 'a' * 60_000,
    own(request='GET /' + 'a' * 60_000).replace('" status', ' status'),
    *(f'{lines.LOGGER} [{part}' * 1_500 for part in ('', '] ', '] a', '] a "GET /')),
    f'{lines.LOGGER} [x] ' + 'a' * 60_000,
    '\n'.join([own().partition(']')[0]] * 400),
    *(f'ironic.api [{part}' * 2_000 for part in ('', '] ', '] a', '] a - GET /')),
]


@pytest.mark.parametrize('text', HOSTILE, ids=lambda text: ascii(text[-24:]))
def test_time_for_a_line_is_in_proportion_to_its_length(text: str) -> None:
    # What is tried again from each of its places takes ten seconds or hours.
    start = time.process_time()
    for service in (services.COMPUTE, services.BAREMETAL):
        usage_of_lines(text.split('\n'), service)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    'line',
    [
        'Traceback (most recent call last):',
        '2026-11-22 01:31:34.288 3786 WARNING nova.api [-] "GET /servers" status: 200',
        own().split(' "')[0],
        own().split(' status')[0],
        '\x00\x01\x02',
        '[pid: 1]',
        '"' * 500,
    ],
)
def test_lines_of_no_format_are_counted_and_nothing_more(line: str) -> None:
    usage = usage_of_lines([own(), line, '', own()])
    assert (usage.requests, usage.unmatched) == (2, 1)


def test_line_that_is_cut_does_not_take_the_next_one_with_it() -> None:
    whole = own()
    for end in range(1, len(whole) - len(' microversion: 2.53 time: 0.336621')):
        usage = usage_of_lines([f'{whole[:end]}\n{whole}\n{whole}'])
        assert (usage.requests, usage.unmatched) == (2, 1), whole[:end]
