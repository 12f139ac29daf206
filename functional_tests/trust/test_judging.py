"""A run that broke a rule is noticed."""

from __future__ import annotations

import pytest

from functional_tests.trust.judging import Run, problems

GOOD = Run(('server-list',), 'one\n', '', 0)
REFUSED = Run(('server-list',), '', 'nova-mv: The cloud is unreachable.\n', 7)


@pytest.mark.parametrize('run', [GOOD, REFUSED])
def test_nothing_is_wrong_with_a_run_as_it_must_be(run: Run) -> None:
    assert problems(run, ['s3cret']) == []


@pytest.mark.parametrize(
    ('run', 'problem'),
    [
        (REFUSED._replace(err='Traceback (most recent call last):\nnova-mv: x\n'), 'it crashed'),
        (REFUSED._replace(err='nova-mv: unexpected KeyError: 1\n'), 'it crashed'),
        (REFUSED._replace(status=12), 'status 12'),
        (REFUSED._replace(err=''), 'said nothing'),
        (REFUSED._replace(err='oops\n'), 'no message'),
        (REFUSED._replace(err=f'nova-mv: {"a" * 900}\n'), '909 letters'),
        (GOOD._replace(out='\x1b[2J'), 'act on a terminal'),
        (GOOD._replace(err='nova-mv: \u202e\n'), 'act on a terminal'),
        (GOOD._replace(writes=('POST /servers {}', 'POST /servers {}')), 'wrote 2 times'),
        (GOOD._replace(out='s3cret'), 's3cret stands in output'),
        (GOOD._replace(kept=(('cache', b'xs3cretx'),)), 's3cret stands in the file cache'),
    ],
)
def test_broken_rule_is_told(run: Run, problem: str) -> None:
    assert [each for each in problems(run, ['s3cret']) if problem in each]
