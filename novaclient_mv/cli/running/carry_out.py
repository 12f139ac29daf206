"""Carries an invocation out on a cloud: negotiates inside its window, calls, waits."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import columns, declarations, tree, types
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import handed, results
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import sender
from novaclient_mv.wire.filter_notices import FilterNotices

if TYPE_CHECKING:
    from novaclient_mv.cli.running.confirming import Confirm


def carry_out(invocation: Invocation, cloud: Cloud, confirm: Confirm | None = None) -> Outcome:
    """Run a command line on a cloud.

    Once, where the cloud refuses a version that was remembered of it and nothing was changed yet,
    it starts over.

    :param confirm: asked about what the command selected beyond what was typed; nobody is asked
        without it.
    :returns: the outcome, opened; errors are in it.
    """
    return _Attempts(invocation, cloud, confirm).outcome()


class _Attempts:
    """One or two attempts at an invocation."""

    def __init__(
        self, invocation: Invocation, cloud: Cloud, confirm: Confirm | None = None
    ) -> None:
        if invocation.command is None or invocation.line is None:
            raise ValueError('Only an invocation with a command can be carried out.')
        self.invocation = invocation
        self.command: Command = invocation.command
        self.line: CommandLine = invocation.line
        self.service = invocation.service
        self.cloud = cloud
        self._confirm = confirm
        self.connection: sender.Sender | None = None
        self._notices: FilterNotices | None = None
        self._is_newest = self._are_moments_told = self._is_shown = False
        self._begun: results.Shown = None

    def outcome(self) -> Outcome:
        """The outcome of the attempt that counts."""
        try:
            self._leave_cloud_alone()
            if declarations.declared(self.command.function, 'is_without_version'):
                return self._open(self.line.newest())
            self._announce_release()
            version, _ = self._negotiated()
            try:
                return self._open(version)
            except _REFUSALS as error:
                if not self._may_renegotiate(error):
                    raise
                # Tree and bodies belong to a version, so all starts over.
                return self._open(self._renegotiate(version))
        except KeyboardInterrupt as stop:
            from novaclient_mv.cli.running import interruption

            stopped = interruption.of_run(stop, self.command, self.connection)
            if accepted := self._accepted(stop):
                return Outcome(stopped.after(accepted), close=self._finish)
            raise stopped from stop
        except Exception as error:
            return Outcome(error=self._finish(error))

    def _leave_cloud_alone(self) -> None:
        """Put a cloud that answers nothing in place of the real one, in an offline dry run."""
        if not any(word.text.endswith(f'={tree.OFFLINE}') for word in self.line.words):
            return
        version = self.line.newest()
        if getattr(self.invocation.args_at(version), 'dry_run', None) == tree.OFFLINE:
            from novaclient_mv.cli.running import offline_cloud

            self.cloud = offline_cloud.OfflineCloud(self.cloud, self.line)

    def _may_renegotiate(self, error: Exception) -> bool:
        # Where refusals tell the range, only a new choice has the words for a named version.
        is_told = self.service.learned_by == services.REFUSAL
        if (self.invocation.requested.is_named and not is_told) or not _is_about_version(error):
            return False
        return self.connection is None or not self.connection.has_written

    def _renegotiate(self, refused: APIVersion) -> APIVersion:
        """Another version than the one that was refused."""
        version, offered = self._negotiated(is_fresh=True)
        if self.service.learned_by == services.REFUSAL and offered is None:
            self.cloud.warn(
                f'{self.service.name}: this cloud {self.service.describe_offer(None)}; '
                f'using API version {version}, not {refused}'
            )
        return version

    def _finish(self, error: Exception | None) -> Exception | None:
        """Store token and range, and return the error with its reason."""
        self.cloud.keep()
        if error is None:
            if self.connection is not None and self.connection.known_versions.used is not None:
                self._announce_version(self.connection.known_versions.used)
            return None
        from novaclient_mv.cli.running import after_write, why_not_here

        version = None if self.connection is None else self.connection.api_version
        error = why_not_here.explained(error, self.cloud, self.service, version)
        if self.connection is None:
            return error
        for refusal in why_not_here.refused_by_policy(error):
            from novaclient_mv.cli.running import not_allowed

            rule = not_allowed.explain(refusal, self.line, self.connection)
            if rule is not None:
                from novaclient_mv.clouds.logins import refusals

                refusals.remember_refusal(self.cloud, rule)
        error = after_write.explained(error, self.connection.history)
        if self.line.called and getattr(getattr(error, 'meant', None), 'asks', False):
            # By a name of python-novaclient nothing is sent that it would not send.
            vars(error)['meant'] = None
        vars(error)['done'] = self._accepted(error) or getattr(error, 'done', None)
        return error

    def _accepted(self, error: BaseException) -> results.Shown:
        """Return what the answers to accepted writes told, where nothing was shown yet."""
        if self.connection is None or self._is_shown:
            return None
        from novaclient_mv.cli.running import after_write

        return after_write.accepted(error, self.connection.history, self.command, self._begun)

    def _announce_release(self) -> None:
        """Say to a person which version a release stands for."""
        requested = self.invocation.requested
        if requested.is_release and self._has_reader:
            self.cloud.warn(
                f'using API version {requested.version}, the newest of {requested.text}'
            )

    @property
    def _has_reader(self) -> bool:
        """Whether a person reads messages, and wants notes."""
        return self.cloud.environment.is_error_terminal and not self.invocation.options.get('quiet')

    def _announce_version(self, version: str) -> None:
        # The newest that both speak is what was asked for.
        if APIVersion(version) not in self.service.range:
            spoken = f'this client speaks {self.service.range}'
            self.cloud.warn(f'this cloud used API version {version}; {spoken}')

    # -- negotiation -----------------------------------------------------------------

    def _negotiated(self, is_fresh: bool = False) -> tuple[APIVersion, VersionRange | None]:
        """The version of this run, and what it was chosen from; see :meth:`Cloud.negotiate`."""
        requested = self.invocation.requested
        return self.cloud.negotiate(self.service, requested, self._inside_window, is_fresh)

    def _inside_window(self, newest: APIVersion, offered: VersionRange | None) -> APIVersion:
        """The newest version that has all of the command line, where the user named none.

        :raises OutsideVersion: nothing that the cloud serves has all of it.
        """
        requested = self.invocation.requested
        self._is_newest = self.line.accepts(newest)
        if requested.is_named or self._is_newest:
            return newest
        version = stepped_down(self.line, newest, offered)
        self.cloud.warn(f'using API version {version}, not {newest}: {self.line.reason(newest)}')
        return version

    # -- the call ----------------------------------------------------------------------

    def _open(self, version: APIVersion) -> Outcome:
        """Call the command at a version; the first page of a list is fetched here."""
        args = self._completed(self.invocation.args_at(version), version)
        if declarations.declared(self.command.function, 'is_about_login'):
            about = self.command.function(self.cloud, args)
            return Outcome([about], version, close=self._finish)
        self.connection = self._connection_to_service(args, version)
        self.connection.filter_notices = self._filter_notices()
        has_owner = any(hasattr(type(value), 'has_form_of_id') for value in vars(args).values())
        if has_owner:
            from novaclient_mv.cli.running import owners

            is_any = declarations.declared(self.command.function, 'takes_any_owner') or ()
            owners.with_ids(args, self.connection, self.cloud.warn, is_any)
        form = getattr(args, 'dry_run', None)
        if form is not None:
            return self._withheld(args, version, form)
        client = self.service.client().over(self.connection)
        failed: errors.SomeFailed | None = None
        call = functools.partial(self._result, client, args, version)
        try:
            result = owners.calling(call, args, self.connection) if has_owner else call()
            self._check_used()
        except errors.SomeFailed as error:
            if error.done is None:
                raise
            # What went well for some is waited for and shown, whatever became of the others.
            failed, result, error.done = error, error.done, None
        # From here on something is shown.
        self.connection.known_versions.may_begin_anew = False
        return Outcome(self._parts(result, args, failed), version, close=self._finish)

    def _withheld(self, args: Args, version: APIVersion, form: str) -> Outcome:
        """Call the command over a connection that withholds writes; what it would have written.

        :param form: how that is shown to a reader.
        """
        from novaclient_mv.cli.running import dry_run

        assert self.connection is not None
        client = self.service.client().over(self.connection.withholding_writes())
        tried = dry_run.attempt(lambda: self._result(client, args, version))
        self._check_used()
        if not tried.withheld:
            self.cloud.warn('nothing would be changed')
        result = dry_run.to_show(tried, form, self.cloud)
        return Outcome(self._parts(result, Args(), tried.error), version, close=self._finish)

    def _result(self, client: Any, args: Args, version: APIVersion) -> Any:
        """The result of the command, once a person has said yes where it asks."""
        result: Any = self.command.function(client, args)
        if isinstance(result, results.Table):
            result.open(self.invocation.wishes.shows_in_part)
        if not isinstance(result, results.Question):
            return result
        from novaclient_mv.cli.running import confirming

        is_unasked = args.yes or getattr(args, 'dry_run', None) is not None
        confirm = None if is_unasked else self._confirm
        return confirming.answered(result, self.invocation, version, confirm, self.cloud.warn)

    def _check_used(self) -> None:
        """Refuse where the service chose a version that lacks a part of the command line, which it
        may have passed over.

        :raises VersionNotOffered: it did, and nothing was changed yet.
        """
        connection = self.connection
        if connection is None or connection.known_versions.used is None or connection.has_written:
            return
        used = self.service.version(connection.known_versions.used)
        offered = connection.known_versions.offered
        if self.line.accepts(min(used, self.service.range.end)) or offered is None:
            return
        needed = VersionRange(connection.api_version, connection.api_version)
        raise errors.VersionNotOffered(needed, offered, self.service.range)

    def _filter_notices(self) -> FilterNotices:
        """Return the warnings of ignored filters, once a run, by names as they were typed."""
        if self._notices is None:
            names = {
                argument.filter.name: argument.name
                for argument, _ in tree.every_argument(self.command)
                if argument.filter is not None and argument.name in self.line.flags
            }
            is_strict = bool(self.cloud.settings.options.get('strict_filters'))
            self._notices = FilterNotices(self.cloud.warn, is_strict, names)
        return self._notices

    def _connection_to_service(self, args: Args, version: APIVersion) -> sender.Sender:
        """The connection to the service of the command, or to the one that an argument names."""
        argument = declarations.declared(self.command.function, 'service_argument')
        named: Service | None = getattr(args, argument, None) if argument else None
        if named is None or named == self.service:
            connection = self.cloud.connection(self.service, version)
            requested, known = self.invocation.requested, connection.known_versions
            known.is_chosen = known.may_begin_anew = not requested.is_named
            lock_timeout = getattr(args, 'lock_timeout', None)
            if lock_timeout is not None:
                connection.lock_timeout = lock_timeout
            if self._is_newest and requested.leaves_choice(self.service, version):
                return connection.asking_latest()
            return connection
        return self.cloud.connection(named, named.without)

    def _completed(self, args: Args, version: APIVersion) -> Args:
        """The arguments with what the environment says for those that were not given; files get
        their input and moments their clock.
        """
        environment = self.cloud.environment
        for part in itertools.chain.from_iterable(map(handed.parts_of, vars(args).values())):
            if isinstance(part, types.File):
                part.stdin = environment.stdin
            elif hasattr(part, 'clock'):
                part.clock = environment.clock
        if self._has_reader and not self._are_moments_told:
            self._are_moments_told = True
            handed.announce_moments(args, self.command, self.line.flags, self.cloud.warn)
        for argument, _ in tree.every_argument(self.command):
            variable = environment.get(argument.variable) if argument.variable else None
            if variable is None or getattr(args, argument.dest, None):
                continue
            name, text = variable
            if version in argument.range:
                setattr(args, argument.dest, text.split(','))
            else:
                needed = self.service.releases.describe_need(argument.range)
                self.cloud.warn(
                    f'{name} is ignored: it needs API version {needed}, this run uses {version}'
                )
        return args

    def _parts(self, result: Any, args: Args, failed: errors.SomeFailed | None) -> Iterator[Any]:
        """Yield the results to show."""
        try:
            if isinstance(result, results.Started) and getattr(args, 'wait', False):
                from novaclient_mv.cli.running import waiting

                end = declarations.declared(self.command.function, 'end')
                clock, timeout = self.cloud.environment.clock, args.wait_timeout
                waiter = waiting.Waiter(clock, timeout, end, result)
                format = self.invocation.wishes.shown_format
                self._begun = result.shown
                for part in waiter.parts(format, failed, self._tell_what_is_hidden):
                    yield part
                    self._is_shown = True
            else:
                self._tell_what_is_hidden(result)
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

    def _tell_what_is_hidden(self, result: Any) -> None:
        """Warn of columns that were named and that the cloud's policy hides from this login."""
        result = result.shown if isinstance(result, results.Started) else result
        while isinstance(result, results.Views | results.Tree):
            result = result.data if isinstance(result, results.Views) else result.table
        if not isinstance(result, results.Table | results.Record):
            return
        resource = type(result.resource) if isinstance(result, results.Record) else result.resource
        names: Sequence[str] = self.invocation.wishes.columns
        if not names and isinstance(result, results.Table) and result.is_explicit:
            names = result.columns
        if not names or not resource.hidden_by:
            return
        texts = itertools.chain.from_iterable(text.split(',') for text in names)
        fields = [columns.find_field(resource.fields, text) for text in texts]
        keys = [field.key for field in fields if field is not None]
        if not resource.hidden_by.keys().isdisjoint(keys) and self.connection is not None:
            from novaclient_mv.cli.running import hidden_columns

            hidden_columns.watched(result, keys, self.connection, self.cloud.warn)


def stepped_down(
    line: CommandLine, newest: APIVersion, offered: VersionRange | None, ending: str = ''
) -> APIVersion:
    """The newest version that is offered and has all of a command line, where the newest has not.

    :param ending: who offers no other version, as the end of a sentence, where it is no one cloud.
    :raises OutsideVersion: there is none.
    """
    service = line.service
    for allowed in reversed(line.windows()):
        try:
            return service.negotiate(service.latest, offered, allowed)
        except errors.VersionNotOffered:
            continue
    refusal = line.refusal(newest, ending or f'; this cloud {service.describe_offer(offered)}')
    if isinstance(refusal, errors.OutsideVersion):
        refusal.blame_cloud(offered)
    raise refusal


_REFUSALS = (errors.NotAcceptable, errors.SomeFailed, errors.VersionNotOffered)


def _is_about_version(error: Exception) -> bool:
    """Whether nothing but the version was refused, and it is known what the cloud serves."""
    failures = error.failures.values() if isinstance(error, errors.SomeFailed) else [error]
    return all(
        isinstance(failure, errors.VersionNotOffered)
        or (isinstance(failure, errors.NotAcceptable) and failure.server_range is not None)
        for failure in failures
    )
