"""Executes an invocation on a cloud: one attempt, and one restart at another version."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import binding, line_version, results
from novaclient_mv.cli.running.line_version import Choice
from novaclient_mv.cli.running.notices import Notices
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.clouds import version_choice
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.services import Service
from novaclient_mv.wire.connection import Connection

if TYPE_CHECKING:
    from novaclient_mv.cli.running.confirming import Confirm


def execute(invocation: Invocation, cloud: Cloud, confirm: Confirm | None = None) -> Outcome:
    """Run a command line on a cloud.

    Once, where the cloud refuses a version that was remembered of it and nothing was changed yet,
    it starts over.

    :param confirm: asked about what the command selected beyond what was typed; nobody is asked
        without it.
    :returns: the outcome, opened; errors are in it.
    """
    if invocation.command is None or invocation.line is None:
        raise ValueError('Only an invocation with a command can be executed.')
    execution = Execution(invocation, invocation.command, invocation.line, cloud, confirm)
    try:
        choice = execution.choose()
        try:
            return execution.attempt(choice)
        except line_version.REFUSALS as error:
            if not line_version.may_choose_again(error, invocation, execution.connection):
                raise
            # Parsers and bodies belong to a version, so all starts over.
            return execution.attempt(execution.choose(refused=choice))
    except KeyboardInterrupt as stop:
        return execution.interrupted(stop)
    except Exception as error:
        return Outcome(error=execution.finish(error))


class Execution:
    """The execution of one command line on a cloud, in one or two attempts."""

    def __init__(
        self,
        invocation: Invocation,
        command: Command,
        line: CommandLine,
        cloud: Cloud,
        confirm: Confirm | None = None,
    ) -> None:
        self.invocation, self.command, self.line = invocation, command, line
        self.cloud = _cloud_to_ask(line, cloud)
        self.connection: Connection | None = None
        self._notices = Notices(invocation, self.cloud)
        self._confirm = confirm
        self._is_shown = False
        self._started: results.Shown = None

    def choose(self, refused: Choice | None = None) -> Choice:
        if declarations.declared(self.command.function, 'is_without_version'):
            return Choice(self.line.newest())
        if refused is None:
            self._notices.tell_release()
        return line_version.choose(self.invocation, self.cloud, refused and refused.version)

    def attempt(self, choice: Choice) -> Outcome:
        """Call the command at a version; the first page of a list is fetched here."""
        version = choice.version
        environment, warn = self.cloud.environment, self.cloud.warn
        args = binding.bound_arguments(self.line, version, environment, warn)
        self._notices.tell_times(args)
        if declarations.declared(self.command.function, 'is_about_login'):
            about = self.command.function(self.cloud, args)
            return Outcome([about], version, close=self.finish)
        self.connection = connection = self._connect(args, choice)
        has_owner = any(hasattr(type(value), 'has_form_of_id') for value in vars(args).values())
        if has_owner:
            from novaclient_mv.cli.running import owners

            is_any = declarations.declared(self.command.function, 'takes_any_owner') or ()
            owners.with_ids(args, connection, warn, is_any)
        if getattr(args, 'dry_run', None) is not None:
            return self._withheld(args, choice)
        call = functools.partial(self._call, connection, args, choice)
        failed: errors.SomeFailed | None = None
        try:
            result = owners.calling(call, args, connection) if has_owner else call()
            line_version.check_used(self.line, connection)
        except errors.SomeFailed as error:
            if error.done is None:
                raise
            # What went well for some is waited for and shown, whatever became of the others.
            failed, result, error.done = error, error.done, None
        # From here on something is shown.
        connection.known_versions.negotiation.settle()
        return Outcome(self._results(result, args, failed), version, close=self.finish)

    def _connect(self, args: Args, choice: Choice) -> Connection:
        """The connection to the service of the command, or to the one that an argument names."""
        service, requested = self.invocation.service, self.invocation.requested
        argument = declarations.declared(self.command.function, 'service_argument')
        named: Service | None = getattr(args, argument, None) if argument else None
        if named is not None and named != service:
            connection = self.cloud.connection(named, named.unversioned)
        else:
            connection = version_choice.connection(self.cloud, service, requested, *choice)
            connection.known_versions.negotiation.begin(requested.is_named)
            lock_timeout = getattr(args, 'lock_timeout', None)
            if lock_timeout is not None:
                connection = connection.replace(lock_timeout=lock_timeout)
        return connection.replace(filter_notices=self._notices.filters)

    def _call(self, connection: Connection, args: Args, choice: Choice) -> Any:
        """The result of the command, after a confirmation where it asks for one."""
        client = self.invocation.service.client().from_connection(connection)
        result: Any = self.command.function(client, args)
        if isinstance(result, results.Table):
            result.open(self.invocation.output.shows_in_part)
        if not isinstance(result, results.Question):
            return result
        from novaclient_mv.cli.running import confirming

        is_unasked = args.yes or getattr(args, 'dry_run', None) is not None
        confirm = None if is_unasked else self._confirm
        warn = self.cloud.warn
        return confirming.answered(result, self.invocation, choice.version, confirm, warn)

    def _withheld(self, args: Args, choice: Choice) -> Outcome:
        """Call the command over a connection that withholds writes; the outcome shows these."""
        from novaclient_mv.cli.running import dry_run

        assert self.connection is not None
        withholding = self.connection.withholding_writes()
        tried = dry_run.attempt(lambda: self._call(withholding, args, choice))
        line_version.check_used(self.line, self.connection)
        if not tried.withheld:
            self.cloud.warn('nothing would be changed')
        result = dry_run.to_show(tried, args.dry_run, self.cloud)
        parts = self._results(result, Args(), tried.error)
        return Outcome(parts, choice.version, close=self.finish)

    def _results(self, result: Any, args: Args, failed: errors.SomeFailed | None) -> Iterator[Any]:
        """Yield the results to show."""
        try:
            if isinstance(result, results.Started) and getattr(args, 'wait', False):
                from novaclient_mv.cli.running import command_waits

                end = declarations.declared(self.command.function, 'end')
                clock, timeout = self.cloud.environment.clock, args.wait_timeout
                shown_format = self.invocation.output.shown_format
                waiter = command_waits.Waiter(clock, timeout, end, result, shown_format, failed)
                self._started = result.shown
                for part in waiter.parts(self._tell_hidden_columns):
                    yield part
                    self._is_shown = True
            else:
                self._tell_hidden_columns(result)
                yield result
                self._is_shown = True
                if isinstance(result, results.Table) and result.broken_by is not None:
                    raise result.broken_by
        except errors.Error as error:
            if failed is None or isinstance(error, errors.SomeFailed):
                raise
            self.cloud.warn(str(error))
        if failed is not None:
            raise failed

    def _tell_hidden_columns(self, result: Any) -> None:
        self._notices.tell_hidden_columns(result, self.connection)

    def finish(self, error: Exception | None) -> Exception | None:
        """Keep what later runs need; return the error that ended this one, with its reason."""
        self.cloud.keep()
        if error is None:
            if self.connection is not None:
                self._notices.tell_unknown_version(self.connection)
            return None
        from novaclient_mv.cli.running import failure_hints

        error = failure_hints.explained(error, self.cloud, self.line, self.connection)
        if self.connection is not None:
            vars(error)['done'] = self._accepted(error) or getattr(error, 'done', None)
        return error

    def interrupted(self, stop: KeyboardInterrupt) -> Outcome:
        """The outcome of an attempt that the user stopped after an accepted write."""
        from novaclient_mv.cli.running import interruption

        stopped = interruption.of_run(stop, self.command, self.connection)
        if accepted := self._accepted(stop):
            return Outcome(stopped.after(accepted), close=self.finish)
        raise stopped from stop

    def _accepted(self, error: BaseException) -> results.Shown:
        """A result made of the answers to accepted writes, where nothing was shown yet."""
        if self.connection is None or self._is_shown:
            return None
        from novaclient_mv.cli.running import uncertain_writes

        history = self.connection.history
        return uncertain_writes.accepted(error, history, self.command, self._started)


def _cloud_to_ask(line: CommandLine, cloud: Cloud) -> Cloud:
    """The cloud; in an offline dry run, a stand-in that sends nothing."""
    if not any(token.text.endswith(f'={tree.OFFLINE}') for token in line.tokens):
        return cloud
    if getattr(line.arguments_at(line.newest()), 'dry_run', None) != tree.OFFLINE:
        return cloud
    from novaclient_mv.cli.running import offline_cloud

    return offline_cloud.OfflineCloud(cloud, line)
