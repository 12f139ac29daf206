"""Understands refused lines as lines of ``openstack``, or as commands of several words.

A line whose first word is a command is one of that; with an option that the command never has it is
a line of ``openstack``, if all of it is.
"""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import OPENSTACK, Token, Tokens
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.knowledge.openstack.table import OpenStackCommand

_HELP = ('-h', '--help', '--show-availability')
_OURS = (*_HELP, '--quiet')
_SECRET = ('pass', 'token', 'secret')


class Meaning(NamedTuple):
    """Our lines for a line, in the order to run them, and the differences."""

    lines: list[list[str]]
    warnings: Sequence[str] = ()

    def tell(self, environment: Environment, is_quiet: bool) -> None:
        """Tell a person our lines, and anybody the differences."""
        if is_quiet:
            return
        if environment.is_terminal and environment.is_error_terminal:
            line = ' && '.join(f'nova-mv {shlex.join(_masked(words))}' for words in self.lines)
            environment.stderr.tell(f'this runs: {line}')
        for warning in self.warnings:
            environment.stderr.tell(warning)


VersionOf = Callable[[Service], APIVersion | None]
"""Tells the version of a service that a run uses; ``None`` where that is not known."""


def meanings(tokens: Tokens, version_of: VersionOf = lambda service: None) -> Iterator[Meaning]:
    """The meanings of a refused line: as one of ``openstack``, then as one of ours."""
    name = tokens.name
    if name == OPENSTACK:
        yield _of_program(tokens, version_of)
        return
    if name is None or '-' in name or tokens.fault or not tokens.following():
        return
    reason: str | None = None
    try:
        meaning, reason = _of_openstack(tokens, version_of)
        if meaning is not None:
            yield meaning
    except errors.CommandError:
        # Its program refuses it, too; with our options it may be ours.
        pass
    ours = commands.multiword_command(name, tokens.following())
    if ours is not None:
        before, after = _around(tokens)
        rest = after[len(ours.name.split()) - 1 :]
        yield Meaning([[*before, ours.candidates[0], *(word.text for word in rest)]])
    if reason is not None:
        raise errors.CommandError(reason)


def read_meaning(
    tokens: Tokens,
    environment: Environment,
    refusal: errors.UnknownName,
    auth_options: read.AuthOptions,
    version_of: VersionOf,
) -> tuple[Meaning, list[Invocation]]:
    """The first accepted meaning of a refused line, with the invocations of its lines."""
    refusals: list[errors.CommandError] = []
    try:
        for meaning in meanings(tokens, version_of):
            try:
                first = read.read(meaning.lines[0], environment, auth_options)
                is_shown = first.output.shown_format == 'table'
                silent = environment if is_shown else environment.with_output(io.StringIO())
                rest = [read.read(line, silent, auth_options) for line in meaning.lines[1:]]
                return _with_repeated(meaning, first, tokens), [first, *rest]
            except errors.CommandError as error:
                refusals.append(error)
    except errors.CommandError as error:
        refusals.insert(0, error)
    # An option of a command of ours is no line of openstack, unless all of it is.
    if refusal.kind == 'option' or not refusals:
        raise _with_beginnings(refusal, tokens)
    raise refusals[0]


def _with_repeated(meaning: Meaning, first: Invocation, tokens: Tokens) -> Meaning:
    """A meaning with warnings of repeated options, of which our lines have the last value only."""
    flags = [word.flag for word in tokens.around if word.flag]
    if first.line is None or len({*flags}) == len(flags):
        return meaning
    from novaclient_mv.cli.reading import repetition

    lines = repetition.lines(first.line, tokens.around)
    return meaning._replace(warnings=[*meaning.warnings, *lines])


def _with_beginnings(refusal: errors.UnknownName, tokens: Tokens) -> errors.UnknownName:
    """The refusal, with commands of ``openstack`` that begin with the words if none here does."""
    from novaclient_mv.knowledge.openstack import table

    words = [tokens.name or '', *tokens.following()]
    # A word alone may be one of ours, or the plural of one.
    beginning = '-'.join(words) if words[1:] else ''
    if refusal.kind == 'option' or any(name.startswith(beginning) for name in refusal.candidates):
        return refusal
    begun = table.begun_by(words)
    return errors.UnknownName('command', ' '.join(words), begun) if begun else refusal


