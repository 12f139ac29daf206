"""Runs a recorded command line against the recorded answers, and takes apart what came out."""

from __future__ import annotations

import ast
import base64
import collections
import dataclasses
import functools
import io
import itertools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from functional_tests.contract import facts, traced_cloud
from novaclient_mv import exceptions, shell
from novaclient_mv.cli.reading import commands
from novaclient_mv.clouds import environment

LOGIN = {
    'OS_AUTH_URL': traced_cloud.KEYSTONE,
    'OS_USERNAME': 'username',
    'OS_PASSWORD': 'password',
    'OS_PROJECT_NAME': 'project_id',
    'OS_USER_DOMAIN_ID': 'default',
    'OS_PROJECT_DOMAIN_ID': 'default',
}
"""A complete login, for the lines whose recorded one was a stand-in."""
TEXT_OF_THE_CLOUD = ('console-log', 'get-password', 'keypair-add')
"""Commands whose output is not a table, but a text that the cloud gave."""
_NAME_OF_SEVERAL = re.compile(r'\((.+?)\$\)\?')
_SEVERAL_NAMES = re.compile(rf'\^((?:{_NAME_OF_SEVERAL.pattern})+)\$')
NOON = 1_792_152_000.0


@dataclasses.dataclass(frozen=True)
class Trace:
    """A recorded command line."""

    row: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Its command and a key, as a test shows them."""
        return f'{self.command or "nothing"}-{self.row["id"]}'

    @property
    def key(self) -> str:
        """The key of the line."""
        return str(self.row['id'])

    @property
    def command(self) -> str:
        """The command's name; empty where the line has none."""
        command = self.row['command']
        return '' if command.startswith('-') else str(command)

    @property
    def requests(self) -> list[traced_cloud.Asked]:
        """Return its requests to the cloud, in order."""
        return [
            traced_cloud.asked(
                each['service'], each['method'], each['path'], each['query'], each['body']
            )
            for each in self.row['requests']
        ]

    @property
    def version(self) -> str:
        """The version that its requests were made at; 2.0 for none."""
        made = {each['microversion'] for each in self.row['requests']}
        return str(max(made)) if made else str(self.row['api_version'] or '2.0')


@functools.cache
def traces() -> tuple[Trace, ...]:
    """All recorded command lines; none where the facts are not at hand."""
    if not facts.is_present():
        return ()
    return tuple(Trace(row) for row in facts.lines('traces.jsonl'))


@functools.cache
def is_there(command: str) -> bool:
    """Whether this client has a command of that name."""
    try:
        commands.find(command)
    except exceptions.UnknownName:
        return False
    return True


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of a command line."""

    status: int
    out: str
    err: str
    requests: tuple[traced_cloud.Asked, ...]

    @property
    def writes(self) -> list[traced_cloud.Asked]:
        """The requests that may change something, in order."""
        return [each for each in self.requests if each.is_write]

    @property
    def tables(self) -> list[Table]:
        """The tables of the output."""
        return list(tables_in(self.out))


class _Clock:
    """A clock on which waiting takes no time."""

    def __init__(self) -> None:
        self.time = NOON

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def now(self) -> float:
        return self.time

    def clock(self) -> environment.Clock:
        return environment.Clock(self.now, self.sleep, self.now)


class _Output(io.TextIOWrapper):
    """A text stream with a binary one below, as a process has it."""

    def __init__(self) -> None:
        self.below = io.BytesIO()
        super().__init__(self.below, encoding='utf-8', newline='')

    @property
    def text(self) -> str:
        self.flush()
        return self.below.getvalue().decode()


def play(trace: Trace, folder: Path) -> Outcome:
    """Run a recorded command line.

    :param folder: an empty folder; home, working folder and files of the run lie in it.
    """
    row = trace.row
    _write_files(row, folder)
    cloud = traced_cloud.TracedCloud()
    out, err = _Output(), _Output()
    current = environment.Environment(
        _variables(row, folder),
        stdin=io.BytesIO((row['stdin'] or '').encode()),
        stdout=out,
        stderr=err,
        clock=_Clock().clock(),
        cwd=str(folder),
        transport=cloud.mount,
    )
    status = shell.run(argv(row, folder), current)
    return Outcome(int(status), out.text, err.text, tuple(cloud.requests))


def argv(row: Mapping[str, Any], folder: Path) -> list[str]:
    """The words of a recorded command line, with the version and service type that it ran with."""
    servers = {
        each['path'].split('/')[2] for each in row['requests'] if '/servers/' in each['path']
    }
    words = [
        traced_cloud.uuid_of(each) if each.isdigit() and each in servers else each
        for each in (word.replace('{SRC}', str(folder)) for word in row['argv'])
    ]
    before = ['--no-cache']
    if row['api_version'] is not None:
        before += ['--os-compute-api-version', row['api_version']]
    if row['service_type'] is not None:
        before += ['--service-type', row['service_type']]
    return [*before, *words]


def _variables(row: Mapping[str, Any], folder: Path) -> dict[str, str]:
    found = {'HOME': str(folder), 'COLUMNS': '400', **row['env']}
    return {**found, **LOGIN} if 'NOVA_URL' in found else found


def _write_files(row: Mapping[str, Any], folder: Path) -> None:
    """Make the files that a line names; what one held is known from the request it went into."""
    for name, text in row['files'].items():
        (folder / name).write_text(text)
    contents = [base64.b64decode(text) for text in _file_contents(row['requests'])]
    for word in row['argv']:
        _, placeholder, path = word.partition('{SRC}/')
        if placeholder and contents:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(contents[0])


def _file_contents(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _file_contents(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key in ('user_data', 'contents') and isinstance(each, str):
                yield each
            else:
                yield from _file_contents(each)


# -- what is compared


@dataclasses.dataclass(frozen=True)
class Table:
    """A printed table: titles, and cells row by row."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables_in(text: str) -> Iterator[Table]:
    """The tables that are framed with ``+---+`` in an output; other lines are left out."""
    block: list[tuple[str, ...]] = []
    edges: list[int] = []
    rules = 0
    for line in text.splitlines():
        if re.fullmatch(r'\+(-+\+)+', line):
            edges = [place for place, letter in enumerate(line) if letter == '+']
            rules += 1
            if rules == 3:
                yield Table(block[0], tuple(block[1:]))
                block, rules = [], 0
        elif rules and line.startswith('|'):
            cells = itertools.pairwise(edges)
            block.append(tuple(_cell(line[start + 1 : end]) for start, end in cells))


