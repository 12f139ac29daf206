"""Tests of output in a pager, through a pseudo-terminal."""

from __future__ import annotations

import gc
import io
import os
import pathlib
import subprocess
import sys

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.terminal import pager
from novaclient_mv.clouds.environment import Environment
from unit_tests.nova import SANDBOX, Nova
from unit_tests.terminals import Terminal

SCRIPT = '#!/bin/sh\necho "pager $*"\n'


@pytest.fixture
def programs(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder of pagers: one that shows all, ``less``, and one that is left at once."""
    folder = tmp_path / 'bin'
    folder.mkdir()
    for name, rest in (('all', 'cat'), ('less', 'echo "LESS=$LESS"; cat'), ('left', 'exit 3')):
        (folder / name).write_text(f'{SCRIPT}{rest}\n', encoding='utf-8')
        (folder / name).chmod(0o755)
    return folder


def paged(nova: Nova, programs: pathlib.Path, *words: str, **env: str) -> tuple[int, str]:
    """The status of a line on a terminal, and all that it shows."""
    path = f'{programs}:{os.environ["PATH"]}'
    with Terminal() as terminal:
        environment = Environment(
            variables={**nova.variables(SANDBOX, {}), 'PATH': path, 'COLUMNS': '60', **env},
            stdin=io.BytesIO(b''),
            stdout=terminal.stream,
            stderr=terminal.stream,
            clock=nova.clock.clock(),
            cwd=str(nova.home),
        )
        status = shell.run(words, environment)
    return status, terminal.text


@pytest.mark.parametrize('words', [('flavor-list',), ('help', 'flavor-list'), ('help',)])
def test_output_goes_through_the_pager_that_is_named(
    nova: Nova, programs: pathlib.Path, words: tuple[str, ...]
) -> None:
    status, text = paged(nova, programs, *words, NOVA_MV_PAGER='all --these words')
    assert status == 0
    assert text == 'pager --these words\n' + paged(nova, programs, *words)[1]


def test_pager_of_the_option_is_that_of_the_user(nova: Nova, programs: pathlib.Path) -> None:
    lines = paged(nova, programs, '--pager', 'flavor-list', PAGER='')[1].splitlines()
    assert lines[:2] == ['pager ', 'LESS=FRX']
    assert paged(nova, programs, '--pager', 'flavor-list', PAGER='all')[1].startswith('pager \n')
    assert paged(nova, programs, '--pager', 'flavor-list', NOVA_MV_PAGER='all x')[1].startswith(
        'pager x\n'
    )


def test_nothing_is_paged_unasked(nova: Nova, programs: pathlib.Path) -> None:
    for env in ({'PAGER': 'all'}, {'NOVA_MV_PAGER': 'off'}, {'NOVA_MV_PAGER': ''}):
        assert 'pager' not in paged(nova, programs, 'flavor-list', **env)[1]
    env = {'NOVA_MV_PAGER': 'all', 'PATH': str(programs)}
    assert 'pager' not in nova('flavor-list', '--pager', cloud=SANDBOX, env=env).out


def test_messages_come_when_the_pager_has_ended(nova: Nova, programs: pathlib.Path) -> None:
    words = ('baremetal-node-list', '--long')
    text = paged(nova, programs, *words, NOVA_MV_PAGER='all')[1]
    assert text.splitlines()[-1].startswith('nova-mv: Hidden to fit: ')


def test_pager_may_be_left_early(nova: Nova, programs: pathlib.Path) -> None:
    status, text = paged(nova, programs, 'help', NOVA_MV_PAGER='left')
    assert (status, text) == (0, 'pager \n')


@pytest.mark.parametrize('pager', ['nosuch -R', '"unclosed'])
def test_pager_that_is_not_there_is_told_before_a_request(
    nova: Nova, programs: pathlib.Path, pager: str
) -> None:
    status, text = paged(nova, programs, 'flavor-list', NOVA_MV_PAGER=pager)
    assert (status, text) == (2, f'nova-mv: Pager {pager!r} was not found; set NOVA_MV_PAGER.\n')


def test_nothing_is_said_when_the_pager_is_no_longer_used(
    nova: Nova, programs: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[str] = []
    monkeypatch.setattr(sys, 'unraisablehook', lambda fault: faults.append(str(fault.exc_value)))
    paged(nova, programs, 'flavor-list', NOVA_MV_PAGER='all')
    paged(nova, programs, 'flavor-list', NOVA_MV_PAGER='left')
    gc.collect()
    assert faults == []


def test_ctrl_c_is_left_to_the_pager_and_nothing_starts_one_but_output(
    nova: Nova, programs: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = subprocess.Popen.wait
    waits: list[bool] = []

    def interrupted(process: subprocess.Popen[str], timeout: float | None = None) -> int:
        waits.append(True)
        if len(waits) == 1:
            raise KeyboardInterrupt
        return wait(process, timeout)

    monkeypatch.setattr(subprocess.Popen, 'wait', interrupted)
    with Terminal() as terminal:
        variables = {'PAGER': str(programs / 'all'), 'PATH': os.environ['PATH']}
        environment = Environment(variables, stdout=terminal.stream, stderr=terminal.stream)
        with pager.paged(environment):
            environment.stdout.flush()
            assert terminal._pieces == []
            environment.stdout.write('text\n')
        assert len(waits) == 2
    assert terminal.text == 'pager \ntext\n'
