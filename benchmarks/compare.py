"""Measures ``nova-mv`` beside python-novaclient's ``nova``: processor time, memory and requests."""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

HERE = pathlib.Path(__file__).parent
REFERENCE = 'python-novaclient==18.13.1'
NOT_SOURCE = ('.git', '.tox', '.venv', '*_cache', '__pycache__', '*.egg-info', 'build', 'dist')
ROW = re.compile(rb'\bserver-\d{5}\b')
# ru_maxrss counts kilobytes, on macOS bytes.
MEMORY_UNIT = 1 if sys.platform == 'darwin' else 1024


class Limits(NamedTuple):
    """What a case should reach: ratios to the reference, and a number of requests."""

    processor: float | None = None
    wall: float | None = None
    memory: float | None = None
    requests: int | None = None
    requests_ratio: float | None = None


class Case(NamedTuple):
    """One command line for each of both programs; ``rows`` is how many servers it must print."""

    name: str
    reference: tuple[str, ...]
    ours: tuple[str, ...]
    limits: Limits
    servers: int = 0
    is_warm: bool = False
    latency: float = 0
    shown: int | None = None

    @property
    def rows(self) -> int:
        """How many servers the output must show: all of them, unless it is said."""
        return self.servers if self.shown is None else self.shown


def names(count: int) -> tuple[str, ...]:
    """Names of the stub cloud's servers."""
    return tuple(f'server-{number:05d}' for number in range(1, count + 1))


CREATE = ('--flavor', 'm1.tiny', '--image', 'cirros', '--nic', 'auto', 'fresh')

CASES = (
    Case('version', ('--version',), ('--version',), Limits(processor=0.15)),
    Case('help', ('help',), ('help',), Limits(processor=0.35)),
    Case('list-1', ('list',), ('server-list',), Limits(processor=0.65, requests=4), servers=1),
    Case('list-1-warm', ('list',), ('server-list',), Limits(requests=1), servers=1, is_warm=True),
    Case('list-2500', ('list', '--limit', '-1'), ('server-list',), Limits(), servers=2500),
    Case(
        'list-10000',
        ('list', '--limit', '-1'),
        ('server-list',),
        Limits(processor=0.45, memory=0.5),
        servers=10000,
    ),
    Case(
        'delete-50',
        ('delete', *names(50)),
        ('server-delete', *names(50)),
        Limits(wall=0.15, requests_ratio=1),
        servers=50,
        latency=0.03,
    ),
    Case(
        'show',
        ('show', *names(1)),
        ('server-show', *names(1)),
        Limits(requests_ratio=1),
        servers=20,
        shown=1,
    ),
    Case(
        'show-warm',
        ('show', *names(1)),
        ('server-show', *names(1)),
        Limits(requests=3),
        servers=20,
        is_warm=True,
        shown=1,
    ),
    Case(
        'create', ('boot', *CREATE), ('server-create', *CREATE), Limits(requests_ratio=1), shown=1
    ),
)


class Run(NamedTuple):
    """What one process took: seconds, bytes and requests."""

    processor: float
    wall: float
    memory: int
    requests: int


class Program(NamedTuple):
    """One of the two programs: how it is started."""

    name: str
    command: tuple[str, ...]

    def arguments(self, case: Case) -> tuple[str, ...]:
        """Its arguments in a case; ``nova`` may stand on either side."""
        is_nova = pathlib.Path(self.command[-1]).name == 'nova'
        return case.reference if is_nova else case.ours


class Failed(Exception):
    """A measurement that cannot count, or a program that cannot be installed."""


# -- the programs ------------------------------------------------------------


def install(folder: pathlib.Path, *what: str) -> None:
    """Make a virtual environment of this Python, with some packages."""
    print(f'Installing {what[-1]} ...', file=sys.stderr)
    for command in (
        [sys.executable, '-m', 'venv', str(folder)],
        [str(folder / 'bin' / 'pip'), 'install', '--quiet', *what],
    ):
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise Failed(f'{shlex.join(command)}:\n{done.stderr}')


