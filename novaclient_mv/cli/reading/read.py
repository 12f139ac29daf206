"""Reads a command line, environment and cloud file into an invocation; nothing is sent."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, declarations, option_flags, tokenizer, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.reading.tokenizer import Tokens
from novaclient_mv.cli.reading.window import CommandLine, Need
from novaclient_mv.clouds import encodings, requested_versions
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.options import SPECIAL_FORMATS, OptionTable
from novaclient_mv.clouds.requested_versions import Requested, default_version
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import SERVICES, Service, registry
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange

AuthOptions = Callable[[Settings, str], tuple[GlobalOption, ...]]
"""The options that the auth type of some settings has, given one that is not ours."""


class Ask(enum.Enum):
    """The purpose of a command line."""

    RUN = 'run'
    HELP = 'help'
    AVAILABILITY = 'availability'
    PROGRAM_VERSION = 'program version'


class Invocation(NamedTuple):
    """A command line understood.

    :param command: ``None`` where none was named.
    :param line: its words, which every version's parser can be tried on.
    :param requested: the version that was asked for, and where.
    :param settings: what options, environment and cloud file say.
    """

    ask: Ask
    command: Command | None
    line: CommandLine | None
    requested: Requested
    settings: Settings

    @property
    def service(self) -> Service:
        return SERVICES[0] if self.command is None else self.command.service

    @property
    def environment(self) -> Environment:
        return self.settings.environment

    @property
    def writes(self) -> bool:
        """Whether its command may change something."""
        command = self.command
        return command is not None and bool(declarations.declared(command.function, 'writes'))

    @property
    def options(self) -> Mapping[str, Any]:
        return self.settings.options

    @property
    def output(self) -> OutputOptions:
        return OutputOptions.of(self.options)

    @property
    def wishes(self) -> OutputOptions:
        """The old name of ``output``."""
        from novaclient_mv import deprecation

        deprecation.warn('Invocation.wishes', 'Invocation.output')
        return self.output

    @property
    def window(self) -> tuple[VersionRange, ...]:
        return () if self.line is None else self.line.windows()

    @property
    def has_checked_columns(self) -> bool:
        """Whether columns were asked for that are known before there is an answer."""
        if self.command is None or self.line is None or self.ask is not Ask.RUN:
            return False
        if not self.output.columns:
            return False
        from novaclient_mv.cli.reading import columns

        return bool(columns.fields_of(self.command.function, self.args_at(self.line.newest())))

    def requested_of(self, service: Service) -> Requested:
        """The version that was asked of a service, whichever one the command line speaks to."""
        return self.requested if service == self.service else requested_of(self.settings, service)

    def needs(self, version: APIVersion) -> list[Need]:
        """Its parts that a version lacks."""
        if self.line is None:
            return []
        from novaclient_mv.cli.reading import line_refusals

        return line_refusals.needs(self.line, version)

    def args_at(self, version: APIVersion) -> Args:
        """Return the command's arguments at a version, as a new object."""
        if self.line is None:
            raise errors.CommandError('Arguments without a command.')
        return self.line.arguments_at(version)


def read(
    argv: Sequence[str] | Tokens,
    environment: Environment,
    auth_options: AuthOptions = lambda settings, flag: (),
) -> Invocation:
    """Understand a command line; refuse what can be refused without a cloud.

    :param argv: the words after the program's name, or the same taken apart.
    :param auth_options: tells the options of an auth type, which may load a library.
    """
    tokens = argv if isinstance(argv, Tokens) else split(argv)
    return _Reader(tokens, environment, auth_options).read()


def line_of(
    argv: Sequence[str],
    environment: Environment,
    auth_options: AuthOptions = lambda settings, flag: (),
) -> CommandLine:
    """The words of a command line with its command, whatever version takes it, if one does."""
    return _Reader(split(argv), environment, auth_options).line()


