"""The command that shows who uses which version, from logs."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    offline,
    refuses_without,
    returns_columns,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import owners, results
from novaclient_mv.clouds import escapes, selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.usage import Usage, fleet, logs, summaries
from novaclient_mv.knowledge.usage.counts import BELOW, NONE
from novaclient_mv.knowledge.usage.logs import Answer, OnUnmatched
from novaclient_mv.services import COMPUTE, SERVICES
from novaclient_mv.versions import APIVersion

_LONG = 100_000_000
"""Bytes of logs that take some seconds to read."""


def _check(args: Args) -> None:
    """Refuse arguments that cannot be combined."""
    if args.scheduler is not None and not args.log:
        raise errors.CommandError('--scheduler requires the logs that its workers read.')
    if args.scheduler is not None and args.verbose:
        raise errors.CommandError('--verbose cannot be combined with --scheduler.')
    if args.summary is not None and args.summary in args.log:
        raise errors.CommandError(f'--summary {args.summary} would overwrite the log.')
    _minimum(args)


def _minimum(args: Args) -> APIVersion | None:
    """The version of ``--below``, if it is given."""
    if args.below is None:
        return None
    version: APIVersion = args.service.named_version(args.below)
    if version.is_latest():
        raise errors.CommandError('--below requires a number, as in 2.53, or a release.')
    return version


@offline
@arg(
    'log',
    nargs='*',
    help='Log to read, plain or compressed with gzip, xz or zstd; "-" reads the input.',
)
@service_option('Service whose requests to count (default: compute).', COMPUTE)
@arg(
    '--below',
    metavar='<version>',
    help='Show who sent requests below this version (or the newest of this release), and would '
    'be refused if it were the minimum.',
)
@arg(
    '--top',
    metavar='<number>',
    type=types.positive,
    default=10,
    help='Rows of each table (default: 10); other formats show all.',
)
@arg('--summary', metavar='<file>', help='Write the counts to this file as well, for --merge.')
@arg(
    '--merge',
    metavar='<file>',
    nargs='+',
    default=[],
    help='Add the counts of files that --summary wrote.',
)
@arg(
    '--processes',
    metavar='<number>',
    type=types.positive,
    help='Number of logs to read at once (default: one per processor).',
)
@arg(
    '--scheduler',
    metavar='<address>',
    help='Count on the workers of this Dask scheduler, as in tcp://host:8786; logs may be patterns '
    'of paths there.',
)
@arg(
    '--names',
    action='store_true',
    help='Show projects by name, where the identity service gives it to this login.',
)
@arg(
    '--max-lines',
    metavar='<number>',
    type=types.positive,
    help='Maximum number of lines to read of each log (default: every line, however long it is).',
)
@arg('--verbose', action='store_true', help='Show lines without a request, on stderr.')
@refuses_without('<log>', '--merge', sentence='Name the logs to read, or summaries behind --merge.')
@checked_by(_check)
@returns_columns('dimension', 'value', 'requests')
def do_version_usage(invocation: Invocation, args: Args) -> results.Shown:
    """Count requests in logs by API version, client, project, user, address, operation and hour."""
    below = _minimum(args)
    settings = invocation.settings
    if args.names and not (
        settings.cloud is not None or settings.is_sandbox or settings.get('os_auth_url')
    ):
        raise errors.CommandError(f'--names asks a cloud. {selection.NO_CLOUD}')
    # Refused before logs are read, which may take hours.
    summaries.merged(args.merge, args.service)
    _tell_cost(args, invocation)
    answer = _counted(args, invocation.environment)

    def usage() -> Usage:
        answer.usage.add(summaries.merged(args.merge, args.service))
        return answer.usage

    if args.summary is None:
        usage()
    else:
        summaries.write(args.summary, usage)
    warnings = [
        f'only the first {args.max_lines} lines of {path} are counted (--max-lines)'
        for path in answer.cut
    ]
    names = _names(invocation, answer.usage, warnings) if args.names else None
    result = results.Warned(_result(answer.usage, below, args.top, names), warnings)
    if answer.problems:
        reasons = '; '.join(f'{path}: {reason}' for path, reason in answer.problems.items())
        error = errors.Error(f'Counted as far as it can be read: {reasons}.')
        if answer.usage.unmatched and not args.verbose:
            error.hint = '--verbose shows the lines without a request.'
        error.done = result
        raise error
    return result


def _tell_cost(args: Args, invocation: Invocation) -> None:
    """Tell a person how much will be read, if that takes a while."""
    size = 0 if args.scheduler is not None else logs.size_of(args.log)
    is_told = invocation.environment.is_error_terminal and not invocation.options.get('quiet')
    if is_told and size >= _LONG and args.max_lines is None:
        invocation.environment.stderr.tell(
            f'reading {size / 1e9:.1f} GB of logs; Ctrl-C stops, --max-lines reads less'
        )


def _counted(args: Args, environment: Environment) -> Answer:
    """Return the usage in the logs."""
    if args.scheduler is not None:
        return fleet.usage_of_fleet(args.scheduler, args.log, args.service, args.max_lines)
    return logs.usage_of_files(
        args.log,
        args.service,
        processes=args.processes or os.cpu_count() or 1,
        on_unmatched=_on_stderr(environment) if args.verbose else None,
        stdin=environment.stdin,
        max_lines=args.max_lines,
    )


def _on_stderr(environment: Environment) -> OnUnmatched:
    def show(path: str, line: bytes) -> None:
        text = line.decode('utf-8', 'backslashreplace').rstrip('\r')
        environment.stderr.write(escapes.safe(f'{path}: {text}') + '\n')

    return show


def _names(invocation: Invocation, usage: Usage, warnings: list[str]) -> dict[str, str]:
    """Id to name of the projects in logs; a warning says why there are none."""
    settings = invocation.settings
    service = SERVICES[0]
    with contextlib.closing(
        Cloud(invocation.environment, settings=settings, warn=warnings.append)
    ) as cloud:
        try:
            connection = cloud.connection(service, service.unversioned)
            names = owners.project_names(usage.totals('projects'), connection, warnings.append)
            cloud.keep()
        except errors.Error as error:
            warnings.append(f'projects are shown by id: {error}')
            return {}
    return names


def _result(
    usage: Usage, below: APIVersion | None, most: int, names: dict[str, str] | None
) -> results.Views:
    """One object or rows for machines, tables for a reader."""
    mapping = usage.as_mapping(below)
    if names is not None:
        mapping['names'] = {'projects': names}
    rows = results.Rows(('Dimension', 'Value', 'Requests'), _dimensions(mapping), data=mapping)
    return results.Views(rows, *_tables(mapping, most))


_TITLES = {
    'versions': 'Version',
    'user_agents': 'User Agent',
    'projects': 'Project',
    'users': 'User',
    'addresses': 'Address',
    'operations': 'Operation',
    'hours': 'Hour',
}
_WIDTH_OF_BAR = 20
_MOST_HOURS = 48
_MOST_PROGRAMS = 3


def _dimensions(mapping: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Dimension, value and count, of all requests and of those below a version."""
    for dimension in _TITLES:
        for value, count in mapping[dimension].items():
            yield dimension, value, count
    below = mapping['below']
    for dimension in BELOW if below is not None else ():
        for value, count in below[dimension].items():
            yield f'below.{dimension}', value, count


