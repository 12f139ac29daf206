"""Counts of several logs add up, and keep what is below any version apart."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import services
from novaclient_mv.knowledge.usage import Usage, of_summary, usage_of_lines
from novaclient_mv.knowledge.usage.counts import DIMENSIONS
from novaclient_mv.versions import APIVersion
from unit_tests.knowledge.usage.lines import CONTEXT, PROJECT, own

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
def test_below_counts_what_the_logs_of_lower_versions_alone_tell(
    logged: list[str], minimum: str
) -> None:
    def is_below(line: str) -> bool:
        version = line.split('microversion: ')[1].split()[0]
        return version == '-' or compute(version) < compute(minimum)

    lower = usage_of_lines(filter(is_below, logged))
    below = usage_of_lines(logged).below(compute(minimum))
    assert below['version'] == minimum
    assert below['requests'] == lower.requests
    assert below['projects'] == lower.totals('projects')
    assert below['addresses'] == lower.totals('addresses')


@given(st.lists(OWN))
@settings(max_examples=40, deadline=None)
def test_counts_equal_those_of_the_lines_one_by_one(logged: list[str]) -> None:
    whole = usage_of_lines(['\n'.join(logged)])
    totals: dict[str, Counter[str]] = {dimension: Counter() for dimension in DIMENSIONS}
    for line in logged:
        alone = usage_of_lines([line])
        for dimension in DIMENSIONS:
            totals[dimension].update(alone.totals(dimension))
    assert whole.requests == len(logged)
    assert {dimension: whole.totals(dimension) for dimension in DIMENSIONS} == totals


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