def _cell(text: str) -> str:
    """The text of a cell; nested values in one form, whether printed as JSON or as Python does."""
    text = text.strip()
    if text[:1] in ('{', '['):
        for read in (json.loads, ast.literal_eval):
            try:
                return json.dumps(read(text), sort_keys=True)
            except (ValueError, SyntaxError):
                continue
    return text


def differences(trace: Trace, outcome: Outcome) -> list[str]:
    """In what a run differs from what was recorded, a line each."""
    found = [
        *_different_exit(trace, outcome),
        *_different_requests(trace, outcome),
        *_different_versions(trace, outcome),
    ]
    if 'unexpected' in outcome.err:
        found.append('a failure that nothing foresaw')
    if trace.row['exit_code'] == 0 and outcome.status == 0:
        found += _different_tables(trace, outcome)
        found += _different_text(trace, outcome)
    return found


def _different_exit(trace: Trace, outcome: Outcome) -> Iterator[str]:
    recorded = trace.row['exit_code']
    if bool(recorded) != bool(outcome.status):
        yield f'exit: {outcome.status}, recorded {recorded}'
    if recorded == 2 and outcome.status not in (2, 3):
        yield f'exit: {outcome.status}, recorded was a usage error'


def _different_requests(trace: Trace, outcome: Outcome) -> Iterator[str]:
    recorded = [each for each in trace.requests if each.is_write]
    if _settled(outcome.writes) != _settled(recorded):
        yield f'writes: {_shown(outcome.writes)}, recorded {_shown(recorded)}'
    reads = collections.Counter(
        single for each in outcome.requests if not each.is_write for single in _singles(each)
    )
    further = reads - collections.Counter(each for each in trace.requests if not each.is_write)
    if further:
        yield f'reads that were not recorded: {_shown(further.elements())}'


def _singles(read: traced_cloud.Asked) -> Iterator[traced_cloud.Asked]:
    """Yield the single reads of one: a search for several names replaces one for each."""
    query = dict(read.query)
    together = _SEVERAL_NAMES.fullmatch(query.get('name', ''))
    if read.path != '/servers' or together is None:
        yield read
        return
    for name in _NAME_OF_SEVERAL.findall(together[1]):
        pairs = tuple(sorted({**query, 'name': name}.items()))
        yield dataclasses.replace(read, query=pairs)


def _settled(writes: list[traced_cloud.Asked]) -> list[traced_cloud.Asked]:
    """Writes in their order, but for one write to several targets, which are worked on at once."""
    found: list[traced_cloud.Asked] = []
    for _, run in itertools.groupby(writes, _without_target):
        found += sorted(run, key=lambda each: each.path)
    return found


def _without_target(write: traced_cloud.Asked) -> tuple[str, tuple[str, ...], str]:
    """Return a write's method, collections of the path, and the key that names an action."""
    action = next(iter(write.body), '') if isinstance(write.body, dict) else ''
    return write.method, tuple(write.path.split('/')[1::2]), action


def _different_versions(trace: Trace, outcome: Outcome) -> Iterator[str]:
    """Both headers name the version on each compute request, and on no other."""
    version = trace.version
    for each in outcome.requests:
        is_sent = each.service == 'compute' and version != '2.0'
        wanted = (f'compute {version}', version) if is_sent else (None, None)
        if each.versions != wanted:
            yield f'version headers of {each}: {each.versions}, not {wanted}'


def _different_tables(trace: Trace, outcome: Outcome) -> Iterator[str]:
    if any('print' in each for each in trace.row['patched']):
        # What it printed was not recorded.
        return
    recorded = list(tables_in(trace.row['stdout']))
    found = outcome.tables
    if len(found) != len(recorded):
        yield f'tables: {len(found)}, recorded {len(recorded)}'
    for ours, theirs in zip(found, recorded, strict=False):
        if ours.titles != theirs.titles:
            yield f'titles: {ours.titles}, recorded {theirs.titles}'
        elif ours.rows != theirs.rows:
            further = [row for row in ours.rows if row not in theirs.rows]
            lacking = [row for row in theirs.rows if row not in ours.rows]
            yield f'rows: {further or ours.rows}, recorded {lacking or theirs.rows}'


def _different_text(trace: Trace, outcome: Outcome) -> Iterator[str]:
    """Text of the cloud's own is passed on as it is; other lines are each program's own words."""
    if trace.command not in TEXT_OF_THE_CLOUD or outcome.tables:
        return
    if outcome.out.strip() != trace.row['stdout'].strip():
        yield f'text: {outcome.out!r}, recorded {trace.row["stdout"]!r}'


def _shown(requests: Any) -> str:
    return '[' + '; '.join(map(str, requests)) + ']'