def _tables(mapping: Mapping[str, Any], most: int) -> Iterator[results.Shown]:
    """Yield the tables for a reader; for a coming minimum, the versions and users below it."""
    mapping = _with_names(mapping)
    below = mapping['below']
    if below is not None:
        yield results.Text(_refusals(mapping, most))
    yield results.Text(_heading(mapping))
    if below is None:
        for dimension in _TITLES:
            yield from _table(dimension, mapping[dimension], mapping['requests'], most)
        return
    yield from _table('versions', mapping['versions'], mapping['requests'], most)
    yield results.Text(f'Below {below["version"]}: {_requests(below["requests"])}.')
    for dimension in BELOW:
        yield from _table(dimension, below[dimension], below['requests'], most)


def _with_names(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counts with names of projects for their ids; with both where a name is ambiguous."""
    names: Mapping[str, str] = mapping.get('names', {}).get('projects', {})
    frequent = Counter(names.values())

    def label(id: str) -> str:
        name = names.get(id, id)
        return f'{name} ({id})' if frequent[name] > 1 else name

    def labelled(counts: Mapping[str, int]) -> dict[str, int]:
        return {label(id): count for id, count in counts.items()}

    below = mapping['below']
    if below is not None:
        below = {**below, 'projects': labelled(below['projects'])}
    return {**mapping, 'projects': labelled(mapping['projects']), 'below': below}


def _refusals(mapping: Mapping[str, Any], most: int) -> str:
    """The requests that a raised minimum would refuse: how many, whose, by which programs."""
    below = mapping['below']
    count, total = below['requests'], mapping['requests']
    before = f'Raising the minimum to {below["version"]} would refuse'
    if not count:
        return f'{before} none of the requests.'
    lines = [f'{before} {count} of {_requests(total)} ({100 * count / total:.1f} %).']
    if below['projects']:
        lines.append(f'Projects: {_listed(below["projects"], most)}.')
    if below['user_agents']:
        lines.append(f'Programs: {_listed(below["user_agents"], _MOST_PROGRAMS)}.')
    else:
        lines.append('Programs: the logs do not tell them.')
    bare = mapping['versions'].get(NONE, 0)
    if bare:
        lines.append(f'{bare} of them, without a version, would get the new minimum instead.')
    return '\n'.join(lines)


def _listed(counts: Mapping[str, int], most: int) -> str:
    """The most frequent values in words, and how many more there are."""
    values = [f'{value} ({count})' for value, count in counts.items()]
    more = [f'{len(values) - most} more'] if len(values) > most else []
    return ', '.join([*values[:most], *more])


def _heading(mapping: Mapping[str, Any]) -> str:
    lines = [_requests(mapping['requests'])]
    if mapping['first'] is not None:
        lines[0] += f' from {mapping["first"]} to {mapping["last"]}'
    if mapping['without_version']:
        lines.append(f'{mapping["without_version"]} of the requests are in lines without a version')
    for key, phrase in (
        ('unmatched', 'tell no request'),
        ('repeated', 'tell a request once more'),
        ('other_services', 'tell requests to other services'),
    ):
        if mapping[key]:
            lines.append(f'{mapping[key]} of the lines {phrase}')
    return '\n'.join(f'{line}.' for line in lines)


def _requests(count: int) -> str:
    return '1 request' if count == 1 else f'{count} requests'


def _table(
    dimension: str, counts: Mapping[str, int], requests: int, most: int
) -> Iterator[results.Shown]:
    title = _TITLES[dimension]
    if dimension == 'hours' and len(counts) > _MOST_HOURS:
        title, counts = 'Day', _by_day(counts)
    if not counts:
        return
    listed = list(counts.items())
    if dimension not in ('versions', 'hours'):
        listed = listed[:most]
    highest = max(counts.values())
    cells: list[tuple[str, int | str, str, str]] = [
        (
            *(value, count, f'{100 * count / requests:.1f} %'),
            '#' * max(1, round(_WIDTH_OF_BAR * count / highest)),
        )
        for value, count in listed
    ]
    if len(listed) < len(counts):
        rest = sum(counts.values()) - sum(count for _, count in listed)
        cells.append(
            (f'{len(counts) - len(listed)} more', rest, f'{100 * rest / requests:.1f} %', '')
        )
    yield results.Rows((title, 'Requests', 'Share', 'Bar'), cells)


def _by_day(hours: Mapping[str, int]) -> dict[str, int]:
    days: Counter[str] = Counter()
    for hour, count in hours.items():
        days[hour.partition('T')[0]] += count
    return days
