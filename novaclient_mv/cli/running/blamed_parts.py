"""Finds the options of a command line that require a policy rule of their own."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from novaclient_mv.cli.reading import declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.tokenizer import Token, token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import example_lines, permission_requests
from novaclient_mv.knowledge import command_lines
from novaclient_mv.policies import requests
from novaclient_mv.policies.facts import ALWAYS, Condition, Release
from novaclient_mv.services import policy_releases
from novaclient_mv.versions import APIVersion

_MOST_TOGETHER = 2
"""Options that bring one rule together, as ``--host`` and ``--hypervisor-hostname`` do."""


def _has(asked: Mapping[str, Condition], condition: Condition) -> bool:
    """Whether a rule is asked, or another one for the same reason, as of a list without details."""
    return condition.rule in asked or any(
        other.when == condition.when != ALWAYS for other in asked.values()
    )


class BlamedParts:
    """Finds options that require a rule, by a comparison without them; nothing is sent."""

    def __init__(
        self, line: CommandLine, version: APIVersion, release: Release, project: Mapping[str, str]
    ) -> None:
        self._line = line
        self._version = version
        self._release = release
        self._project = project
        self._writes = bool(declarations.declared(line.command.function, 'writes'))
        self._operations: set[str] = set()
        self._policies = policy_releases.policies_of(line.service)

    def bringing(self, rule: str) -> tuple[str, ...]:
        """The options that require a rule; none where the command itself does."""
        conditions = self._asked(self._line) or {}
        if rule in conditions:
            parts = self._removable()
            most = 1 if conditions[rule].when == ALWAYS else _MOST_TOGETHER
            for count in range(1, most + 1):
                together = [*itertools.combinations(parts, count)]
                blamed = [names for names in together if self._is_gone(rule, names, conditions)]
                if blamed:
                    return tuple(dict.fromkeys(itertools.chain.from_iterable(blamed)))
        return ()

    def _is_gone(
        self, rule: str, parts: Sequence[str], conditions: Mapping[str, Condition]
    ) -> bool:
        """Whether a line would not ask a rule without some of its parts."""
        line = self._without(parts)
        without = self._asked(line)
        if without is None and len(parts) == 1 and conditions[rule].when != ALWAYS:
            # Without them there is nothing to do: something else takes their place.
            others = map(line.with_tokens, self._with_another(line, parts))
            without = next((asked for asked in map(self._asked, others) if asked is not None), None)
            if without is None:
                return len(self._removable()) == 1
        if without is None or _has(without, conditions[rule]):
            return False
        # A list without details asks one rule in place of another, which it does not bring.
        return conditions[rule].when != ALWAYS or without.keys() <= conditions.keys()

    def _with_another(self, line: CommandLine, parts: Sequence[str]) -> Iterator[list[Token]]:
        """The words of a line with each other option of its command, which has some value."""
        for argument in tree.arguments_at(line.command, self._version) or ():
            if not argument.is_needed and argument.name not in parts and not self._places(argument):
                words = example_lines.words_for([argument]) or []
                yield [*line.tokens, *map(token, words)]

    def _asked(self, line: CommandLine) -> dict[str, Condition] | None:
        """The rules that a line asks; ``None`` where it would be refused before, or do nothing."""
        is_whole = line is self._line
        incomplete = None if line.accepts(self._version) else command_lines.incomplete(line)
        if incomplete is not None:
            line = example_lines.completed(line, incomplete.missing, self._version)
        try:
            tree.check(line.command, line.arguments_at(self._version))
            sent, is_complete = permission_requests.every(line, self._version, self._project)
        except Exception:
            # What answers of nobody lead to explains nothing, and hides no refusal.
            return None
        operations = {request.operation for request in sent}
        if is_whole:
            self._operations = operations
        elif not is_complete and operations != self._operations:
            return None
        if self._writes and all(request.operation.startswith('GET ') for request in sent):
            return None
        asked: dict[str, Condition] = {}
        for request in sent:
            for condition, _ in self._conditions(request):
                asked.setdefault(condition.rule, condition)
        return asked

    def _conditions(self, request: requests.Request) -> Sequence[tuple[Condition, bool | None]]:
        if self._policies is None:
            return ()
        return requests.asked_by(request, self._release, self._policies) or ()

    @functools.cache  # noqa: B019 - one object a refusal.
    def _removable(self) -> tuple[str, ...]:
        """The options and optional arguments of the line that a version need not have."""
        present = [
            argument
            for argument in tree.arguments_at(self._line.command, self._version) or ()
            if not argument.is_needed and self._places(argument)
        ]
        own = tree.declared_arguments(self._line.command)
        return tuple(argument.name for argument in present if argument not in own)

    def _places(self, argument: Argument) -> list[int]:
        """The places of the words of an argument in the line."""
        words = self._line.tokens
        if argument.is_positional:
            value = getattr(self._line.arguments_at(self._version), argument.flags[0], None)
            places = [
                place
                for place, one in enumerate(words)
                if isinstance(value, str) and not one.flag and one.text == value
            ]
            return places[-1:]
        return [place for place, one in enumerate(words) if one.flag in argument.flags]

    def _without(self, parts: Iterable[str]) -> CommandLine:
        """The line without the words of some parts."""
        left_out = {id(one) for one in self._words_of(parts)}
        return self._line.with_tokens(one for one in self._line.tokens if id(one) not in left_out)

    def _words_of(self, parts: Iterable[str]) -> list[Token]:
        """The words of some parts, with their values."""
        by_name = {
            argument.name: argument
            for argument in tree.arguments_at(self._line.command, self._version) or ()
        }
        places = [
            number
            for argument in map(by_name.__getitem__, parts)
            for place in self._places(argument)
            for number in (place, *self._values(argument, place))
        ]
        return [self._line.tokens[place] for place in sorted(places)]

    def _values(self, argument: Argument, place: int) -> Iterator[int]:
        """The places of the values after an option."""
        words = self._line.tokens
        if argument.is_positional or not argument.takes_value or words[place].value is not None:
            return
        count = argument.options.get('nargs')
        behind = itertools.takewhile(
            lambda number: number < len(words) and not words[number].flag,
            itertools.count(place + 1),
        )
        if count in ('*', '+'):
            yield from behind
        else:
            yield from itertools.islice(behind, count if isinstance(count, int) else 1)
