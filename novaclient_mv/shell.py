"""Carries a command line out, from its words to an exit status, one function a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import novaclient_mv
from novaclient_mv import api_versions, exceptions
from novaclient_mv.api_versions import APIVersion, VersionRange
from novaclient_mv.cli import encodings, globals, output, tokens
from novaclient_mv.cli.environment import Environment
from novaclient_mv.exceptions import ExitStatus

if TYPE_CHECKING:
    from novaclient_mv.cli import settings, window
    from novaclient_mv.cli.commands import Command

PROGRAM = 'nova-mv'


def main(argv: Sequence[str]) -> int:
    """Run a command line in this process's surroundings.

    :returns: the exit status.
    """
    return run(argv, Environment())


def run(argv: Sequence[str], environment: Environment) -> int:
    """Run a command line; keeps no state, so that several can run at once.

    :returns: the exit status.
    """
    current = Run(argv, environment)
    try:
        current.execute()
        environment.stdout.flush()
        return ExitStatus.OK
    except BrokenPipeError:
        _silence(environment)
        return ExitStatus.CLOSED_PIPE
    except KeyboardInterrupt as stop:
        environment.stderr.write(f'\n{PROGRAM}: stopped. {stop}\n'.replace('. \n', '.\n'))
        return ExitStatus.INTERRUPTED
    except Exception as error:
        try:
            environment.stdout.flush()
        except BrokenPipeError:
            _silence(environment)
            return ExitStatus.CLOSED_PIPE
        except OSError:
            # A full disk: the error in hand says so, or is the one that matters more.
            pass
        return current.report(error)
    finally:
        current.close()


def _is_about_version(error: exceptions.NotAcceptable | exceptions.SomeFailed) -> bool:
    """Whether nothing but the version was refused, and it is known what the cloud serves."""
    failures = error.failures.values() if isinstance(error, exceptions.SomeFailed) else [error]
    return all(
        isinstance(each, exceptions.NotAcceptable) and each.server_range is not None
        for each in failures
    )


def _silence(environment: Environment) -> None:
    """Let nothing more go to a pipe that nobody reads."""
    import os

    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), environment.stdout.fileno())
    except (OSError, ValueError):
        return


class Run:
    """One command line on its way from words to an exit status."""

    def __init__(self, argv: Sequence[str], environment: Environment) -> None:
        self.argv = [encodings.decoded(word) for word in argv]
        self.environment = environment
        self.table = globals.GlobalTable()
        self.given: dict[str, Any] = {}
        self.requested: settings.Requested | None = None
        self.login: Any = None
        self._log_handler: Any = None

    def execute(self) -> None:
        """The steps, in their order."""
        name, words = tokens.split(self.argv, self.table)
        self.given = tokens.globals_in(words, self.table)
        if name is None or (self.given.get('version') and self.asks_own_version(name, words)):
            self.without_command()
            return
        from novaclient_mv.cli import arguments, commands

        self.check_version(commands.default_service(name))
        command = commands.find(name)
        line = self.parse(command, words)
        given = line.given_globals()
        if given.get('help'):
            tokens.check_values(given, self.table)
            self.show(self.help_page(command.name))
            return
        if given.get('show_availability'):
            tokens.check_values(given, self.table)
            self.show(self.availability(command))
            return
        parsed = line.parse_at(self.requested_epoch(line))
        self.given = encodings.checked_globals(parsed.globals)
        encodings.check_arguments(parsed.args)
        self.prepare(command)
        check = arguments.declared(command.function, 'check')
        if check is not None:
            check(parsed.args)
        if arguments.declared(command.function, 'is_offline'):
            self.show(command.function(self, parsed.args))
        else:
            self.on_cloud(command, line)

    # -- step 1 and 2: versions first, global options wherever they stand ----------

    def without_command(self) -> None:
        """What a command line without a command asks for: the version of this program, or help."""
        if self.given.get('version'):
            self.show(output.Text(f'{PROGRAM} {novaclient_mv.__version__}', 'version'))
            return
        from novaclient_mv import services

        tokens.check_values(self.given, self.table)
        self.check_version(services.COMPUTE)
        self.show(self.help_page(None))

    def asks_own_version(self, name: str, words: list[str]) -> bool:
        """Whether ``--version`` is an option here, and does not stand where the value of another
        one is missing; nothing else that is wrong matters.
        """
        from novaclient_mv.cli import commands

        try:
            line = self.parse(commands.find(name), words)
        except exceptions.Error:
            return True
        return bool(line.given_globals().get('version'))

    def check_version(self, service: Any) -> None:
        """Find out which version is asked for, and refuse one that cannot be used.

        :raises UnsupportedVersion: misspelt, or not spoken by this client.
        """
        from novaclient_mv.cli import settings

        chosen = settings.Settings(self.given, self.table, self.environment)
        value = self.given.get('os_compute_api_version')
        try:
            self.requested = chosen.requested(service, value)
        except exceptions.CommandError:
            # A cloud that cannot be read is said when it is needed; help goes on without it.
            self.requested = settings.default_version(service)

    # -- step 4: parse before any login --------------------------------------------

    def parse(self, command: Command, words: list[str]) -> window.CommandLine:
        """The command line with its options spelt out.

        :raises CommandError: an option that no version of the command has.
        """
        from novaclient_mv.cli import window

        named = self.requested.version if self.requested and self._is_named else None
        line = window.CommandLine(command, words, self.table)
        try:
            line.complete_options(named)
        except exceptions.UnknownName as error:
            if not error.name.startswith(('--os-', '--os_')):
                raise
            self._learn_auth_options(error)
            line = window.CommandLine(command, words, self.table)
            line.complete_options(named)
        return line

    def _learn_auth_options(self, error: exceptions.UnknownName) -> None:
        """Add the options that the chosen auth type alone has."""
        from novaclient_mv.cli import login, settings

        chosen = settings.Settings(self.given, self.table, self.environment)
        auth_type = login.auth_type_of(chosen)
        extra = login.own_options(auth_type)
        is_credential = 'application-credential' in error.name.replace('_', '-')
        if is_credential and auth_type != 'v3applicationcredential':
            extra += login.own_options('v3applicationcredential')
        self.table = globals.GlobalTable(extra)

    def requested_epoch(self, line: window.CommandLine) -> APIVersion:
        """The version to parse at before the cloud is known.

        :raises CommandError: the named version, or all versions, refuse the command line.
        """
        assert self.requested is not None
        if not self.requested.is_named:
            return line.newest()
        version = self.requested.version
        if not line.accepts(version):
            raise line.refusal(version, f'; {self.requested.origin} named {self.requested.text}')
        return version

    def prepare(self, command: Command) -> None:
        """Check what can be checked without a cloud, and start to log.

        :raises CommandError: a column that does not exist, an expression that is none.
        """
        from novaclient_mv.cli import arguments

        self.renderer = output.Renderer(
            self.environment,
            self.given.get('format', 'table'),
            self.given.get('columns', ()),
            self.given.get('query'),
        )
        shown = arguments.declared(command.function, 'shown')
        if shown and self.given.get('columns'):
            output.check_columns(output.resource_class(shown[0]), self.given['columns'])
        if self.given.get('debug'):
            from novaclient_mv.cli import debug

            self._log_handler = debug.start(self.environment)

    def help_page(self, name: str | None) -> output.Text:
        """The help of a command, or of all."""
        from novaclient_mv.cli import help

        page = help.Page(self.environment, self.requested)
        return output.Text(page.of_command(name) if name else page.of_all(), is_own=True)

    def availability(self, command: Command) -> output.Rows:
        """The columns of what a command shows, and the versions that have them.

        :raises CommandError: it shows nothing that has columns.
        """
        from novaclient_mv.cli import arguments, help

        shown = arguments.declared(command.function, 'shown')
        if not shown:
            raise exceptions.CommandError(f'{command.name} shows nothing that has columns.')
        rows = [
            (field.key, field.title, field.type, help.heading((field.range,)))
            for field in output.resource_class(shown[0]).fields
        ]
        return output.Rows(('Column', 'Title', 'Type', 'Versions'), rows)

    # -- step 5 to 7: negotiate, call, render ----------------------------------------

    def on_cloud(self, command: Command, line: window.CommandLine) -> None:
        """Log in, choose the version, call the command, and show what it returns."""
        from novaclient_mv.cli import arguments, login, login_advice, settings

        chosen = settings.Settings(self.given, self.table, self.environment)
        for notice in login_advice.notices(chosen):
            self.warn(notice)
        self.login = login.Login(chosen, command.service)
        connection = self.login.connection(api_versions.NO_MICROVERSION, self.warn)
        if arguments.declared(command.function, 'is_without_version'):
            self.call(command, line, connection, line.newest())
            return
        version = self.negotiate(line, connection)
        try:
            self.call(command, line, connection, version)
        except (exceptions.NotAcceptable, exceptions.SomeFailed) as error:
            is_too_late = connection.has_written or self.renderer.has_printed
            if self._is_named or not _is_about_version(error):
                raise
            if is_too_late:
                # What is remembered is wrong for the next run, too.
                self.login.server_range(connection, is_fresh=True)
                raise
            # The cloud's range is another than remembered: tree and bodies belong to a version, so
            # begin anew.
            self.call(command, line, connection, self.negotiate(line, connection, is_fresh=True))

    @property
    def _is_named(self) -> bool:
        return self.requested is not None and self.requested.is_named

    def negotiate(
        self, line: window.CommandLine, connection: Any, is_fresh: bool = False
    ) -> APIVersion:
        """The version of this run.

        :raises VersionNotOffered: the cloud does not serve the named version.
        :raises OutsideVersion: nothing that the cloud serves has all of the command line.
        """
        offered, is_remembered = self.login.server_range(connection, is_fresh)
        try:
            return self._choose(line, offered, connection.service.client_range)
        except (exceptions.VersionNotOffered, exceptions.OutsideVersion):
            if not is_remembered:
                raise
        # A refusal never rests on what is remembered.
        offered, _ = self.login.server_range(connection, is_fresh=True)
        return self._choose(line, offered, connection.service.client_range)

    def _choose(
        self, line: window.CommandLine, offered: VersionRange | None, client_range: VersionRange
    ) -> APIVersion:
        from novaclient_mv.cli import releases

        assert self.requested is not None
        try:
            newest = api_versions.negotiate(self.requested.version, client_range, offered)
        except exceptions.VersionNotOffered as error:
            raise self._not_offered(error, offered, client_range) from error
        if self._is_named or line.accepts(newest):
            return newest
        for allowed in reversed(line.windows()):
            try:
                version = api_versions.negotiate(
                    self.requested.version, client_range, offered, allowed
                )
            except exceptions.VersionNotOffered:
                continue
            self.warn(f'using API version {version}, not {newest}: {line.reason(newest)}')
            return version
        refusal = line.refusal(newest, f'; this cloud {releases.describe_cloud(offered)}')
        if isinstance(refusal, exceptions.OutsideVersion):
            refusal.blame_cloud(offered)
        raise refusal

    def _not_offered(
        self,
        error: exceptions.VersionNotOffered,
        offered: VersionRange | None,
        client_range: VersionRange,
    ) -> exceptions.VersionNotOffered:
        from novaclient_mv.cli import releases

        assert self.requested is not None
        speaks = f'this client speaks {client_range.start} to {client_range.end}'
        cloud = f'this cloud {releases.describe_cloud(offered)}'
        if self._is_named:
            message = (
                f'API version {self.requested.text} ({self.requested.origin}) is not available: '
                f'{cloud}; {speaks}.'
            )
        else:
            message = (
                f'This client and this cloud have no API version in common: {cloud}; {speaks}.'
            )
        return exceptions.VersionNotOffered(error.needed, offered, client_range, message)

    def call(
        self, command: Command, line: window.CommandLine, connection: Any, version: APIVersion
    ) -> None:
        """Call the command at a version, and show what it returns."""
        from novaclient_mv.v2 import client

        args = line.parse_at(version).args
        self._complete(command, args, version)
        try:
            self._call(command, client.Client.over(connection.use(version)), args)
        except Exception as error:
            from novaclient_mv.cli import after_write

            explained = after_write.explained(error, connection.history)
            if explained is error:
                raise
            raise explained from error
        finally:
            self.login.keep_token()

    def _call(self, command: Command, client: Any, args: Any) -> None:
        failed: exceptions.SomeFailed | None = None
        try:
            result = command.function(client, args)
        except exceptions.SomeFailed as error:
            if error.done is None:
                raise
            # What went well for some is waited for and shown, whatever became of the others.
            failed, result, error.done = error, error.done, None
        try:
            if isinstance(result, output.Started) and getattr(args, 'wait', False):
                self._finish(command, result, client.api_version, args.wait_timeout, failed)
            else:
                self.show(result, client.api_version)
        except exceptions.Error as error:
            if failed is None or isinstance(error, exceptions.SomeFailed):
                raise
            self.warn(str(error))
        if failed is not None:
            raise failed

    def _complete(self, command: Command, args: Any, version: APIVersion) -> None:
        """Fill in what the environment says for arguments that were not given, and hand files their
        input and moments their clock.
        """
        from novaclient_mv.cli import releases, tree, types

        for _, value in list(vars(args).items()):
            values = value if isinstance(value, list) else [value]
            # A file may stand in a pair, as in --file PATH=FILE.
            parts = [each[-1] if isinstance(each, tuple) and each else each for each in values]
            for each in parts:
                if isinstance(each, types.File):
                    each.stdin = self.environment.stdin
                elif hasattr(each, 'clock'):
                    each.clock = self.environment.clock
        for argument, _ in tree.every_argument(command):
            found = self.environment.get(argument.variable) if argument.variable else None
            if found is None or getattr(args, argument.dest, None):
                continue
            if version in argument.range:
                setattr(args, argument.dest, found[1].split(','))
            else:
                self.warn(
                    f'{found[0]} is ignored: it needs API version '
                    f'{releases.describe_need(argument.range)}, this run uses {version}'
                )

    def show(self, result: Any, version: APIVersion = api_versions.API_MAX_VERSION) -> None:
        """Render a result."""
        renderer = getattr(self, 'renderer', None) or output.Renderer(
            self.environment, self.given.get('format', 'table')
        )
        renderer.render(result, version)

    def _finish(
        self,
        command: Command,
        started: output.Started,
        version: APIVersion,
        timeout: float,
        failed: exceptions.SomeFailed | None,
    ) -> None:
        """Wait for the end of what a command started, and show it.

        :param failed: what failed for other targets of the command.
        :raises SomeFailed: some did not get there; a single one raises its own error.
        """
        from novaclient_mv.cli import arguments, wait

        waiter = wait.Waiter(
            self.environment, timeout, arguments.declared(command.function, 'end'), started
        )
        if not waiter.is_shown_at_end(self.renderer.format):
            self.show(started, version)
            self.environment.stdout.flush()
        try:
            waiter.until_end()
        except KeyboardInterrupt:
            # What was begun is there all the same, and its id and password must be learnt.
            self.show(waiter.known(self.renderer.format), version)
            raise
        self.show(waiter.result(self.renderer.format), version)
        waiter.check(failed)

    # -- step 8: messages and exit ---------------------------------------------------

    def warn(self, line: str) -> None:
        """One line for the user, beside the output."""
        self.environment.stderr.write(f'{PROGRAM}: {output.safe(line)}\n')

    def report(self, error: Exception) -> int:
        """Say what went wrong, and which exit status that is."""
        from novaclient_mv.cli import failure

        return failure.report(self, error)

    def close(self) -> None:
        """End what was begun: timings are shown, logging stops."""
        if self.login is not None and (
            self.given.get('timings') or self.given.get('collect_timing')
        ):
            from novaclient_mv.cli import failure

            failure.show_timings(self.environment, self.login.session)
        if self._log_handler is not None:
            from novaclient_mv.cli import debug

            debug.stop(self._log_handler)
