"""Measures ``nova-mv`` beside python-novaclient's ``nova``, and compares with the goals."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import sys
from collections.abc import Sequence
from typing import Any

import cases
import figures
import measuring
from programs import REFERENCE, Failed, Sides, both


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
    parser = argparse.ArgumentParser(
        description='Measure nova-mv beside nova, and compare with the goals.'
    )
    parser.add_argument('-n', '--runs', type=int, default=7, help='pairs of runs for each case (7)')
    parser.add_argument('--only', action='append', choices=list(cases.GOALS), metavar='CASE')
    parser.add_argument('--json', metavar='FILE', help='write all figures to this file, too')
    parser.add_argument(
        '--check',
        action='store_true',
        help='return 1 where a figure is above its goal by more than a tenth',
    )
    parser.add_argument(
        '--ours',
        metavar='COMMAND',
        help='measure this command, not the checkout installed in an environment of its own',
    )
    parser.add_argument(
        '--reference-venv',
        metavar='FOLDER',
        type=pathlib.Path,
        default=cache / 'nova-mv-benchmarks' / 'reference',
        help=f'where {REFERENCE} is, or is to be installed (%(default)s)',
    )
    args = parser.parse_args(argv)
    if args.runs < 1:
        parser.error('at least one run is needed')
    return args


def measured(args: argparse.Namespace, sides: Sides) -> list[figures.Summary]:
    """Measure each case that was asked for, and show it."""
    print(figures.header(), flush=True)
    summaries = []
    for case in cases.CASES:
        if args.only and case.name not in args.only:
            continue
        result = figures.summary(case, measuring.measure_pairs(case, sides, args.runs))
        print(*figures.lines(result), sep='\n', flush=True)
        summaries.append(result)
    return summaries


def machine(sides: Sides) -> dict[str, Any]:
    """Return the versions and the machine of a measurement."""
    return {
        'python': sys.version.split()[0],
        'machine': f'{platform.system()} {platform.machine()}, {os.cpu_count()} processors',
        'installed': sides.installed,
        'versions': sides.shared,
    }


def show_machine(facts: dict[str, Any]) -> None:
    """Say what is measured, above the table."""
    versions = ', '.join(f'{name} {version}' for name, version in facts['versions'].items())
    print(f'Python {facts["python"]}, {facts["machine"]}')
    print(facts['installed'])
    print(f'Both have: {versions or "not compared"}', end='\n\n')


def unmappings(sides: Sides) -> dict[str, int | str]:
    """The calls of ``munmap`` of a cold ``server-list``, for each program."""
    return {
        'other': measuring.count_unmappings(sides.nova, cases.NOVA_LIST),
        'ours': measuring.count_unmappings(sides.ours, cases.LIST),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and show; with ``--check``, 1 where a goal is missed."""
    args = parse(argv)
    try:
        with both(args.reference_venv.expanduser().absolute(), args.ours) as sides:
            facts = machine(sides)
            show_machine(facts)
            summaries = measured(args, sides)
            calls = unmappings(sides)
    except Failed as error:
        print(error, file=sys.stderr)
        return 2
    print(f'\nmunmap calls of a cold server-list: nova {calls["other"]}, nova-mv {calls["ours"]}')
    if args.json:
        results = [result.document() for result in summaries]
        document = {**facts, 'reference': REFERENCE, 'munmap': calls, 'cases': results}
        pathlib.Path(args.json).write_text(json.dumps(document, indent=2) + '\n', encoding='utf-8')
    missed = figures.failures(summaries)
    for line in missed:
        print(f'More than a tenth above its goal: {line}')
    return int(bool(missed) and args.check)


if __name__ == '__main__':
    sys.exit(main())