def for_settings(invocation: Invocation, settings: Settings) -> Invocation:
    """Return the command line with other settings: those of one of several clouds."""
    requested = requested_of(settings, invocation.service)
    if invocation.line is not None:
        _version_to_read(invocation.line, requested)
    return invocation._replace(settings=settings, requested=requested)


def requested_of(settings: Settings, service: Service) -> Requested:
    """The version that some settings ask of a service."""
    try:
        return requested_versions.requested(settings, service)
    except errors.CommandError:
        # A cloud that cannot be read is said when it is needed; help goes on without it.
        return default_version(service)


def _requested_for(command: Command | None, settings: Settings, service: Service) -> Requested:
    if command is not None and declarations.declared(command.function, 'is_without_settings'):
        return default_version(service)
    try:
        return requested_of(settings, service)
    except errors.UnsupportedVersion:
        if command is None or not declarations.declared(command.function, 'shows_settings'):
            raise
        return default_version(service)


def split(argv: Sequence[str]) -> Tokens:
    return tokenizer.tokenize([encodings.decoded(text) for text in argv], OptionTable())


class _Reader:
    """Reads the tokens of a command line into an invocation."""

    def __init__(self, tokens: Tokens, environment: Environment, auth_options: AuthOptions) -> None:
        self.tokens = tokens
        self.environment = environment
        self.auth_options = auth_options
        self.table = OptionTable()

    def read(self) -> Invocation:
        """The invocation; its steps in the order in which mistakes are reported."""
        self._check_before_command()
        options = self.tokens.options(self.table)
        if options.get('version') and self._asks_own_version():
            settings = self._settings(options)
            requested = default_version(SERVICES[0])
            return Invocation(Ask.PROGRAM_VERSION, None, None, requested, settings)
        command, unknown = self._command()
        if command is not None and declarations.declared(command.function, 'judges_command_line'):
            from novaclient_mv.cli.reading import nested_command_lines

            self.tokens = nested_command_lines.divided(
                self.tokens, command, self.table, self.environment
            )
        # Words behind a separator are those of another line.
        if command is not None and 'view' in options and 'view' in self.tokens.options(self.table):
            from novaclient_mv.cli.reading import views

            self.tokens = views.applied(self.tokens, command, self.table, self.environment)
        named = None if command is None else command.service
        service = named or commands.service_of(self.tokens.name or '') or SERVICES[0]
        if service not in SERVICES:
            self.table = OptionTable([service])
        elif command is None and self._has_foreign_option():
            self.table = OptionTable(registry.outside())
        settings = self._settings(self.tokens.options(self.table))
        if command is not None and declarations.declared(command.function, 'is_above_pins'):
            settings = settings.with_options(settings.options, self.table, heeds_pins=False)
        requested = _requested_for(command, settings, service)
        if unknown is not None:
            raise unknown
        if command is None:
            self.table.check_values(settings.options)
            return Invocation(Ask.HELP, None, None, requested, settings)
        return self._with_command(command, requested, settings)

    def line(self) -> CommandLine:
        """The words with their command; the version that they name tells abbreviations apart."""
        self._check_before_command()
        command = self._named_command()
        if command.service not in SERVICES:
            self.table = OptionTable([command.service])
        settings = self._settings(self.tokens.options(self.table))
        requested = requested_of(settings, command.service)
        return self._line(command, requested.version if requested.is_named else None, settings)

    def _check_before_command(self) -> None:
        if self.tokens.fault is not None:
            raise option_flags.misplaced(self.tokens.fault, self.tokens.name)

    def _with_command(
        self, command: Command, requested: Requested, settings: Settings
    ) -> Invocation:
        named = requested.version if requested.is_named else None
        line = self._line(command, named, settings)
        if self.tokens.name != command.name:
            line = line.filled(called=self.tokens.name)
        options = line.options()
        ask = _ask_of(options)
        if ask is not Ask.RUN:
            self.table.check_values(options)
            return Invocation(ask, command, line, requested, self._settings(options))
        _check_separator(command, line.tokens)
        parsed = line.parse_at(_version_to_read(line, requested))
        options = encodings.checked_globals(parsed.globals)
        encodings.check_arguments(parsed.args)
        settings = settings.with_options(options, self.table)
        output = OutputOptions.of(options)
        is_special = output.interval is not None or output.format in SPECIAL_FORMATS
        if output.columns or output.query is not None or is_special:
            from novaclient_mv.cli.reading import checked_output

            checked_output.check(command, output, settings, parsed.args)
        if getattr(parsed.args, 'where', None) is not None or getattr(parsed.args, 'yes', False):
            from novaclient_mv.cli.reading import selectors

            selectors.check(command, parsed.args, settings.environment)
        tree.check(command, parsed.args)
        return Invocation(ask, command, line, requested, settings)

    def _asks_own_version(self) -> bool:
        """Whether ``--version`` is an option here, and not the missing value of another one."""
        command, _ = self._command()
        if command is None:
            return True
        try:
            line = self._line(command, None, self._settings(self.tokens.options(self.table)))
        except errors.Error:
            return True
        return bool(line.options().get('version'))

    def _has_foreign_option(self) -> bool:
        """Whether an option is not ours, and so may name another service's version."""
        flags = (word.flag.replace('_', '-') for word in self.tokens.around)
        return any(flag.startswith('--os-') and not self.table.resolve(flag) for flag in flags)

    def _command(self) -> tuple[Command | None, errors.UnknownName | None]:
        if self.tokens.name is None:
            return None, None
        try:
            return commands.find(self.tokens.name), None
        except errors.UnknownName as error:
            words = self.tokens.name, self.tokens.following()
            multiword = commands.multiword_command(*words)
            return None, multiword or commands.misspelt_multiword_command(*words) or error

    def _named_command(self) -> Command:
        command, unknown = self._command()
        if command is None:
            raise unknown or errors.CommandError('No command found.')
        return command

    def _settings(self, options: Mapping[str, Any]) -> Settings:
        return Settings(dict(options), self.table, self.environment)

    def _line(self, command: Command, named: APIVersion | None, settings: Settings) -> CommandLine:
        """The command line with its options spelt out.

        Options that are not ours are looked for where others may bring them: first the services of
        other packages, then the chosen auth type.
        """
        makers: list[Callable[[str], OptionTable]] = [
            lambda flag: OptionTable(registry.outside()),
            lambda flag: OptionTable(registry.outside(), self.auth_options(settings, flag)),
        ]
        while True:
            try:
                return CommandLine(command, self.tokens.around, self.table, named)
            except errors.UnknownName as error:
                flag = error.name.replace('_', '-')
                if not flag.startswith('--os-') or not makers:
                    _check_separator(command, self.tokens.around)
                    raise
                self.table = makers.pop(0)(flag)


def _check_separator(command: Command, around: Sequence[tokenizer.Token]) -> None:
    """Refuse another command line that does not stand behind ``--``."""
    takes_line = declarations.declared(command.function, 'takes_command_line')
    if takes_line and not tokenizer.behind_separator(around):
        raise errors.CommandError(
            f'{command.name} needs a command line behind "--", as in "nova-mv {command.name} -- '
            'server-list --limit 5".'
        )


def _ask_of(options: Mapping[str, Any]) -> Ask:
    if options.get('help'):
        return Ask.HELP
    return Ask.AVAILABILITY if options.get('show_availability') else Ask.RUN


def _version_to_read(line: CommandLine, requested: Requested) -> APIVersion:
    """The version to parse at before the cloud is known."""
    try:
        if not requested.is_named:
            return line.newest()
        line.parse_at(requested.version)
    except tree.UsageError:
        from novaclient_mv.cli.reading import line_refusals

        named = f'; {requested.origin} named {requested.spelt}' if requested.is_named else ''
        version = requested.version if requested.is_named else line.epochs[-1].end
        raise line_refusals.refusal(line, version, named) from None
    return requested.version
