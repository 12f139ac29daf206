"""Programs, and calls of the whole library, come out the same on a real cloud.

``NOVA_MV_DEPENDENTS_CLOUD`` names one of a clouds file, whose user is an administrator. It is not
``OS_CLOUD``, because drivers stop services and move servers: the cloud should be one for tests.
"""

from __future__ import annotations

import os
import pathlib

import pytest

from evidence.dependents import measuring, records, report, run
from evidence.dependents.programs import PROGRAMS, Program

CLOUD = os.environ.get('NOVA_MV_DEPENDENTS_CLOUD')
SHARE = 0.99
"""Of the calls that work with python-novaclient."""

pytestmark = pytest.mark.skipif(
    not CLOUD, reason='NOVA_MV_DEPENDENTS_CLOUD names no cloud of a clouds file'
)


def check(comparison: records.Tally) -> None:
    """See that a share of the calls came out the same, and that all of them were made."""
    assert run.STOPPED not in comparison.labels
    lines = '\n'.join(map(str, comparison.differences))
    assert comparison.working_same >= SHARE * len(comparison.working), lines


@pytest.mark.parametrize('program', PROGRAMS, ids=str)
def test_program_notices_no_difference(program: Program, tmp_path: pathlib.Path) -> None:
    if not measuring.is_installed(program):
        pytest.skip(f'{program} cannot be installed')
    check(report.compared(program, tmp_path, CLOUD))


@pytest.mark.parametrize('module', report.LIVE)
def test_calls_come_out_the_same(module: str, tmp_path: pathlib.Path) -> None:
    check(report.compared_live(module, tmp_path, CLOUD))
