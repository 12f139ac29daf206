"""Compares the shape of the sandbox's answers with every recorded sample of an answer."""

from __future__ import annotations

import pytest

from functional_tests.contract import (
    facts,
    recorded_exceptions,
    recorded_figures,
    recorded_replay,
    recorded_samples,
)
from unit_tests import cases

# Samples that no answer can be compared with.
EXCEPTED = {
    'os-baremetal-nodes/baremetal-node-get-resp.json': 'these are nodes of a bare metal service',
    'os-baremetal-nodes/baremetal-node-list-resp.json': 'these are nodes of a bare metal service',
    'os-hypervisors/v2.53/hypervisors-without-servers-resp.json': (
        'the operation of this sample ended with 2.52'
    ),
    'os-security-groups/security-groups-create-resp.json': (
        'its network service let a second group be called default'
    ),
    'servers/v2.94/server-create-resp.json': 'its request does not match its schema',
    'versions/versions-get-resp.json': 'what is recorded as its schema is that of one document',
}

# Samples whose lists are in no order of the API's.
UNORDERED = ('os-migrations/v2.23/migrations-get.json',)


@pytest.fixture(scope='module')
def cloud(tmp_path_factory: pytest.TempPathFactory) -> recorded_figures.Copies:
    return recorded_figures.Copies(tmp_path_factory.mktemp('samples'))


@cases.one_test_of('sample', recorded_samples.answers(), ids=lambda each: each.file)
def test_answer_has_the_shape_of_its_sample(
    cloud: recorded_figures.Copies, sample: facts.Sample
) -> None:
    if sample.file in EXCEPTED:
        pytest.xfail(EXCEPTED[sample.file])
    record = recorded_samples.record_of(sample)
    leniency = recorded_exceptions.leniency_for(record)._replace(has_values=False)
    leniency = leniency._replace(is_ordered=sample.file not in UNORDERED)
    replay = recorded_replay.Replay(cloud.fresh())
    if not replay.outcome(record, leniency).differences:
        return
    # It may need what led to it.
    replay = recorded_replay.Replay(cloud.fresh())
    for earlier in recorded_samples.before(sample):
        replay.outcome(earlier)
    assert replay.outcome(record, leniency).differences == ()


def test_few_samples_are_excepted() -> None:
    samples = {each.file for each in recorded_samples.answers()}
    assert set(EXCEPTED) <= samples
    assert len(EXCEPTED) / len(samples) < 0.02


def test_samples_belong_to_operations_that_are_known() -> None:
    known = {*recorded_replay.served(), *(f'GET {each}' for each in recorded_samples.DOCUMENTS)}
    assert {each.operation for each in recorded_samples.answers()} <= known
