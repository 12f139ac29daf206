"""Candidates for the word at the cursor: commands, options, choices, names."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from novaclient_mv import errors, versions
from novaclient_mv.cli.completing import named_resources
from novaclient_mv.cli.completing.typed_line import Expected, TypedLine
from novaclient_mv.cli.reading import aliases, checked_output, columns, declarations, index, types
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.cli.reading.types import services
from novaclient_mv.clouds.global_option import OUTPUT
from novaclient_mv.clouds.settings import ALL, SANDBOX
from novaclient_mv.clouds.shortcuts import Shortcuts
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple

if TYPE_CHECKING:
    from novaclient_mv.cli.completing.remembered_names import RememberedNames

HELP = 'help'
_TAKES_COLUMN = ('<column>', '<field>', '<fields>')
_REPEATABLE = ('append', 'extend', 'count')


class Candidate(NamedTuple):
    """A word that may be at the cursor, and a line about it."""

    word: str
    description: str = ''


class Answer(NamedTuple):
    """The words that may stand at the cursor; with ``takes_file`` also those that a shell finds."""

    candidates: tuple[Candidate, ...] = ()
    takes_file: bool = False


def of(line: TypedLine, names: RememberedNames) -> Answer:
    """The words that complete a line."""
    if line.expected is not None and _is_file(line.expected):
        return Answer(takes_file=True)
    if line.expected is not None:
        candidates = _values(line, line.expected, names)
    elif line.text.startswith('-') and line.takes_option:
        candidates = _flags(line)
    elif line.operands and line.command is None:
        candidates = _multiword_commands(line.operands)
    elif line.command is None and line.takes_option:
        candidates = _commands(line, names)
    else:
        candidates = iter(())
    words = {
        candidate.word: candidate._replace(word=line.prefix + candidate.word)
        for candidate in candidates
        if candidate.word.startswith(line.text)
    }
    return Answer(tuple(words.values()))


def _is_file(expected: Expected) -> bool:
    is_of_a_file = isinstance(expected.type, type) and issubclass(expected.type, types.File)
    return is_of_a_file or expected.metavar == '<file>'


# -- commands and options --


def _commands(line: TypedLine, names: RememberedNames) -> Iterator[Candidate]:
    _, rows = index.overview()
    services = {row.service.name: row.service for row in rows}
    named_versions = {name: names.named_version(service) for name, service in services.items()}
    for row in rows:
        named = named_versions[row.service.name]
        if named is None or any(named in span for span in row.ranges):
            yield Candidate(row.name, row.summary)
    yield from _user_aliases(names)
    if line.text:
        for alias, name in aliases.ALIASES.items():
            yield Candidate(alias, f'The same as {name}.')


def _user_aliases(names: RememberedNames) -> Iterator[Candidate]:
    own = Shortcuts(names.environment)
    if own.is_there():
        with contextlib.suppress(errors.CommandError):
            for name, line in own.aliases().items():
                yield Candidate(name, line)


def _views(line: TypedLine, names: RememberedNames) -> Iterator[Candidate]:
    own = Shortcuts(names.environment)
    if line.command is None or not own.is_there():
        return
    is_own = line.command.name in ('view-save', 'view-delete')
    name = line.operands[0] if is_own and line.operands else line.command.name
    with contextlib.suppress(errors.CommandError):
        command = aliases.ALIASES.get(name, name)
        yield from (Candidate(*view) for view in own.views().get(command, {}).items())


def _multiword_commands(words: Sequence[str]) -> Iterator[Candidate]:
    """The words that follow some in the names of commands of ``openstack``."""
    from novaclient_mv.knowledge.openstack import table

    texts = [*words[1:]] if words[0] == OPENSTACK else [*words]
    for name in table.begun_by(texts):
        following = name.split()[len(texts) :]
        yield Candidate(following[0], '' if following[1:] else f'As in openstack {name}.')


def _of_help(line: TypedLine, names: RememberedNames) -> Iterator[Candidate]:
    """The words of ``help``: commands, topics, and that for the options of all commands."""
    if line.operands:
        yield from _multiword_commands(line.operands)
        return
    from novaclient_mv.cli.showing import help_pages, topics

    yield from _commands(line, names)
    for topic in topics.TOPICS:
        yield Candidate(topic.words[0], f'Commands about {topic.title}.')
    yield Candidate(help_pages.OPTIONS, 'The options of all commands.')


def _flags(line: TypedLine) -> Iterator[Candidate]:
    """The options that may still be given, those of the command first.

    Before anything but dashes is typed, the global ones are those about the output.
    """
    given_flags = set(line.flags)
    groups = {
        argument.group
        for argument in line.arguments
        if argument.group and not given_flags.isdisjoint(argument.flags)
    }
    for argument in line.arguments:
        if not argument.is_positional and _may_follow(argument, given_flags, groups):
            yield from _spellings(argument.flags, argument.help, line.text)
            if argument.is_joined:
                for choice in argument.options.get('choices') or ():
                    yield Candidate(f'{argument.name}={choice}', argument.help)
    is_all = bool(line.text.strip('-')) or line.command is None
    left_out = (
        () if line.command is None or checked_output.can_be_watched(line.command) else ('watch',)
    )
    for option in line.table.options:
        if option.dest in left_out:
            continue
        may_repeat = option.kind == 'list' or given_flags.isdisjoint(option.flags)
        if not option.is_hidden and may_repeat and (is_all or option.section == OUTPUT):
            yield from _spellings(option.flags, option.help, line.text)


def _may_follow(argument: Argument, given_flags: set[str], groups: set[str]) -> bool:
    if str(argument.options.get('action', '')).startswith(_REPEATABLE):
        return True
    return given_flags.isdisjoint(argument.flags) and argument.group not in groups


def _spellings(flags: Iterable[str], help: str, typed: str) -> Iterator[Candidate]:
    """The long flags of an option, and short ones where no second dash is typed."""
    for flag in flags:
        if flag.startswith('--') or (len(typed) == 2 and typed != '--'):
            yield Candidate(flag, help)


# -- values --


def _values(line: TypedLine, expected: Expected, names: RememberedNames) -> Iterator[Candidate]:
    """The values of an option or an argument, as far as they are known."""
    if expected.choices:
        own = declarations.declared(line.command.function, 'formats') if line.command else None
        yield from map(Candidate, expected.choices)
        if expected.name == '-f' and own:
            yield from (Candidate(name, text) for name, text in own.items())
    elif isinstance(expected.type, types.OneOf):
        yield from map(Candidate, expected.type.words)
    elif expected.type is types.boolean:
        yield from map(Candidate, ('true', 'false'))
    elif expected.type is services.microversioned:
        yield from (Candidate(service.name, service.title) for service in SERVICES)
    elif isinstance(expected.type, types.Keyed):
        yield from _pairs(expected.type, line.text)
    else:
        yield from _named(line, expected, names)


def _named(line: TypedLine, expected: Expected, names: RememberedNames) -> Iterator[Candidate]:
    """The names that a value may be: of commands, columns, clouds, resources and so on."""
    if expected.metavar == '<command>':
        yield from (_of_help if expected.command == HELP else _commands)(line, names)
    elif expected.metavar == '<alias>' and expected.command != 'alias-set':
        yield from _user_aliases(names)
    elif expected.metavar == '<view>':
        yield from _views(line, names)
    elif expected.metavar in _TAKES_COLUMN:
        yield from _columns(line)
    elif not expected.command:
        yield from _global_values(expected, line.text, names)
    else:
        kind = named_resources.kind_of(expected)
        if kind is not None:
            rows = names.resources(kind, line.text)
            yield from (
                candidate
                for candidate in _resources(rows, line.text)
                if candidate.word not in line.operands
            )


def _global_values(expected: Expected, typed: str, names: RememberedNames) -> Iterator[Candidate]:
    if expected.dest == 'os_cloud':
        yield from _listed((*names.clouds(), SANDBOX, ALL), typed)
    elif expected.dest == 'os_region_name':
        yield from _listed((*names.regions(), ALL), typed)
    for service in SERVICES:
        if expected.dest == service.version_dest:
            yield from map(Candidate, _versions(service))


def _listed(texts: Sequence[str], typed: str) -> Iterator[Candidate]:
    """Texts of which several may be given, separated by commas; ``all`` only alone."""
    before, comma, _ = typed.rpartition(',')
    named = before.split(',')
    for text in texts:
        if text not in named and not (comma and text == ALL):
            yield Candidate(f'{before}{comma}{text}')


def _versions(service: Service) -> Iterator[str]:
    """All words that name a version of a service."""
    yield from (str(service.latest), versions.COMMON, 'None')
    yield from map(str.lower, service.releases.names())
    first, last = service.range.start, service.range.end
    for minor in range(int(first.ver_minor), int(last.ver_minor) + 1):
        yield f'{first.ver_major}.{minor}'


def _columns(line: TypedLine) -> Iterator[Candidate]:
    fields = columns.fields_of(line.command.function) if line.command else None
    before, comma, _ = line.text.rpartition(',')
    for field in fields or ():
        yield Candidate(f'{before}{comma}{field.key}', field.title)


def _pairs(keyed: types.Keyed, typed: str) -> Iterator[Candidate]:
    """The keys that may follow in a value of pairs, or the values of the last one."""
    before, comma, pair = typed.rpartition(',')
    key, sign, _ = pair.partition('=')
    if sign:
        for value in keyed.keys.get(key, ()):
            yield Candidate(f'{before}{comma}{key}={value}')
        return
    given_keys = {part.partition('=')[0] for part in before.split(',')}
    for key in keyed.keys:
        if key not in given_keys:
            yield Candidate(f'{before}{comma}{key}=')
    if not comma:
        yield from map(Candidate, keyed.alternatives)


def _resources(rows: Sequence[tuple[str, str]], typed: str) -> Iterator[Candidate]:
    """The names of resources, and the ids of those whose name says too little, or would be read as
    an option; all ids where what is typed begins one, and no name.
    """
    names = [name for name, _ in rows]
    begins_name = any(name.startswith(typed) for name in names)
    for name, id in rows:
        is_clear = name.isprintable() and name[:1] not in ('', '-') and names.count(name) == 1
        if is_clear and (begins_name or not id):
            yield Candidate(name, id)
        elif id:
            yield Candidate(id, name if name.isprintable() else '')