def lines_of(words: Sequence[str], auth_options: read.AuthOptions) -> list[CommandLine]:
    """Parse a command line, or our lines for a line of ``openstack`` that would be refused."""
    surroundings = Environment(variables={})
    try:
        return [read.line_of(words, surroundings, auth_options)]
    except errors.UnknownName as error:
        meaning = None
        if error.kind in ('command', 'option'):
            meaning = next(meanings(read.split(words)), None)
        if meaning is None:
            raise
    return [read.line_of(line, surroundings, auth_options) for line in meaning.lines]


def command_names(words: Sequence[str]) -> list[str]:
    """The names of our commands for one of ``openstack``."""
    from novaclient_mv.knowledge.openstack import lines, table

    try:
        name, rest = lines.command_of(words)
        command = None if rest else table.command(name)
    except (errors.CommandError, KeyError):
        return []
    return [] if command is None else _names_in(command)


def _names_in(command: OpenStackCommand) -> list[str]:
    texts = (
        entry if isinstance(entry, str) else entry['line']
        for entry in (command.rule or {}).get('lines', ())
    )
    return list(dict.fromkeys(text.split()[0] for text in texts))


def _around(tokens: Tokens) -> tuple[list[str], tuple[Token, ...]]:
    """The global options before a command, and all words behind it."""
    place = tokens.before
    return [word.text for word in tokens.around[:place]], tokens.around[place:]


def _of_program(tokens: Tokens, version_of: VersionOf) -> Meaning:
    """The meaning of a line that begins with ``openstack``."""
    line = read.split([word.text for word in tokens.around])
    if line.fault is not None:
        raise line.fault
    if line.name is None:
        return Meaning([[word.text for word in line.around]])
    meaning, reason = _of_openstack(line, version_of)
    if meaning is None:
        raise errors.CommandError(reason or '')
    return meaning


def _of_openstack(tokens: Tokens, version_of: VersionOf) -> tuple[Meaning | None, str | None]:
    """The meaning of a line of ``openstack``, or why it has none here."""
    from novaclient_mv.knowledge.openstack import lines, table, translation

    before, after = _around(tokens)
    words = [tokens.name or '', *tokens.following()]
    name, _ = lines.command_of(words)
    try:
        command = table.command(name)
    except KeyError:
        return None, translation.translate(words).missing
    theirs = {
        flag
        for option in (*command.options, *command.output, *table.global_options())
        for flag in option.flags
    }
    rest, ours = _parted(after, theirs.difference(_OURS))
    if any(word in _HELP for word in (*before, *ours)):
        pages = [[*before, name, *ours] for name in _names_in(command)]
        return (Meaning(pages), None) if pages else (None, (command.rule or {}).get('none'))
    meaning = translation.translate([words[0], *rest])
    has_end = 'up_to' in (command.rule or {})
    if has_end or translation.translate([words[0], *rest], command.service.first) != meaning:
        meaning = translation.translate([words[0], *rest], version_of(command.service))
    if meaning.missing is not None:
        return None, meaning.missing
    return Meaning([[*before, *line, *ours] for line in meaning.lines], meaning.warnings), None


def _parted(words: Iterable[Token], theirs: set[str]) -> tuple[list[str], list[str]]:
    """The words that ``openstack`` understands, and those of options that only this program has."""
    table = OptionTable()
    rest: list[str] = []
    ours: list[str] = []
    is_value = False
    for word in words:
        flag = word.dashed_flag
        option = table.by_flag.get(flag)
        is_ours = flag not in theirs and (option is not None or flag == '--dry-run')
        if is_value or is_ours:
            ours.append(word.text)
        else:
            rest.append(word.text)
        is_value = is_ours and option is not None and option.takes_word and word.value is None
    return rest, ours


def _masked(words: Sequence[str]) -> Iterator[str]:
    """The words of a line, with values of secrets masked."""
    is_secret = False
    for text in words:
        flag, sign, _ = text.partition('=')
        has_secret = flag.startswith('--') and any(part in flag for part in _SECRET)
        yield '***' if is_secret else f'{flag}=***' if has_secret and sign else text
        is_secret = has_secret and not sign
