"""The page of ``man`` on the program: commands by topic, options, variables, exit statuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import roff

from novaclient_mv.cli.reading import aliases
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.index import Row, row_of
from novaclient_mv.cli.showing import help_of_several, topics
from novaclient_mv.clouds import global_option, options
from novaclient_mv.errors.status import ExitStatus
from novaclient_mv.services import SERVICES

EXIT_STATUSES = {
    ExitStatus.OK: 'Done.',
    ExitStatus.FAILED: 'Failed in a way that has no status of its own.',
    ExitStatus.USAGE: 'The command line is wrong, whatever the cloud.',
    ExitStatus.VERSION: 'The versions that the cloud serves cannot carry it out.',
    ExitStatus.DENIED: 'The login was refused, or is not allowed to do it.',
    ExitStatus.NOT_FOUND: 'Not found, or more than one resource has that name.',
    ExitStatus.CONFLICT: 'The state of the resource does not allow it now, or a quota is used up.',
    ExitStatus.CLOUD: 'The cloud is unreachable or broken, or limits the rate of requests.',
    ExitStatus.SOME_FAILED: 'Some of several targets or clouds failed.',
    ExitStatus.TIMED_OUT: 'What was waited for did not end within --wait-timeout.',
    ExitStatus.INTERRUPTED: 'Interrupted with Ctrl-C.',
    ExitStatus.CLOSED_PIPE: 'The reader of the output closed it.',
}

VARIABLES = {
    'OS_CACHE': '0 turns the cache of tokens and versions off, as --no-cache does.',
    'OS_CLIENT_CONFIG_FILE': 'Cloud file to read in place of the usual ones.',
    'NO_COLOR': 'Show no colours, whatever its value.',
    'COLUMNS': 'Width of tables and of help.',
}
"""Variables that stand for no option."""

FILES = {
    './clouds.yaml, ~/.config/openstack/clouds.yaml, /etc/openstack/clouds.yaml': (
        'Cloud files; the first one that is there is read. secure.yaml beside it adds secrets.'
    ),
    '~/.cache/nova-mv': 'Tokens and versions that are kept between commands, for you alone.',
    '~/.local/state/nova-mv': 'State of the sandbox.',
}


def text(commands: Sequence[Command], source: str) -> str:
    """The page of the program.

    :param source: the program, with its version.
    """
    lines = [
        *roff.title('nova-mv', source),
        *roff.section(
            'NAME', [r'nova\-mv \- client for the OpenStack Compute API and its microversions']
        ),
        *roff.section('SYNOPSIS', [roff.words('nova-mv [<options>] <command> [<arguments>]')]),
        *roff.section('DESCRIPTION', _description()),
        *roff.section('COMMANDS', _commands([row_of(command) for command in commands])),
        *roff.section('OPTIONS', _options()),
        *roff.section('ENVIRONMENT', _variables()),
        *roff.section('FILES', _entries(FILES)),
        *roff.section(
            'EXIT STATUS',
            _entries({str(int(status)): text for status, text in EXIT_STATUSES.items()}),
        ),
        *roff.section('EXAMPLES', _examples()),
        *roff.section(
            'SEE ALSO', [', '.join(map(_reference, ('server-list', 'version-list', 'help')))]
        ),
    ]
    return '\n'.join(lines) + '\n'


def _reference(name: str) -> str:
    return f'{roff.bold(f"nova-mv-{name}")}(1)'


def _description() -> Iterator[str]:
    for service in SERVICES:
        yield from roff.paragraph(help_of_several.introduction(service))
    yield from roff.paragraph(
        'A run uses the newest version that the cloud, the program and the command line have in '
        'common. A version that is named is used as it is, or refused; it is never changed.'
    )
    yield from roff.paragraph(
        'Each command has a page of its own, which groups its options by version.'
    )


def _commands(rows: Sequence[Row]) -> Iterator[str]:
    others = aliases.by_canonical_name()
    for topic in topics.TOPICS:
        lines = []
        for row in rows:
            if topics.of_row(row) == topic:
                also = others.get(row.name)
                more = f'Also called {", ".join(also)}.' if also else ''
                lines += roff.item(_reference(row.name), [f'{row.summary} {more}'])
        yield from roff.part(topic.title[0].upper() + topic.title[1:], lines)


def _options() -> Iterator[str]:
    yield from roff.paragraph('The options of all commands stand before a command, or behind it.')
    for name in global_option.SECTIONS:
        lines = []
        for option in options.OPTIONS:
            if option.section == name and not option.is_hidden:
                tag = roff.words(help_of_several.option_name(option))
                named = f'Environment: {", ".join(option.variables)}.' if option.variables else ''
                lines += roff.item(tag, [option.help, named])
        yield from roff.part(name, lines)


def _variables() -> Iterator[str]:
    yield from roff.paragraph(
        'The options above name their variables. An option has precedence over its variable, and '
        'that over a cloud file. Besides these there are:'
    )
    yield from _entries(VARIABLES)


def _entries(texts: dict[str, str]) -> Iterator[str]:
    for name, text in texts.items():
        yield from roff.item(roff.bold(name), [text])


def _examples() -> Iterator[str]:
    for does, line in (
        ('The cloud that is built in:', 'nova-mv --os-cloud sandbox server-list'),
        ('What a cloud speaks:', 'nova-mv --os-cloud mycloud version-list'),
        (
            'The versions that take a command line:',
            'nova-mv version-requires -- server-volume-attach --tag root web-1 backup',
        ),
    ):
        yield from roff.paragraph(does)
        yield from roff.literal([line])
