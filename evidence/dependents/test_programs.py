"""Programs that import novaclient notice no difference."""

from __future__ import annotations

import pathlib

import pytest

from evidence.dependents import measuring, report, run
from evidence.dependents.programs import PROGRAMS, Program


@pytest.mark.parametrize('program', PROGRAMS, ids=str)
def test_program_notices_no_difference(program: Program, tmp_path: pathlib.Path) -> None:
    if not measuring.is_installed(program):
        pytest.skip(f'{program} cannot be installed')
    comparison = report.compared(program, tmp_path)
    assert run.STOPPED not in comparison.labels
    assert comparison.working
    assert not comparison.differences, '\n'.join(map(str, comparison.differences))


def test_most_programs_are_installed() -> None:
    assert 2 * sum(map(measuring.is_installed, PROGRAMS)) > len(PROGRAMS)
