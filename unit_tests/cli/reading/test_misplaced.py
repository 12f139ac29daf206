"""An option of a command that stands before it is refused with where it belongs."""

from __future__ import annotations

import pytest

from unit_tests.nova import Nova


@pytest.mark.parametrize(
    ('line', 'refusal'),
    [
        ('--dry-run server-stop web', '--dry-run before the command. Give it behind server-stop.'),
        ('--all-ten server-list', '--all-ten before the command. Give it behind server-list.'),
        ('--min_disk 1 flavor-list', '--min-disk.'),
        ('--dry-run server-list', '--dry-run. The command changes nothing in a cloud.'),
        ('--wibble server-list', '--wibble. Did you mean --wide?'),
        ('--wait', '--wait. Did you mean --watch?'),
    ],
)  # fmt: skip
def test_refusal_says_where_an_option_belongs(nova: Nova, line: str, refusal: str) -> None:
    done = nova(*line.split())
    assert (done.status, done.out) == (2, '')
    assert done.err == f'nova-mv: There is no option {refusal}\n'
