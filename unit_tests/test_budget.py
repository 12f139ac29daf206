"""The house stays within its budget of lines."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from unit_tests import budget, processes, recipe

needs_git = pytest.mark.skipif(
    shutil.which('git') is None or not (budget.TOP / '.git').exists(),
    reason='only a checkout tells which files are in git',
)


@needs_git
def test_no_share_is_over_its_ceiling() -> None:
    over = budget.excesses(budget.lines())
    assert over == {}, 'Take out what nobody needs: python -m unit_tests.budget has the rooms.'


@needs_git
def test_command_of_the_page_prints_the_figures() -> None:
    assert '\n   $ python -m unit_tests.budget\n' in recipe.text_of('testing.rst')
    done = processes.run([sys.executable, '-m', 'unit_tests.budget'], cwd=budget.TOP)
    assert done.stdout.splitlines() == [*budget.table(budget.lines())]
    assert done.returncode == bool(budget.excesses(budget.lines()))


def test_ceiling_is_never_below_the_goal() -> None:
    assert [share.name for share in budget.SHARES if share.ceiling < share.goal] == []


@pytest.mark.parametrize(
    ('path', 'names'),
    [
        ('novaclient_mv/shell.py', ['package']),
        ('novaclient_mv/sandbox/http/app.py', ['package', 'sandbox']),
        ('novaclient_mv/data/operations.json', ['data']),
        ('unit_tests/wire/test_sender.py', ['unit tests']),
        ('unit_tests/promise/2.1.txt', ['recorded text']),
        ('unit_tests/sandbox/state/old_states/1.sql', ['recorded text']),
        ('functional_tests/nova.py', ['evidence']),
        ('evidence/dependents/comparing.py', ['evidence']),
        ('evidence/dependents/answers.jsonl', ['recorded text']),
        ('doc/ext/topics.py', []),
        ('setup.py', []),
    ],
)
def test_each_file_counts_where_it_stands(path: str, names: list[str]) -> None:
    assert [share.name for share in budget.SHARES if share.holds(Path(path))] == names


def test_rooms_are_told_with_their_share_and_what_is_over() -> None:
    counts = {
        Path('unit_tests/wire/a.py'): 3,
        Path('unit_tests/wire/b/c.py'): 4,
        Path('unit_tests/d.py'): 1,
    }
    share = budget.SHARES[3]._replace(goal=5, ceiling=7)
    assert budget.rooms(share, counts) == {'unit_tests/wire': 7, 'itself': 1}
    assert budget.excesses(counts, [share]) == {'unit tests': 1}
    assert [line.split() for line in budget.table(counts, [share])] == [
        ['lines', 'ceiling', 'goal'],
        ['unit', 'tests', '8', '7', '5', 'over', 'the', 'ceiling'],
        ['unit_tests/wire', '7'],
        ['itself', '1'],
    ]
    assert budget.excesses(counts, [share._replace(ceiling=8)]) == {}
