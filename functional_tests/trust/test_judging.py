"""A run that broke a rule is noticed."""

from __future__ import annotations

import json

import pytest

from functional_tests.trust.judging import Run, problems

_NAMES = ', '.join(f'name_{number}' for number in range(100))
_TRACEBACK = 'Traceback (most recent call last):\n  File "x", line 1, in y\n    z\n'
_OUR_END = f'{_TRACEBACK}novaclient_mv.errors.tree.CloudError: x\n'
_CAUSED = '\nThe above exception was the direct cause of the following exception:\n\n'
_TOLD = 'nova-mv: The cloud is unreachable.\n'


def debugged(err: str) -> Run:
    """A run with ``--debug``."""
    return Run(('--debug', 'server-list'), '', f'{err}{_TOLD}', 7)


def refused(**error: object) -> Run:
    """A run whose error is for a program."""
    facts = {'code': 'x', 'message': 'x', 'status': 7, **error}
    return Run(('server-list',), '', f'{json.dumps(facts)}\n', 7)


GOOD = Run(('server-list',), 'one\n', '', 0)
REFUSED = Run(('server-list',), '', 'nova-mv: The cloud is unreachable.\n', 7)


@pytest.mark.parametrize(
    'run',
    [
        *(GOOD, REFUSED, refused()),
        REFUSED._replace(err=f'nova-mv: There is no column x. There are: {_NAMES}.\n'),
        refused(message=f'There is no command x. Did you mean {_NAMES} or y?'),
        GOOD._replace(words=('server-console-log', 'x'), out='\x1b\0'),
        debugged(_OUR_END),
        debugged(f'{_TRACEBACK}KeyError: 1\n{_CAUSED}{_OUR_END}'),
        # Nothing is cut for programs.
        refused(message='x' * 900, hint='x' * 900),
    ],
)
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
        (REFUSED._replace(err=f'nova-mv: x There are: {_NAMES}, name_1.\n'), 'twice'),
        (REFUSED._replace(err=f'nova-mv: x There are: a, {"b" * 70}.\n'), 'up to 70 letters'),
        (REFUSED._replace(err=f'nova-mv: {"x" * 900} There are: a, b.\n'), '909 letters'),
        (REFUSED._replace(err=f'nova-mv: {"x, " * 300} There are: a b c\n'), 'letters'),
        (refused(status=1), 'says status 1'),
        (refused(message=''), 'lacks'),
        (refused(code='unexpected'), 'it crashed'),
        (REFUSED._replace(err='{"code": 1\n'), 'no JSON'),
        (debugged(f'{_TRACEBACK}KeyError: 1\n'), 'it ended in KeyError'),
        (debugged(f'{_TRACEBACK}KeyError: 1\n{_OUR_END}'), 'it ended in KeyError'),
        (debugged('nova-mv: unexpected KeyError: 1\n'), 'it crashed'),
        (GOOD._replace(out='\x1b[2J'), 'act on a terminal'),
        (GOOD._replace(err='nova-mv: \u202e\n'), 'act on a terminal'),
        (GOOD._replace(writes=('POST /servers {}', 'POST /servers {}')), 'wrote 2 times'),
        (GOOD._replace(out='s3cret'), 's3cret stands in output'),
        (GOOD._replace(kept=(('cache', b'xs3cretx'),)), 's3cret stands in the file cache'),
    ],
)
def test_broken_rule_is_told(run: Run, problem: str) -> None:
    assert [each for each in problems(run, ['s3cret']) if problem in each]
