"""A Dask cluster counts what one process counts."""

from __future__ import annotations

import gzip
import importlib.util
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.usage import fleet, usage_of_files
from unit_tests.knowledge.usage.lines import own
from unit_tests.nova import Nova

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec('distributed') is None,
        reason='Dask is not installed; the extra "fleet" brings it.',
    ),
]


@pytest.fixture(scope='module')
def cluster() -> Iterator[Any]:
    distributed = importlib.import_module('distributed')
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host='127.0.0.1'
    ) as started:
        yield started


def test_cluster_counts_what_one_process_counts(cluster: Any, tmp_path: pathlib.Path) -> None:
    for count in (10, 20, 30):
        line = own(version=f'2.{count}', address=f'10.0.0.{count}')
        (tmp_path / f'{count}.log').write_text(f'{line}\n' * count)
    paths = [str(path) for path in sorted(tmp_path.iterdir())]
    answer = fleet.usage_of_fleet(cluster.scheduler_address, [str(tmp_path / '*.log')])
    assert answer == usage_of_files(paths)
    assert answer.usage.requests == 60


def test_command_counts_on_a_cluster(nova: Nova, cluster: Any, tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'nova-api.log.gz'
    file.write_bytes(gzip.compress(f'{own()}\n'.encode() * 1000)[:-8])
    pattern = str(tmp_path / '*.gz')
    result = nova('version-usage', pattern, '--scheduler', cluster.scheduler_address, '-f', 'json')
    assert result.status == 1
    assert result == nova('version-usage', str(file), '-f', 'json')


def test_pattern_that_no_worker_has_is_refused(cluster: Any, tmp_path: pathlib.Path) -> None:
    with pytest.raises(errors.CommandError, match='No worker has'):
        fleet.usage_of_fleet(cluster.scheduler_address, [str(tmp_path / '*.log')])


def test_scheduler_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, '_SECONDS_TO_CONNECT', 1)
    with pytest.raises(errors.Error, match='cannot be reached'):
        fleet.usage_of_fleet('tcp://127.0.0.1:9', ['*.log'])
