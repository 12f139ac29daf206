"""The calls of clients in a script, each with the versions that are named for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv.knowledge.lint import others, pins, python_programs
from novaclient_mv.knowledge.lint.comments import Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment
from novaclient_mv.knowledge.lint.pins import Pin
from novaclient_mv.knowledge.lint.python_programs import Run
from novaclient_mv.knowledge.lint.shell_scripts import commands_of, substitutions_of
from novaclient_mv.knowledge.lint.shell_words import Assignment, Commands, SimpleCommand
from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token, Variables
from novaclient_mv.services import SERVICES, Service

NOVA, NOVA_MV, OPENSTACK, CURL = CLIENTS = ('nova', 'nova-mv', 'openstack', 'curl')

_MOST_SCRIPTS = 8
"""Scripts that scripts start are followed to this depth."""


@dataclasses.dataclass(frozen=True)
class ClientCall:
    """A call of a client.

    :param words: those behind its name, without options that name a version.
    :param own: versions that its own variables, headers and options name, in this order.
    :param around: versions that variables of the script name, by service.
    :param is_open: whether further words are added to it, as ``xargs`` does.
    :param service: the service that it calls, where its program tells.
    :param command: the command of the script that makes it.
    """

    program: str
    offset: int
    words: tuple[Token, ...]
    own: tuple[Pin, ...]
    around: dict[str, Pin]
    is_open: bool
    service: Service | None = None
    command: SimpleCommand | None = None

    def pin(self, service: str) -> Pin | None:
        """The version of a service that is named for it: the last one, or that of the script."""
        named = [pin for pin in self.own if pin.service.name == service]
        return named[-1] if named else self.around.get(service)

    def heeds_pin(self, service: Service) -> bool:
        """Whether a pin of the user decides its version, as the script names none."""
        pin = self.pin(service.name)
        return self.program == NOVA_MV and (pin is None or pin.text == '')


class Reading:
    """The calls of a script, and the versions that it names.

    :param environment: versions of variables that are set around it.
    :ivar places: the offsets of its characters in the file.
    :ivar unread: the offsets behind which it nests too deeply to be read.
    :ivar ignoring: the comments by which findings are ignored.
    """

    def __init__(self, script: Fragment, environment: Iterable[Pin] = ()) -> None:
        self.places = script.offsets
        self.calls: list[ClientCall] = []
        self.pins: list[Pin] = list(environment)
        self.unread: list[int] = []
        self.ignoring: list[Ignoring] = []
        self._read(script, None, {pin.service.name: pin for pin in self.pins}, 0)

    def _read(
        self, script: Fragment, around: Variables | None, named: dict[str, Pin], depth: int
    ) -> None:
        commands, functions, unread, comments = commands_of(script)
        substituted = list(_substituted(commands))
        self.ignoring += [*comments, *(one for inner in substituted for one in inner.comments)]
        commands += [command for inner in substituted for command in inner.commands]
        commands.sort(key=lambda command: command.offset)
        self.unread += [*unread, *(place for inner in substituted for place in inner.unread)]
        variables = Variables(commands, around, len(script.text))
        state = _NamedVersions(commands, variables, named, len(functions) > 0)
        for command in commands:
            self.pins += state.after(command)
            tokens = variables.tokens(command.words)
            run = python_programs.run_of(tokens)
            if run is not None:
                self._call(run, command, state.current(run, functions), variables)
            elif tokens and (named_by := others.of_variable(tokens[0].source.text)) is not None:
                name, service = named_by
                self.calls.append(
                    ClientCall(f'${name}', tokens[0].offset, (), (), {}, True, service)
                )
            token = None if run is None else python_programs.inner_script(run)
            scripts = [] if token is None else [token.source]
            if command.documents and _is_fed(command):
                scripts += (document.fragment for document in command.documents)
            for inner in scripts:
                if depth < _MOST_SCRIPTS:
                    self._read(inner, variables, state.current(run, functions), depth + 1)
                else:
                    self.unread.append(inner.offset(0))

    def _call(
        self, run: Run, command: SimpleCommand, around: dict[str, Pin], variables: Variables
    ) -> None:
        service = self._service_of_other(run, command)
        if run.name not in CLIENTS and service is None:
            return
        own = [
            (assignment.name, _text(assignment, variables), assignment.offset)
            for assignment in command.assignments
        ]
        own += [
            (name, None if UNKNOWN in text else text, token.offset)
            for name, text, token in run.variables
        ]
        named = [pin for one in own if (pin := pins.variable(*one)) is not None]
        if run.name in others.WEB:
            words, named = list(run.words), list(pins.headers_of(run.words))
        else:
            options, words = pins.options_of(run.words)
            named += options
        named = [pin._replace(takes_releases=run.name == NOVA_MV) for pin in named]
        self.calls.append(
            ClientCall(
                *(run.name, run.token.offset, tuple(words), tuple(named), around, run.is_open),
                *(service, command),
            )
        )

    def _service_of_other(self, run: Run, command: SimpleCommand) -> Service | None:
        """The service that another program calls, if it is known."""
        if run.name in others.WEB:
            versioned = [pin.service for pin in pins.headers_of(run.words)]
            return versioned[0] if versioned else others.of_request(run.words)
        texts = [token.text for token in run.words]
        texts += [document.fragment.text for document in command.documents]
        return others.CLIENTS.get(run.name) or others.of_python(run.name, texts)


class _NamedVersions:
    """Versions that variables of a script name; unknown if set several times under conditions."""

    def __init__(
        self,
        commands: Sequence[SimpleCommand],
        variables: Variables,
        named: dict[str, Pin],
        has_functions: bool,
    ) -> None:
        self._variables = variables
        self._named = dict(named)
        setting = [command for command in commands if _exported(command)]
        self._is_clear = all(command.level == 0 for command in setting) and (
            len(setting) < 2 or not has_functions
        )

    def after(self, command: SimpleCommand) -> list[Pin]:
        """Take note of a command, and return the versions that it names for later ones."""
        named: list[Pin] = []
        for assignment in _exported(command):
            text = None if assignment.is_array else _text(assignment, self._variables)
            pin = pins.variable(assignment.name, text, assignment.offset)
            if pin is not None:
                named.append(pin)
                clear = pin if self._is_clear else pin._replace(text=None)
                self._named[pin.service.name] = clear
        if command.words and command.words[0].bare == 'unset':
            for word in command.words[1:]:
                pin = pins.variable(word.literal or '', '', word.offset)
                if pin is not None:
                    self._named[pin.service.name] = pin
        return named

    def current(self, run: Run | None, functions: set[str]) -> dict[str, Pin]:
        """The versions that are named for a program here; unknown for a function of the script."""
        if run is not None and run.name in functions:
            return {
                service.name: Pin(service, None, service.version_variable, run.token.offset)
                for service in SERVICES
            }
        return dict(self._named)


def _exported(command: SimpleCommand) -> list[Assignment]:
    """The variables of versions that a command sets for later ones."""
    declares = bool(command.words) and command.words[0].offset < min(
        (assignment.offset for assignment in command.assignments), default=0
    )
    if command.words and not declares:
        return []
    return [
        assignment
        for assignment in command.assignments
        if pins.variable(assignment.name, None, 0) is not None
    ]


def _text(assignment: Assignment, variables: Variables) -> str | None:
    if assignment.values is None or len(assignment.values) != 1:
        return None
    return variables.text_of(assignment.values[0])


def _substituted(commands: Iterable[SimpleCommand]) -> Iterator[Commands]:
    """The commands that are substituted in here-documents which no shell reads."""
    for command in commands:
        documents = [document for document in command.documents if not document.is_literal]
        if documents and not _is_fed(command):
            yield from (substitutions_of(document.fragment) for document in documents)


def _is_fed(command: SimpleCommand) -> bool:
    """Whether a shell runs the here-documents of a command."""
    literal = Variables(())
    run = python_programs.run_of(literal.tokens(command.words))
    if run is not None and python_programs.reads_script(run):
        return True
    if run is None or run.name != 'cat' or run.words or command.feeds is None:
        return False
    behind = python_programs.run_of(literal.tokens(command.feeds.words))
    return behind is not None and python_programs.reads_script(behind)
