"""Changes of commands, options and their values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypedDict

from novaclient_mv import errors, resources
from novaclient_mv.cli.reading import commands, replacements, tree, window
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import PROGRAMS
from novaclient_mv.knowledge import lint, spans
from novaclient_mv.knowledge.changelog import ADDED, CHANGED, REMOVED
from novaclient_mv.knowledge.lint import lines
from novaclient_mv.knowledge.lint.client_calls import OPENSTACK, ClientCall
from novaclient_mv.resources import Field
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion


class OptionChangeForm(TypedDict):
    """The JSON form of an :class:`OptionChange`."""

    version: str
    release: str | None
    command: str
    option: str | None
    kind: str
    instead: str | None


class OptionChange(NamedTuple):
    """One change of a command, an option or a value, from a version on.

    :param option: ``None`` for the command itself; followed by a blank and the value for a value.
    :param kind: ``added``, ``changed`` or ``removed``.
    :param instead: its replacement, if there is one.
    """

    service: Service
    version: APIVersion
    command: str
    option: str | None
    kind: str
    instead: str | None = None

    def as_mapping(self) -> OptionChangeForm:
        return {
            'version': str(self.version),
            'release': spans.release_of(self.version, self.service),
            'command': self.command,
            'option': self.option,
            'kind': self.kind,
            'instead': self.instead,
        }

    def __str__(self) -> str:
        text = f'{self.command} {self.option or ""}'.strip()
        instead = f'; use {self.instead} instead' if self.instead else ''
        return f'{text}: {self.kind}{instead}'


class OptionChangeRow(resources.Resource):
    """A change of a command, an option or a value as a row of a table."""

    fields = tuple(map(Field, OptionChangeForm.__annotations__))


class Use(NamedTuple):
    """A command in a script, with the words of its line."""

    command: str
    service: Service
    words: tuple[str, ...]

    def has(self, change: OptionChange) -> bool:
        """Whether a change affects it; those of positionals always do."""
        if change.command != self.command or change.option is None:
            return change.command == self.command
        option, _, value = change.option.partition(' ')
        is_there = option.startswith('<') or any(_may_be(word, option) for word in self.words)
        values = (word.partition('=')[2] or word for word in self.words)
        return is_there and (not value or value in values)


def _may_be(word: str, option: str) -> bool:
    """Whether a word is an option, or the beginning of it."""
    flag = word.partition('=')[0].replace('_', '-')
    return flag == option or (len(flag) > 2 and flag.startswith('--') and option.startswith(flag))


def uses_in(text: str, name: str = '') -> list[Use]:
    """The commands in a script with their words, as the linter reads it.

    :param name: of the file.
    :raises CommandError: it is not valid YAML.
    """
    reader = lines.LineReader()
    calls = [call for reading in lint.readings(text, name) for call in reading.calls]
    uses: list[Use] = []
    for call in calls:
        if call.program == OPENSTACK:
            uses += _uses_of_openstack(call)
            continue
        line = reader.read(call) if call.program in PROGRAMS else None
        if line is not None and line.command is not None:
            words = tuple(token.text for token in call.words)
            uses.append(Use(line.command, line.service, words))
    return uses


def _uses_of_openstack(call: ClientCall) -> Iterator[Use]:
    """Our commands for a call of ``openstack``, if they are known."""
    # Its table is read for such calls only.
    from novaclient_mv.knowledge.lint import openstack_calls
    from novaclient_mv.knowledge.openstack import translation

    try:
        line = openstack_calls.line_of(call)
    except (errors.CommandError, openstack_calls.NotKnown):
        return
    for name, *words in translation.of_line(line._replace(settings=(), output=())).lines:
        command = commands.find(name)
        yield Use(command.name, command.service, tuple(words))


def between(
    service: Service, start: APIVersion, end: APIVersion, names: Iterable[str] | None = None
) -> list[OptionChange]:
    """Return the changes above one version, up to another, by version and command.

    :param names: of the commands that count, by default all; those of other services are ignored.
    :param end: may be below ``start``: then what was added is removed.
    """
    if end < start:
        opposite = {ADDED: REMOVED, REMOVED: ADDED, CHANGED: CHANGED}
        return [
            change._replace(kind=opposite[change.kind], instead=None)
            for change in between(service, end, start, names)
        ]
    every = commands.commands_of([service]) if names is None else map(commands.find, sorted(names))
    changes = [
        change
        for command in every
        if command.service == service
        for change in _of_command(command, start, end)
    ]
    return sorted(changes, key=lambda change: change.version)


def net(changes: Iterable[OptionChange]) -> list[OptionChange]:
    """Return the changes without what was added and removed again."""
    by_subject: dict[tuple[str, str | None], list[OptionChange]] = {}
    for change in changes:
        by_subject.setdefault((change.command, change.option), []).append(change)
    remaining: list[OptionChange] = []
    for several in by_subject.values():
        first, last = several[0], several[-1]
        is_back = {first.kind, last.kind} == {ADDED, REMOVED}
        if not is_back:
            remaining.append(first._replace(version=last.version) if first.kind == ADDED else last)
    return sorted(remaining, key=lambda change: change.version)


class _Form(NamedTuple):
    """An argument as a user sees it at one version, with its choices."""

    is_required: bool
    shape: str
    values: frozenset[str]


def _of_command(command: Command, start: APIVersion, end: APIVersion) -> Iterator[OptionChange]:
    """Yield the changes of a command, by version."""
    for before, after in itertools.pairwise(window.epochs(command)):
        if start < after.start <= end:
            old, new = _forms_at(command, before.start), _forms_at(command, after.start)
            for option, kind in _differences(old, new):
                instead = None
                if kind == REMOVED and option is None:
                    instead = replacements.of_command(command.name)
                elif kind == REMOVED and option is not None:
                    instead = replacements.of_option(command.name, option)
                at = command.service, after.start, command.name
                yield OptionChange(*at, option, kind, instead)


def _forms_at(command: Command, version: APIVersion) -> dict[str, _Form] | None:
    """The arguments of a command at a version, by name; ``None`` where it lacks the command."""
    if not any(version in span for span in command.ranges):
        return None
    return {
        argument.name: _form_of(argument)
        for argument, span in tree.every_argument(command)
        if version in span and not argument.is_hidden
    }


def _form_of(argument: Argument) -> _Form:
    options = argument.options
    kind = options.get('type')
    values = options.get('choices') or getattr(kind, 'words', None) or ()
    facts = {} if values or isinstance(kind, type) else getattr(kind, '__dict__', {})
    shape = (options.get('action'), options.get('nargs'), options.get('metavar'), facts)
    # Only the help says which keys a value takes.
    return _Form(
        bool(options.get('required')),
        repr(shape) + (argument.help if facts else ''),
        frozenset(map(str, values)),
    )


def _differences(
    old: Mapping[str, _Form] | None, new: Mapping[str, _Form] | None
) -> Iterator[tuple[str | None, str]]:
    """Yield options with the kinds of their changes; ``None`` is the command itself."""
    if old is None or new is None:
        if old is not new:
            yield None, ADDED if old is None else REMOVED
        return
    for option in dict.fromkeys((*old, *new)):
        if option not in new or option not in old:
            yield option, REMOVED if option in old else ADDED
            continue
        before, after = old[option], new[option]
        if before._replace(values=frozenset()) != after._replace(values=frozenset()):
            yield option, CHANGED
        if bool(before.values) == bool(after.values):
            for value in sorted(before.values ^ after.values):
                yield f'{option} {value}', ADDED if value in after.values else REMOVED
