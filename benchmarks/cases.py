"""The cases, and the goal of each figure: the table of goals."""

from __future__ import annotations

from typing import NamedTuple

PROCESSOR, CLOCK, MEMORY = 'processor', 'clock', 'memory'
MEGABYTES, REQUESTS = 'megabytes', 'requests'
RATIOS = (PROCESSOR, CLOCK, MEMORY)
"""Figures that are relative to the other program, pair by pair; the others are our own."""

GOALS: dict[str, dict[str, float]] = {
    'version': {PROCESSOR: 0.09},
    'help': {PROCESSOR: 0.13},
    'help-server-create': {PROCESSOR: 0.14},
    'list': {PROCESSOR: 0.21, REQUESTS: 1},
    'show': {PROCESSOR: 0.21},
    'create': {PROCESSOR: 0.21},
    'list-tls': {PROCESSOR: 0.25, REQUESTS: 1},
    'list-cold': {PROCESSOR: 0.46, REQUESTS: 4},
    'list-10000': {PROCESSOR: 0.23, MEMORY: 0.28},
    'list-10000-json': {PROCESSOR: 0.50, MEGABYTES: 70},
    'list-10000-ndjson': {PROCESSOR: 0.33},
    'list-10000-csv': {PROCESSOR: 0.22},
    'list-100000-ndjson': {MEGABYTES: 50},
    'list-100000-csv': {MEGABYTES: 50},
    'list-100000-value': {MEGABYTES: 50},
    'delete-50': {CLOCK: 0.09, REQUESTS: 53},
    # 90 ms on a machine where Python itself takes 10 ms.
    'sandbox': {PROCESSOR: 9},
    'completion': {PROCESSOR: 0.12},
    'complete': {PROCESSOR: 0.25},
    'command-list': {PROCESSOR: 0.12},
}
"""The most that a figure may be, for each case."""

TOLERANCE = 1.1
"""``--check`` fails where a figure is above its goal times this: machines differ."""

NOVA, PYTHON = 'nova', 'python'


class Case(NamedTuple):
    """One command line of ours beside one of another program.

    :param other: arguments of the other program; nothing where there is nothing to compare with.
    :param beside: which other program it is: ``nova``, or Python alone.
    :param servers: how many servers the cloud has.
    :param rows: how many of them the output must show.
    :param is_warm: whether a run finds what the runs before it left at home.
    :param latency: seconds that each answer takes.
    :param is_single: whether one run is enough, since only memory counts; it is warm.
    """

    name: str
    title: str
    ours: tuple[str, ...]
    other: tuple[str, ...] | None
    beside: str = NOVA
    servers: int = 0
    rows: int = 0
    is_warm: bool = False
    latency: float = 0
    has_tls: bool = False
    is_single: bool = False

    @property
    def goals(self) -> dict[str, float]:
        """The most that each figure may be."""
        return GOALS[self.name]


def names(count: int) -> tuple[str, ...]:
    """Names of the stub cloud's servers."""
    return tuple(f'server-{number:05d}' for number in range(1, count + 1))


LIST, NOVA_LIST = ('server-list',), ('list',)
EVERY = (*NOVA_LIST, '--limit', '-1')
CREATE = ('--flavor', 'm1.tiny', '--image', 'cirros', '--nic', 'auto', 'fresh')
COMPLETION = ('bash-completion',)
SOURCE_OF_PYTHON = ('-c', 'print("nothing")')


def _list(name: str, title: str, **more: object) -> Case:
    return Case(name, title, LIST, NOVA_LIST, servers=1, rows=1, **more)  # type: ignore[arg-type]


def _big(name: str, form: str, servers: int = 10_000) -> Case:
    is_single = servers > 10_000
    return Case(
        name,
        f'{servers:,} servers, {f"-f {form}" if form else "table"}, warm',
        (*LIST, '-f', form) if form else LIST,
        None if is_single else EVERY,
        servers=servers,
        rows=servers,
        is_warm=True,
        is_single=is_single,
    )


CASES = (
    Case('version', '--version', ('--version',), ('--version',)),
    Case('help', 'help', ('help',), ('help',)),
    Case('help-server-create', 'help server-create', ('help', 'server-create'), ('help', 'boot')),
    _list('list', 'server-list, warm', is_warm=True),
    Case(
        'show',
        'server-show NAME, warm',
        ('server-show', *names(1)),
        ('show', *names(1)),
        servers=20,
        rows=1,
        is_warm=True,
    ),
    Case(
        'create',
        'server-create by names, warm',
        ('server-create', *CREATE),
        ('boot', *CREATE),
        rows=1,
        is_warm=True,
    ),
    _list('list-tls', 'server-list, warm, over TLS', is_warm=True, has_tls=True),
    _list('list-cold', 'server-list, cold'),
    _big('list-10000', ''),
    _big('list-10000-json', 'json'),
    _big('list-10000-ndjson', 'ndjson'),
    _big('list-10000-csv', 'csv'),
    _big('list-100000-ndjson', 'ndjson', 100_000),
    _big('list-100000-csv', 'csv', 100_000),
    _big('list-100000-value', 'value', 100_000),
    Case(
        'delete-50',
        '50 deletes by name, 30 ms a request, warm',
        ('server-delete', *names(50)),
        ('delete', *names(50)),
        servers=50,
        rows=50,
        is_warm=True,
        latency=0.03,
    ),
    Case(
        'sandbox',
        'sandbox: server-list (beside Python alone)',
        ('--os-cloud', 'sandbox', *LIST),
        SOURCE_OF_PYTHON,
        PYTHON,
        is_warm=True,
    ),
    Case('completion', 'bash-completion', COMPLETION, COMPLETION),
    Case(
        'complete',
        'complete (beside bash-completion)',
        ('complete', '--', 'server-create', '--fl'),
        COMPLETION,
    ),
    Case('command-list', 'command-list (beside bash-completion)', ('command-list',), COMPLETION),
)
