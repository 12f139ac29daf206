"""Carries a command line out, from its words to an exit status, one function a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import novaclient_mv
from novaclient_mv import exceptions, services
from novaclient_mv.cli import output
from novaclient_mv.cli.environment import Environment
from novaclient_mv.cli.reading import declarations, read, words
from novaclient_mv.cli.reading.options import OptionTable
from novaclient_mv.exceptions import ExitStatus
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.cli import settings
    from novaclient_mv.cli.reading import window
    from novaclient_mv.cli.reading.commands import Command

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
        self.argv = list(argv)
        self.environment = environment
        self.given: dict[str, Any] = {}
        self.requested: settings.Requested | None = None
        self.login: Any = None
        self._log_handler: Any = None

    def execute(self) -> None:
        """The steps, in their order."""
        from novaclient_mv.cli import login

        self.words = words.walk(self.argv, OptionTable())
        self.given = self.words.options(OptionTable())
        self.invocation = read.read(self.words, self.environment, login.auth_options)
        self.given = dict(self.invocation.options)
        self.requested = self.invocation.requested
        self.prepare()
        command = self.invocation.command
        if self.invocation.ask is read.Ask.PROGRAM_VERSION:
            self.show(output.Text(f'{PROGRAM} {novaclient_mv.__version__}', 'version'))
        elif self.invocation.ask is read.Ask.HELP:
            self.show(self.help_page(None if command is None else command.name))
        elif command is None:
            return
        elif self.invocation.ask is read.Ask.AVAILABILITY:
            self.show(self.availability(command))
        elif declarations.declared(command.function, 'is_offline'):
            version = self.invocation.line.newest()
            self.show(command.function(self, self.invocation.args_at(version)))
        else:
            self.on_cloud(command, self.invocation.line)

    def prepare(self) -> None:
        """Get ready to show, and start to log."""
        wishes = self.invocation.wishes
        self.renderer = output.Renderer(
            self.environment, wishes.format, wishes.columns, wishes.query
        )
        if wishes.is_debug:
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
        from novaclient_mv.cli.reading import columns

        shown = declarations.declared(command.function, 'shown')
        if not shown:
            raise exceptions.CommandError(f'{command.name} shows nothing that has columns.')
        rows = [
            (field.key, field.title, field.type, command.service.releases.heading((field.range,)))
            for field in columns.resource_class(shown[0]).fields
        ]
        return output.Rows(('Column', 'Title', 'Type', 'Versions'), rows)

    # -- step 5 to 7: negotiate, call, render ----------------------------------------

    def on_cloud(self, command: Command, line: window.CommandLine) -> None:
        """Log in, choose the version, call the command, and show what it returns."""
        from novaclient_mv.cli import login

        self.login = login.Login(self.invocation.settings, command.service)
        connection = self.login.connection(command.service.without, self.warn)
        if declarations.declared(command.function, 'is_without_version'):
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
            return self._choose(line, offered)
        except (exceptions.VersionNotOffered, exceptions.OutsideVersion):
            if not is_remembered:
                raise
        # A refusal never rests on what is remembered.
        offered, _ = self.login.server_range(connection, is_fresh=True)
        return self._choose(line, offered)

    def _choose(
        self, line: window.CommandLine, offered: VersionRange | None
    ) -> APIVersion:
        service = line.service
        assert self.requested is not None
        try:
            newest = service.negotiate(self.requested.version, offered)
        except exceptions.VersionNotOffered as error:
            raise self._not_offered(error, offered, service) from error
        if self._is_named or line.accepts(newest):
            return newest
        for allowed in reversed(line.windows()):
            try:
                version = service.negotiate(self.requested.version, offered, allowed)
            except exceptions.VersionNotOffered:
                continue
            self.warn(f'using API version {version}, not {newest}: {line.reason(newest)}')
            return version
        refusal = line.refusal(newest, f'; this cloud {service.describe_offer(offered)}')
        if isinstance(refusal, exceptions.OutsideVersion):
            refusal.blame_cloud(offered)
        raise refusal

    def _not_offered(
        self,
        error: exceptions.VersionNotOffered,
        offered: VersionRange | None,
        service: services.Service,
    ) -> exceptions.VersionNotOffered:
        client_range = service.range
        assert self.requested is not None
        speaks = f'this client speaks {client_range.start} to {client_range.end}'
        cloud = f'this cloud {service.describe_offer(offered)}'
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
        args = line.arguments_at(version)
        self._complete(command, args, version)
        try:
            client = command.service.client().over(connection.use(version))
            self._call(command, client, args)
        finally:
            self.login.keep_token()

    def _call(self, command: Command, client: Any, args: Any) -> None:
        try:
            self.show(command.function(client, args), client.api_version, args, command)
        except exceptions.SomeFailed as error:
            done, error.done = error.done, None
            if done is not None:
                # What went well for some is waited for and shown, whatever became of the others.
                try:
                    self.show(done, client.api_version, args, command)
                except exceptions.Error as another:
                    self.warn(str(another))
            raise

    def _complete(self, command: Command, args: Any, version: APIVersion) -> None:
        """Fill in what the environment says for arguments that were not given, and hand files their
        input and moments their clock.
        """
        from novaclient_mv.cli import types
        from novaclient_mv.cli.reading import tree

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
                    f'{command.service.releases.describe_need(argument.range)}, '
                    f'this run uses {version}'
                )

    def show(
        self,
        result: Any,
        version: APIVersion = services.COMPUTE.range.end,
        args: Any = None,
        command: Command | None = None,
    ) -> None:
        """Render a result; wait for its end first, or after it where a reader looks on."""
        renderer = getattr(self, 'renderer', None) or output.Renderer(
            self.environment, self.given.get('format', 'table')
        )
        is_waiting = isinstance(result, output.Started) and getattr(args, 'wait', False)
        if not is_waiting or renderer.format == 'table':
            renderer.render(result, version)
        if not is_waiting:
            return
        assert command is not None
        self.environment.stdout.flush()
        try:
            ended = self.wait(command, result, args.wait_timeout)
        except exceptions.Error:
            # What was begun is there all the same, and a program must learn its id.
            if renderer.format != 'table':
                renderer.render(result.shown, version)
            raise
        if renderer.format == 'table':
            renderer.render(self._ends(result, ended), version)
        else:
            renderer.render(result.refreshed(ended) if result.refreshed else result.shown, version)

    @staticmethod
    def _ends(started: output.Started, ended: list[Any]) -> output.Done:
        """A line for each resource that was waited for."""
        from novaclient_mv import base

        lines = []
        for begun, end in zip(started.resources, ended, strict=True):
            name = begun._info.get('name') or base.getid(begun)
            lines.append(f'{name}: {end._info.get("status", "done") if end else "gone"}')
        return output.Done(lines)

    def wait(self, command: Command, started: output.Started, timeout: float) -> list[Any]:
        """The resources of a result in their declared end.

        :raises SomeFailed: some did not get there.
        """
        from novaclient_mv.cli import bulk, wait

        end = declarations.declared(command.function, 'end')
        waiter = wait.Waiter(self.environment, timeout)

        def finish(resource: Any) -> Any:
            return waiter.until_end(end, resource)

        outcome = bulk.each(started.resources, finish, lambda resource: str(resource.id))
        outcome.check(None)
        return list(outcome)

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
