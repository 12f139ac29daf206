"""Examples that help shows: each line does on the built-in cloud what a reader expects."""

from __future__ import annotations

import json
import pathlib
import re
import shlex

import pytest

from novaclient_mv.cli.reading import index
from novaclient_mv.cli.showing import examples, topics
from unit_tests.cli.showing.example_needs import BEFORE, FILES, PROGRAMS
from unit_tests.nova import SANDBOX, Nova

DATA = pathlib.Path(examples.__file__).parents[2] / 'data' / 'examples.txt'
NAMES = re.findall('^== (.+)$', DATA.read_text(encoding='utf-8'), re.MULTILINE)
WITHOUT = {
    'sandbox-serve': 'It serves until it is stopped.',
    'sandbox-reset': 'There is one thing to do with it.',
    'cache-clear': 'There is one thing to do with it.',
}
"""Daily commands of which fewer examples are run, and why."""


@pytest.fixture
def prepared(nova: Nova, monkeypatch: pytest.MonkeyPatch) -> Nova:
    """A user with the files and programs that examples need."""
    monkeypatch.chdir(nova.home)
    for name, text in FILES.items():
        pathlib.Path(name).write_text(text, encoding='utf-8')
    folder = pathlib.Path('bin')
    folder.mkdir()
    for name, text in PROGRAMS.items():
        (folder / name).write_text(f'#!/bin/sh\n{text}\n', encoding='utf-8')
        (folder / name).chmod(0o755)
    monkeypatch.setenv('PATH', f'{folder.absolute()}:/usr/bin:/bin')
    return nova


def output_of(nova: Nova, line: str) -> str:
    """The output of a line as a shell would run it."""
    line = re.sub(r'\$\((.*?)\)', lambda match: output_of(nova, match[1]).strip(), line)
    program, *words = shlex.split(line)
    assert program == 'nova-mv'
    result = nova(*words, cloud=SANDBOX)
    assert result.status == 0, (line, result)
    return result.out


@pytest.mark.parametrize('name', NAMES)
def test_each_example_runs_on_the_built_in_cloud(prepared: Nova, name: str) -> None:
    for line in BEFORE.get(name, []):
        output_of(prepared, f'nova-mv {line}')
    for example in examples.of_command(name):
        assert example.line.startswith(f'nova-mv {name}')
        assert example.does.endswith((':', '?'))
        output_of(prepared, example.line)


def test_daily_commands_have_two_or_three_examples() -> None:
    rows = {row.name: row for row in index.overview()[1]}
    assert set(NAMES) <= set(rows)
    daily = {
        name
        for topic in topics.TOPICS
        for name in topic.daily
        if topic != topics.RETIRED and name not in WITHOUT
    }
    assert sorted(daily - set(NAMES)) == []
    counts = {name: len(examples.of_command(name)) for name in NAMES}
    assert [name for name in daily if counts[name] < 2] == []
    assert sum(count >= 2 for count in counts.values()) >= 40
    assert max(counts.values()) == 3


def test_examples_stand_in_help_and_in_its_data(nova: Nova) -> None:
    page = nova('help', 'server-stop')
    assert (
        'Examples\n  Two servers at once, until both are off:\n    nova-mv server-stop' in page.out
    )
    data = json.loads(nova('help', 'server-stop', '-f', 'json').out)
    assert data['examples'][0]['line'].startswith('nova-mv server-stop --wait')
    assert data['usage'] == (
        'nova-mv server-stop [options] (<server> [<server> ...] | --where <expression>)'
    )
    assert data['name'] == 'server-stop'
    assert json.loads(nova('help', 'server-suspend', '-f', 'json').out)['examples'] == []


def test_option_stands_beside_its_value_where_a_line_has_parts() -> None:
    line = 'nova-mv baremetal-node-set metal-1 --property cpus=16 --description Rack'
    assert [part.strip(' \\') for part in examples.in_lines(line, 70)] == [
        *('nova-mv baremetal-node-set metal-1 --property cpus=16', '--description Rack')
    ]


@pytest.mark.parametrize('width', [40, 60, 80])
def test_lines_in_parts_are_the_same_for_a_shell(width: int) -> None:
    for name in NAMES:
        for example in examples.of_command(name):
            parts = examples.in_lines(example.line, width)
            joined = '\n'.join(parts).replace('\\\n', ' ')
            assert shlex.split(joined) == shlex.split(example.line)
            assert [part for part in parts if len(part) > max(width, 60)] == []
