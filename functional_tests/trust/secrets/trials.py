"""Trials with every command that asks a cloud, with planted secrets, in every way."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import pathlib
from collections.abc import Iterator

from functional_tests.trust.frame import Outcome, Part, Trial
from functional_tests.trust.secrets import running
from novaclient_mv.cli.reading.commands import Command

CLOUDS = ('any', 'basic')
SAMPLE = ('baremetal-node-set', 'server-password-set')


def _trials(folder: pathlib.Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    first = seed % len(running.COMMANDS)
    commands = [*running.COMMANDS[first:], *running.COMMANDS[:first]]
    for umask in (0o000, 0o077):
        home = folder / f'{umask:03o}'
        home.mkdir()
        user = running.User(home)
        for number, command in enumerate(commands):
            if not is_sample or command.name in SAMPLE:
                cloud = CLOUDS[number % 2]
                tried = functools.partial(_outcome, user, command, cloud, umask, is_sample)
                yield Trial(f'{command.name} on {cloud}, umask {umask:03o}', tried)


def _outcome(
    user: running.User, command: Command, cloud: str, umask: int, is_sample: bool
) -> Outcome:
    problems, tags = [], []
    before = os.umask(umask)
    try:
        with contextlib.chdir(user.home):
            line = user.line(command)
            for way in running.WAYS:
                run = user(line, way, cloud)
                problems += [
                    f'{" ".join(way.words)}: {each}' for each in running.problems(run, way)
                ]
                if way.shows and run.status:
                    tags.append('refused, and so shows nothing')
                tags.append(f'ended with {run.status}')
            mistaken = itertools.islice(user.mistaken_lines(command), 8 if is_sample else None)
            for number, line in enumerate(mistaken):
                run = user(line, running.MISTAKEN_WAYS[number % 2], 'any')
                problems += [
                    f'{" ".join(run.words)}: {each}' for each in running.problems_of_mistake(run)
                ]
                tags.append(f'mistaken, ended with {run.status}')
            if open_files := user.open_files():
                problems.append(f'others may read {open_files}')
    finally:
        os.umask(before)
    return Outcome(problems, tags)


PART = Part(2 * len(running.COMMANDS), _trials)
