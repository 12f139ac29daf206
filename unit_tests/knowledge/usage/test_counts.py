"""Counts of several logs add up, and keep what is below any version apart."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import services
from novaclient_mv.knowledge.usage import Usage, of_summary, usage_of_lines
from novaclient_mv.knowledge.usage.counting import Operations
from novaclient_mv.services.service import data_file
from novaclient_mv.versions import APIVersion
from unit_tests import cases
from unit_tests.knowledge.usage import lines
from unit_tests.knowledge.usage.lines import CONTEXT, PROJECT, SERVER, access, own, uwsgi

VERSIONS = ('-', '2.1', '2.9', '2.10', '2.53', '2.90')
OWN = st.builds(
    own,
    version=st.sampled_from(VERSIONS),
    request=st.sampled_from(['GET /v2.1/servers', 'POST /v2.1/servers', 'GET /']),
    context=st.sampled_from([CONTEXT, CONTEXT.replace(PROJECT, 'c' * 32), '-']),
    time=st.sampled_from(['2026-11-22 01:31:34', '2026-11-22 02:00:00', '2026-11-23 00:00:00']),
    address=st.sampled_from(['10.0.0.1', '10.0.0.2']),
)


def compute(text: str) -> APIVersion:
    return services.COMPUTE.version(text)


@settings(max_examples=40, deadline=None)
@given(st.lists(OWN), st.lists(OWN))
def test_summaries_add_up_to_the_count_of_all_lines(one: list[str], other: list[str]) -> None:
    total = Usage('compute')
    for logged in (one, other):
        summary = json.loads(json.dumps(usage_of_lines(logged).as_summary()))
        total.add(of_summary(summary))
    assert total.as_mapping(compute('2.53')) == usage_of_lines([*one, *other]).as_mapping(
        compute('2.53')
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(OWN), st.sampled_from(VERSIONS[1:]))
def test_below_counts_what_lower_versions_alone_tell(logged: list[str], minimum: str) -> None:
    def is_below(line: str) -> bool:
        version = line.split('microversion: ')[1].split()[0]
        return version == '-' or compute(version) < compute(minimum)

    lower = usage_of_lines(filter(is_below, logged))
    below = usage_of_lines(logged).below(compute(minimum))
    assert below['version'] == minimum
    assert below['requests'] == lower.requests
    assert below['projects'] == lower.totals('projects')
    assert below['addresses'] == lower.totals('addresses')


@pytest.mark.parametrize(
    'damage',
    [
        lambda summary: summary.pop('format'),
        lambda summary: summary.pop('versions'),
        lambda summary: summary.update(unmatched='1'),
        lambda summary: summary.update(first=1),
        lambda summary: summary.update(versions=[]),
        lambda summary: summary['versions']['2.53'].update(requests=-1),
        lambda summary: summary['versions']['2.53'].pop('hours'),
        lambda summary: summary['versions']['2.53'].update(users=[1]),
    ],
)
def test_damaged_summary_is_refused(damage: Any) -> None:
    summary = usage_of_lines([own()]).as_summary()
    of_summary(summary)
    damage(summary)
    with pytest.raises(ValueError, match='summary'):
        of_summary(summary)


def test_version_of_a_summary_that_is_far_too_long_is_a_word_like_others() -> None:
    summary = usage_of_lines([own('2.1')]).as_summary()
    long = '9' * 5000 + '.1'
    summary['versions'][long] = summary['versions']['2.1']
    usage = of_summary(summary)
    assert list(usage.versions()) == ['2.1', long]
    assert usage.below(compute('2.53'))['requests'] == 1


# -- lines of logs --


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


def test_line_that_is_cut_does_not_take_the_next_one_with_it() -> None:
    whole = own()
    for end in range(1, len(whole) - len(' microversion: 2.53 time: 0.336621')):
        usage = usage_of_lines([f'{whole[:end]}\n{whole}\n{whole}'])
        assert (usage.requests, usage.unmatched) == (2, 1), whole[:end]


def test_line_ends_of_windows_and_long_user_agents_are_cut_off() -> None:
    usage = usage_of_lines([own() + '\r', f'Nov 22 01:31:34 a x: {access("-", "a" * 5000)}'])
    assert (usage.requests, usage.unmatched) == (2, 0)
    assert usage.totals('user_agents') == {'a' * 300: 1}


# -- paths --


COMPUTE = Operations(services.COMPUTE)


def table() -> list[str]:
    file = data_file(str(services.COMPUTE.operations))
    assert file is not None
    with open(file, encoding='utf-8') as stream:
        return [row['id'] for row in json.load(stream)]


@cases.one_test_of(
    'operation', sorted({' '.join(identifier.split(' ')[:2]) for identifier in table()})
)
def test_every_operation_of_the_api_is_folded_to_itself(operation: str) -> None:
    if '{anything}' in operation:
        return
    method, path = operation.split(' ')
    names = [name for name in path.split('/') if name.startswith('{')]
    for value in ('7', 'm1.tiny', SERVER):
        filled = path
        for name in names:
            filled = filled.replace(name, value)
        prefix = '' if path in ('/', '/v2/', '/v2.1/') or '/versions' in path else '/v2.1'
        folded = COMPUTE.folded(f'{method} {prefix}{filled}')
        # Names of parameters differ in the table where the path is the same.
        assert folded.count('{') == operation.count('{')
        assert [part for part in folded.split('/') if '{' not in part] == [
            part for part in operation.split('/') if '{' not in part
        ]


@pytest.mark.parametrize(
    ('request_line', 'operation'),
    [
        ('GET /v1/nodes', 'GET /nodes'),
        ('GET /v1/nodes/detail', 'GET /nodes/detail'),
        (f'PUT /v1/nodes/{SERVER}/states/power', 'PUT /nodes/{id}/states/power'),
        (f'DELETE /v1/nodes/node-1/vifs/{SERVER}', 'DELETE /nodes/{id}/vifs/{id}'),
        ('GET /v1', 'GET /v1/'),
        ('GET /', 'GET /'),
    ],
)
def test_service_without_a_table_is_folded_by_shape(request_line: str, operation: str) -> None:
    baremetal = services.registry.named('baremetal')
    assert baremetal is not None
    assert Operations(baremetal._replace(operations=None)).folded(request_line) == operation
