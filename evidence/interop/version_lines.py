"""Lines of python-openstackclient whose versions are measured, and those that tell none."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from evidence.interop import compute_lines, every_option
from evidence.interop.every_option import Bench, Line
from novaclient_mv.knowledge.openstack import table

SERVICE = 'compute'

NEVER = frozenset(
    {
        # Pinned below 2.57, its login does not get that far; later versions have no files.
        'server create --file',
        # A next page is asked for by a marker, which no version takes.
        'server group list --limit',
        # It sends the server in place of the migration, and the other way round.
        'server migration show',
    }
)
"""Commands and options that the program does at no version."""

GONE = 'Its part of Compute is gone from the sandbox.'
IDS = 'Its ids are numbers below 2.53, and UUIDs from there on.'
NETWORKING = 'It writes to Networking, which has no versions.'
NUMBER = 'It depends on how many there are.'
RANDOM = 'Its value is random.'
SHARES = 'The sandbox has no shared file systems.'
UNMEASURED = {
    'compute agent create': GONE,
    'compute agent delete': GONE,
    'compute agent list': GONE,
    'compute agent set': GONE,
    'compute service delete': IDS,
    'console connection show': RANDOM,
    'console url show --rdp': GONE,
    'console url show --xvpvnc': GONE,
    'hypervisor list --marker': IDS,
    'server add floating ip': NETWORKING,
    'server add share': SHARES,
    'server event show': RANDOM,
    'keypair list --max-items': NUMBER,
    'server group list --max-items': NUMBER,
    'server remove floating ip': NETWORKING,
    'server remove share': SHARES,
    'server restore': 'It takes the id only.',
    'server share list': SHARES,
    'server share show': SHARES,
    'server ssh': 'It runs another program.',
}
"""Commands and options whose versions are not measured, with the reason."""


BESIDE = {'server migrate --host': '--live-migration'}
"""Options whose versions are others beside a second one."""


def bench(folder: pathlib.Path) -> Bench:
    """Return a cloud with what the lines are about, and the program.

    :param folder: an empty folder.
    """
    for name, text in compute_lines.FILES.items():
        (folder / name).write_text(text)
    return Bench(folder, SERVICE, compute_lines.SETUP, **compute_lines.SANDBOX)


def name_of(line: Line) -> str:
    """Return the command and the option that a line is about."""
    return f'{line.command.name} {line.option}'.rstrip()


def lines_of(command: str) -> Iterator[Line]:
    """Return the lines of a command that tell versions."""
    if command in UNMEASURED:
        return
    for line in every_option.lines_of(table.command(command), compute_lines.VALUES):
        if name_of(line) in UNMEASURED:
            continue
        if (beside := BESIDE.get(name_of(line))) is not None:
            yield line._replace(words=[*line.words, beside])
        yield line


def commands() -> list[str]:
    """Return the commands of Compute."""
    declared = table.declarations()['commands']
    return [name for name, entry in declared.items() if entry['group'] == SERVICE]
