"""Help is what the folder ``golden`` has, word for word: pages that show each kind of line."""

from __future__ import annotations

import difflib
import functools
import itertools
import pathlib
import re
import tempfile
from collections.abc import Iterator

from novaclient_mv import services
from novaclient_mv.cli.reading import commands
from unit_tests import cases
from unit_tests.nova import Nova

GOLDEN = pathlib.Path(__file__).parent / 'golden'
# The newest first: its pages are recorded in full. The overview is that of the first service.
VERSIONS = {
    services.COMPUTE.name: ('2.latest', '2.53', '2.1'),
    services.BAREMETAL.name: ('1.latest', '1.46', '1.1'),
    services.PLACEMENT.name: ('1.latest', '1.17', '1.0'),
}
OVERVIEW = 'all'
PAGES = (
    # Creates, with arguments of many versions, in several forms, and with examples.
    *('server-create', 'volume-snapshot-create', 'baremetal-runbook-create', 'keypair-create'),
    # Lists, with filters and columns; the first in few lines, the last with many older forms.
    *('keypair-list', 'migration-list', 'server-action-list', 'baremetal-node-list'),
    *('baremetal-conductor-list', 'placement-allocation-candidate-list'),
    # Changes: of what a list selects, with a wait, locks and choices.
    *('server-delete', 'server-lock', 'baremetal-node-deploy', 'placement-inventory-delete'),
    'placement-resource-class-rename',
    # What the API has retired, wholly or in part, and what newer versions have.
    *('secgroup-list', 'hypervisor-stats', 'host-evacuate-live', 'server-topology'),
    'baremetal-node-console-show',
    # Commands about the program and other programs.
    *('api', 'can-i', 'server-ssh', 'version-requires'),
)
"""The commands whose pages are recorded: together they have each kind of line."""
WIDTH = {'COLUMNS': '80'}
_ENTRY = re.compile(r'^( +)(- )?(\S+(?: \S+)*)(?:  +(.*))?$')
_VERSION = r'\d+\.\d+( \([^)]*\))?'


def shown(nova: Nova, name: str) -> Iterator[tuple[str, str, str]]:
    """The option that names a version, the version and the page, for each version of a command."""
    service = commands.service_of(name) or services.COMPUTE
    words = () if name == OVERVIEW else (name,)
    for version in VERSIONS[service.name]:
        result = nova(service.version_option, version, 'help', *words, env=WIDTH)
        assert (result.status, result.err) == (0, ''), result
        page = result.out if words else without_commands(result.out)
        yield service.version_option, version, page


def without_commands(overview: str) -> str:
    """The overview without its lists of commands, which another test compares with all there are.

    So a new command changes no recorded page.
    """
    listing, title, rest = overview.partition('\nCloud and version\n')
    assert rest
    kept = [block for block in listing.split('\n\n') if '\n  ' not in block]
    return '\n\n'.join([*kept, title + rest])


def page_of(nova: Nova, name: str) -> str:
    """Return a help page: at the newest version in full, at each older one the differences."""
    pages = [*shown(nova, name)]
    words = '' if name == OVERVIEW else f' {name}'
    line = f'$ nova-mv {pages[0][0]} {pages[0][1]} help{words}'
    return f'{line}\n{once({version: page for _, version, page in pages})}'


def once(pages: dict[str, str]) -> str:
    """Pages of several versions, the newest in full, the others as differences to the one before.

    That a page names its own version is no difference.
    """
    pages = {
        version: re.sub(
            rf'\bnot in {re.escape(version)}(?=$|\))', 'not in <version>', page, flags=re.M
        )
        for version, page in pages.items()
    }
    versions = list(pages)
    parts = [pages[versions[0]]]
    for newer, older in itertools.pairwise(versions):
        lines = [pages[version].splitlines(keepends=True) for version in (newer, older)]
        # Without the numbers of lines, which other branches move.
        hunks = [
            '@@\n' if line.startswith('@@') else line
            for line in list(difflib.unified_diff(*lines, n=0))[2:]
        ]
        parts.append(f'\n--- {newer}\n+++ {older}\n{"".join(hunks) or "(the same)" + chr(10)}')
    return ''.join(parts)


def kinds(page: str) -> set[tuple[str, ...]]:
    """The kinds of the lines of a command's page: headings, and how entries are written.

    Names, versions and words are not told apart.
    """
    head, _, rest = page.partition('\n\n')
    found: set[tuple[str, ...]] = {('called',)} if ', also called ' in head else set()
    for line in filter(None, re.sub(_VERSION, 'V', rest).splitlines()):
        if not line.startswith(' '):
            found.add((re.split(r': (?!from|up to|V)', line)[0],))
            continue
        ((indent, mark, entry, text),) = _ENTRY.findall(line)
        name = re.sub(r'--?[a-z0-9-]+', '--', re.sub('<[^>]+>', '<>', entry))
        starts = re.match('(?:From|Up to|Only) V|V to V|', text or entry)
        if not (text or name.startswith(('--', '<'))):
            name = 'text'
        # What goes on below the names of a page, at whatever column.
        at = len(indent) if len(indent) <= 4 else 5
        found.add((str(at), mark, name if at <= 4 else '', starts[0], str('(not in' in text)))
    return found


@cases.one_test_of('name', [OVERVIEW, *PAGES])
def test_help_is_what_was_recorded(nova: Nova, name: str) -> None:
    recorded = (GOLDEN / f'{name}.txt').read_text(encoding='utf-8')
    assert page_of(nova, name) == recorded, 'If that is meant, run: python -m unit_tests.record'


def test_nothing_else_is_recorded() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == {OVERVIEW, *PAGES}


def test_recorded_pages_show_each_kind_of_line(nova: Nova) -> None:
    @functools.cache
    def kinds_of(name: str) -> set[tuple[str, ...]]:
        return {kind for _, _, page in shown(nova, name) for kind in kinds(page)}

    recorded = set().union(*map(kinds_of, PAGES))
    missing = {
        command.name: new
        for command in commands.our_commands()
        if (new := kinds_of(command.name) - recorded)
    }
    assert missing == {}, 'Add one of these commands to PAGES.'


def test_record_says_a_thing_once() -> None:
    pages = {'2.9': 'Usage\na\nb\n', '2.5': 'Usage\na\nc - not in 2.5\n', '2.1': ''}
    pages['2.1'] = pages['2.5'].replace('2.5', '2.1')
    assert once(pages) == (
        'Usage\na\nb\n\n'
        '--- 2.9\n+++ 2.5\n@@\n-b\n+c - not in <version>\n\n'
        '--- 2.5\n+++ 2.1\n(the same)\n'
    )


def record() -> None:
    """Write the pages as they are now."""
    with tempfile.TemporaryDirectory() as home:
        nova = Nova(pathlib.Path(home))
        GOLDEN.mkdir(exist_ok=True)
        for file in GOLDEN.iterdir():
            file.unlink()
        for name in (OVERVIEW, *PAGES):
            (GOLDEN / f'{name}.txt').write_text(page_of(nova, name), encoding='utf-8')
