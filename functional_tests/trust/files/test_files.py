"""Files of every shape, by what reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from functional_tests.trust.files import reading, trial

QUICK = ('script.sh', 'policy.yaml', 'api.log')


@pytest.mark.parametrize('reader', QUICK)
def test_some_shapes_end_no_run(tmp_path: Path, reader: str) -> None:
    tried = list(trial.run(tmp_path, 4000, [reader], every=12))
    assert [(each.shape, each.problems) for each in tried if each.problems] == []


@pytest.mark.slow
@pytest.mark.parametrize('reader', reading.READERS)
def test_every_shape_is_read_in_time_in_proportion_to_its_size(tmp_path: Path, reader: str) -> None:
    tried = list(trial.run(tmp_path, 100_000, [reader]))
    assert [(each.shape, each.problems) for each in tried if each.problems] == []
    assert max(each.octets for each in tried) < reading.MEMORY