def reference_program(folder: pathlib.Path) -> Program:
    """python-novaclient in its own virtual environment, installed if it is not there yet."""
    command = folder / 'bin' / 'nova'
    if not command.exists():
        install(folder, REFERENCE)
    this = '{}.{}'.format(*sys.version_info)
    if not (folder / 'lib' / f'python{this}').exists():
        raise Failed(f'{folder} is not of Python {this}, so that the comparison would not be fair.')
    return Program('nova', (str(command),))


@contextlib.contextmanager
def our_program(command: str | None) -> Iterator[Program]:
    """The command given, or this checkout, installed as users install it: not editable."""
    if command is not None:
        yield Program('nova-mv', tuple(shlex.split(command)))
        return
    with tempfile.TemporaryDirectory() as folder:
        # A build leaves files in the tree that it builds, and takes up those of earlier builds.
        copy, venv = pathlib.Path(folder, 'source'), pathlib.Path(folder, 'venv')
        shutil.copytree(HERE.parent, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE))
        install(venv, str(copy))
        yield Program('nova-mv', (str(venv / 'bin' / 'nova-mv'),))


# -- the cloud ---------------------------------------------------------------


class Stub:
    """The stub cloud, in a process of its own so that its work is not counted."""

    def __init__(self, servers: int, latency: float) -> None:
        command = [sys.executable, str(HERE / 'stub_cloud.py'), '--servers', str(servers)]
        self._process = subprocess.Popen(
            [*command, '--latency', str(latency)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            raise Failed('The stub cloud did not start.')

    def __enter__(self) -> 'Stub':
        return self

    def __exit__(self, *_: object) -> None:
        # It ends when its input does.
        self._process.communicate()

    def requests(self) -> list[str]:
        """The requests since the last call."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f'{self.url}/requests') as body:
            found: list[str] = json.load(body)
        return found


def environment(url: str, home: str) -> dict[str, str]:
    """A bare environment with a login; nothing of the caller's reaches the programs."""
    return {
        'PATH': os.defpath,
        'HOME': home,
        'LANG': 'C.UTF-8',
        'OS_AUTH_URL': f'{url}/identity/v3',
        'OS_USERNAME': 'bench',
        'OS_PASSWORD': 'secret',
        'OS_PROJECT_NAME': 'bench',
        'OS_USER_DOMAIN_NAME': 'Default',
        'OS_PROJECT_DOMAIN_NAME': 'Default',
        'OS_REGION_NAME': 'RegionOne',
    }


# -- measuring ---------------------------------------------------------------


def measure(program: Program, case: Case, stub: Stub, home: str) -> Run:
    """Run a program once."""
    command = [*program.command, *program.arguments(case)]
    stub.requests()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=home,
            env=environment(stub.url, home),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        printed, complaint = out.read(), err.read().decode(errors='replace')
    rows = len(set(ROW.findall(printed)))
    if process.returncode or rows != case.rows or not printed:
        raise Failed(
            f'{program.name}, {case.name}: exit status {process.returncode}, {len(printed)} bytes '
            f'and {rows} of {case.rows} servers printed.\n{complaint[-2000:]}'
        )
    processor = usage.ru_utime + usage.ru_stime
    memory = usage.ru_maxrss * MEMORY_UNIT
    return Run(processor, wall, memory, len(stub.requests()))


def measure_pairs(case: Case, programs: Sequence[Program], runs: int) -> list[list[Run]]:
    """Run both programs in turn, after one run of each that does not count."""
    pairs: list[list[Run]] = []
    with contextlib.ExitStack() as stack:
        stub = stack.enter_context(Stub(case.servers, case.latency))

        def folder() -> str:
            return stack.enter_context(tempfile.TemporaryDirectory())

        # A warm run finds what the runs before it left at home, a cold one finds nothing.
        homes = [folder() for _ in programs]
        for number in range(runs + 1):
            pair = [
                measure(program, case, stub, home if case.is_warm else folder())
                for program, home in zip(programs, homes, strict=True)
            ]
            if number:
                pairs.append(pair)
    return pairs


def median(values: Sequence[float]) -> float:
    """The middle value; the ``statistics`` module would only make this process larger."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def summary(case: Case, pairs: list[list[Run]]) -> dict[str, Any]:
    """The figures of a case: medians of each program and of the ratios pair by pair, verdicts."""
    reference, ours = zip(*pairs, strict=True)
    figures: dict[str, Any] = {'case': case.name, 'runs': len(pairs), 'rows': case.rows}
    for name, runs in (('reference', reference), ('ours', ours)):
        figures[name] = {
            field: round(median([getattr(run, field) for run in runs]), 4) for field in Run._fields
        }
    figures['ratio'] = {
        field: round(median([getattr(b, field) / getattr(a, field) for a, b in pairs]), 3)
        for field in ('processor', 'wall', 'memory')
    }
    figures['pairs'] = [round(b.processor / a.processor, 3) for a, b in pairs]
    most = max(run.requests for run in ours)
    fewest = min(run.requests for run in reference)
    reached = {
        **figures['ratio'],
        'requests': most,
        'requests_ratio': round(most / fewest, 3) if fewest else 0,
    }
    figures['targets'] = [
        {'of': field, 'limit': limit, 'reached': reached[field], 'passed': reached[field] <= limit}
        for field, limit in case.limits._asdict().items()
        if limit is not None
    ]
    return figures


# -- showing -----------------------------------------------------------------

COLUMNS = '{:<12} {:>15} {:>6} {:>15} {:>6} {:>13} {:>6} {:>9}  {}'


def show(figures: dict[str, Any]) -> str:
    """One line of the table."""
    a, b, ratio = figures['reference'], figures['ours'], figures['ratio']
    verdicts = [
        f'{each["of"]} <= {each["limit"]}: {"pass" if each["passed"] else "FAIL"}'
        for each in figures['targets']
    ]
    return COLUMNS.format(
        figures['case'],
        f'{a["processor"]:.3f} {b["processor"]:.3f}',
        f'{ratio["processor"]:.2f}',
        f'{a["wall"]:.3f} {b["wall"]:.3f}',
        f'{ratio["wall"]:.2f}',
        f'{a["memory"] / 1e6:.0f} {b["memory"] / 1e6:.0f}',
        f'{ratio["memory"]:.2f}',
        f'{a["requests"]:.0f} {b["requests"]:.0f}',
        ', '.join(verdicts) or '-',
    ).rstrip()


def header() -> str:
    """The titles of the table."""
    return COLUMNS.format(
        'case',
        'processor s',
        'ratio',
        'wall s',
        'ratio',
        'memory MB',
        'ratio',
        'requests',
        'target',
    )


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
    parser = argparse.ArgumentParser(
        description='Measure nova-mv beside nova. Each pair of figures is nova, then nova-mv.'
    )
    parser.add_argument('-n', '--runs', type=int, default=7, help='pairs of runs for each case (7)')
    parser.add_argument('--only', action='append', choices=[case.name for case in CASES])
    parser.add_argument('--json', metavar='FILE', help='write all figures to this file, too')
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


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, show, and return 1 if a target is missed."""
    args = parse(argv)
    results = []
    try:
        with our_program(args.ours) as ours:
            programs = (reference_program(args.reference_venv.expanduser().absolute()), ours)
            print(header(), flush=True)
            for case in CASES:
                if args.only and case.name not in args.only:
                    continue
                results.append(summary(case, measure_pairs(case, programs, args.runs)))
                print(show(results[-1]), flush=True)
    except Failed as error:
        print(error, file=sys.stderr)
        return 2
    if args.json:
        facts = {'python': sys.version.split()[0], 'reference': REFERENCE, 'cases': results}
        pathlib.Path(args.json).write_text(json.dumps(facts, indent=2) + '\n', encoding='utf-8')
    return int(any(not target['passed'] for each in results for target in each['targets']))


if __name__ == '__main__':
    sys.exit(main())
