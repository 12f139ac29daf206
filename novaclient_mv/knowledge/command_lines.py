"""The requirements of a command line, by its parts: command, options, values, missing arguments."""

from __future__ import annotations

import argparse
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import line_refusals, read, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.window import CommandLine, Need
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.filter_needs import FilterNeed
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.services.epochs import merged
from novaclient_mv.versions import VersionRange

_MOST_ITEMS = 64
"""Of values with more items, none is looked at alone."""

_Declared = Sequence[tuple[Argument, VersionRange]]


def requirements(
    words: Sequence[str], auth_options: read.AuthOptions = lambda settings, flag: ()
) -> Requirements:
    """Return the requirements of a command line of any service.

    A version option inside the line is a part of its text: it does not narrow the windows. Of a
    line that lacks an argument, this tells what the rest needs.

    :param words: the words after the program's name; the name may precede them.
    :param auth_options: tells the options of an auth type, which may load a library.
    :raises CommandError: the words name no command, or an option that it has at no version.
    :raises TypeError: they are one text.
    """
    if isinstance(words, str):
        raise TypeError('A command line is a list of words, not one text.')
    # What other settings say of a version is no part of the line.
    lines = multiword_commands.lines_of(words, auth_options)
    return shapes.together([of_line(line) for line in lines])


def of_line(line: CommandLine) -> Requirements:
    """Return the requirements of a command line in parsed words."""
    windows = line.windows()
    lacking = None if windows else incomplete(line)
    if lacking is not None:
        parts = Parts(line, lacking.missing)
        return Requirements(
            *(line.command.name, line.service, lacking.windows, parts.needs()),
            missing=lacking.missing,
            filters=parts.filters(),
        )
    parts = Parts(line)
    needs = parts.needs()
    conflict = None
    if not windows:
        conflict = shapes.conflict_among(needs) or str(
            line_refusals.refusal(line, line.service.range.end)
        )
    return Requirements(
        *(line.command.name, line.service, windows, needs, conflict), filters=parts.filters()
    )


class Incomplete(NamedTuple):
    """The fewest missing arguments of a command line, and the versions that take it with these."""

    windows: tuple[VersionRange, ...]
    missing: tuple[str, ...]


def incomplete(line: CommandLine) -> Incomplete | None:
    """The missing arguments of a line; ``None`` if there are none, or no version takes the rest."""
    lacking = {epoch: names for epoch in line.epochs if (names := _lacking(line, epoch))}
    if not lacking:
        return None
    fewest = min(map(len, lacking.values()))
    missing = [names for names in lacking.values() if len(names) == fewest][-1]
    alike = [epoch for epoch, names in lacking.items() if set(names) == set(missing)]
    return Incomplete(merged(alike, line.service), missing)


def _lacking(line: CommandLine, epoch: VersionRange) -> tuple[str, ...]:
    """The arguments and values that a line lacks in an epoch; none if it has other errors."""
    texts = [word.text for word in line.tokens]
    missing: list[str] = []
    while True:
        try:
            line.parse(texts, epoch.start, missing)
        except tree.UsageError as error:
            further = [name for name in error.missing if name not in missing]
            if not further:
                return ()
            missing += further
        else:
            return tuple(missing)


class Occurrence(NamedTuple):
    """An option in a line, its values, and the indexes of its tokens, values included."""

    flag: str
    values: tuple[str, ...]
    places: tuple[int, ...]


class Parts:
    """The parts of a command line, each with the versions that have it."""

    def __init__(self, line: CommandLine, missing: Sequence[str] = ()) -> None:
        self.line = line
        self.missing = missing
        self.service = line.service
        self.declared: _Declared = tree.every_argument(line.command)
        self.occurrences = tuple(self._occurrences())

    def needs(self) -> tuple[Need, ...]:
        """The parts that some versions lack."""
        command = self.line.command
        parts = [part for occurrence in self.occurrences for part in self.parts_of(occurrence)]
        whole = (command.name, command.ranges)
        return shapes.restricting(whole, [*parts, *self.left_over()], self.service)

    def filters(self) -> tuple[FilterNeed, ...]:
        """The filters of a list that are restricted to some users or versions, each option once."""
        needs = []
        for flag in dict.fromkeys(occurrence.flag for occurrence in self.occurrences):
            filters = [argument.filter for argument, _ in self.having(flag)]
            # All declarations of the option have to be the same filter.
            if filters and None not in filters and filters[-1] is not None:
                needs.append(FilterNeed(flag, filters[-1], self.service))
        return tuple(needs)

    def _occurrences(self) -> Iterator[Occurrence]:
        words = self.line.tokens
        for place, word in enumerate(words):
            having = [argument for argument, _ in self.having(word.flag)] if word.flag else []
            if not having:
                continue
            behind: list[int] = []
            if word.value is None and any(argument.takes_value for argument in having):
                is_many = any(argument.options.get('nargs') in ('+', '*') for argument in having)
                following = range(place + 1, len(words) if is_many else min(place + 2, len(words)))
                behind += itertools.takewhile(
                    lambda index: not words[index].flag and words[index].text != '--', following
                )
            values = tuple(words[index].text for index in behind)
            yield Occurrence(
                word.flag, values if word.value is None else (word.value,), (place, *behind)
            )

    def having(self, flag: str) -> _Declared:
        """The declarations of an option, each with the versions at which it is offered."""
        return [
            (argument, span)
            for argument, span in self.declared
            if flag in (*argument.flags, *argument.hidden_flags)
        ]

    # -- options and their values ------------------------------------------------------

    def parts_of(self, occurrence: Occurrence) -> Iterator[shapes.Part]:
        """An option, and what in its value some versions of it refuse."""
        yield occurrence.flag, [span for _, span in self.having(occurrence.flag)]
        for value in occurrence.values:
            for form in self.forms(occurrence.flag, value):
                yield f'{occurrence.flag} {form.text}', form.ranges

    def accepting(self, flag: str, value: str) -> list[VersionRange]:
        """The versions of an option that take a value."""
        return [span for argument, span in self.having(flag) if _takes(argument, value)]

    def forms(self, flag: str, value: str) -> list[Form]:
        """The parts of a value that restrict its option's versions: some items, or all of it."""
        accepting = self.accepting(flag, value)
        everywhere = len(self.having(flag))
        if not accepting or len(accepting) == everywhere:
            return []
        items = value.split(',')
        if len(items) > _MOST_ITEMS:
            return [Form(value, accepting)]
        restricting = [
            place
            for place in range(len(items))
            if len(items) > 1
            and len(self.accepting(flag, _without(items, {place}))) > len(accepting)
        ]
        forms = []
        for place in restricting:
            key, sign, _ = items[place].partition('=')
            rest = set(restricting) - {place}
            ranges = self.accepting(flag, _without(items, rest)) if rest else accepting
            forms.append(Form(f'...,{key}{sign}', ranges))
        return forms or [Form(value, accepting)]

    # -- what is left ------------------------------------------------------------------

    def left_over(self) -> Iterator[shapes.Part]:
        """Yield refusals of some versions that no option explains, as of positionals."""
        refusals: dict[str, list[VersionRange]] = {}
        served = self.line.command.ranges
        epochs = [
            epoch for epoch in self.line.epochs if any(epoch.start in span for span in served)
        ]
        for epoch in epochs:
            mistake = self._mistake_at(epoch)
            if mistake is not None:
                refusals.setdefault(self._label(mistake, epoch), []).append(epoch)
        for label, refusing in refusals.items():
            if len(refusing) < len(self._concerned(label, epochs)):
                rest = [epoch for epoch in self.line.epochs if epoch not in refusing]
                yield label, rest

    def _concerned(self, label: str, epochs: list[VersionRange]) -> list[VersionRange]:
        """The epochs that a mistake may be about: of an option, those that have it."""
        spans = [span for _, span in self.having(label.partition(' ')[0].rstrip(':'))]
        if not spans:
            return epochs
        return [epoch for epoch in epochs if any(epoch.start in span for span in spans)]

    def _mistake_at(self, epoch: VersionRange) -> str | None:
        """Return the error of an epoch, apart from options that it lacks."""
        dropped = {
            place
            for occurrence in self.occurrences
            if not any(
                epoch.start in span and all(_takes(argument, value) for value in occurrence.values)
                for argument, span in self.having(occurrence.flag)
            )
            for place in occurrence.places
        }
        texts = [word.text for place, word in enumerate(self.line.tokens) if place not in dropped]
        try:
            self.line.parse(texts, epoch.start, self.missing)
        except tree.UsageError as error:
            return str(error).rstrip('.')
        return None

    def _label(self, mistake: str, epoch: VersionRange) -> str:
        """Return the name of the part that an epoch refuses."""
        command = self.line.command.name
        if mistake.startswith(f'{command} requires '):
            return f'{command} without {mistake.removeprefix(f"{command} requires ")}'
        if unexpected := re.match('Unexpected arguments?: ', mistake):
            return mistake[unexpected.end() :]
        name = re.match(r'\S+(?=: )', mistake)
        for argument in tree.arguments_at(self.line.command, epoch.start) or []:
            names = (argument.name, argument.dest, *argument.flags)
            if argument.is_positional and name is not None and name[0] in names:
                return self._refused_word(argument, mistake)
        return mistake

    def _refused_word(self, argument: Argument, mistake: str) -> str:
        """The word that an argument without a flag refuses; the mistake where that is not clear."""
        refused = [word for word in self._alone() if not _takes(argument, word)]
        # Messages quote the value that they are about.
        quoted = [word for word in refused if repr(word) in mistake]
        return (quoted or refused or [argument.name])[0]

    def _alone(self) -> list[str]:
        """The words that belong to no option."""
        places = {place for occurrence in self.occurrences for place in occurrence.places}
        return [
            word.text
            for place, word in enumerate(self.line.tokens)
            if place not in places and not word.flag and word.text != '--'
        ]


class Form(NamedTuple):
    """A part of a value, and the versions that take it."""

    text: str
    ranges: Sequence[VersionRange]


def _without(items: Sequence[str], places: set[int]) -> str:
    return ','.join(item for place, item in enumerate(items) if place not in places)


def _takes(argument: Argument, value: str) -> bool:
    """Whether an argument takes a value, by its type and its choices."""
    convert: Callable[[str], object] = argument.options.get('type') or str
    choices = argument.options.get('choices')
    try:
        converted = convert(value)
    except (argparse.ArgumentTypeError, TypeError, ValueError, errors.CommandError):
        return False
    return choices is None or converted in choices
