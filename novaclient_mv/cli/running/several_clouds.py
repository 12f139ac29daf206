"""Executes one invocation on several clouds at once, and yields their results as they arrive."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, read
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import execution, line_version, results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.selection import Selection, Target
from novaclient_mv.services import Service
from novaclient_mv.services.service import common_versions
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange

_MOST_WAITING = 1000
"""Pieces that wait to be shown, before clouds wait with more."""

_LONGEST_DEAFNESS = 0.5
"""Seconds. A signal that comes just before a thread begins to wait does not end that wait, so that
none may last for as long as a cloud does: one may ask somebody for a password.
"""


class Piece(NamedTuple):
    """A result of one target, or a part of it: rows of a table come one by one."""

    target: Target
    result: Any
    version: APIVersion


class Notice(NamedTuple):
    """A line for the user about one target."""

    target: Target
    line: str


class Cut(NamedTuple):
    """The last result of a target ended too early: what came of it is not all of it."""

    target: Target


class TargetEnded(NamedTuple):
    """One target has brought all; ``cloud`` is ``None`` where its settings did not suffice."""

    target: Target
    error: Exception | None
    cloud: Cloud | None


class Split(NamedTuple):
    """One target turned out to be several: the regions of its service catalog."""

    target: Target
    targets: tuple[Target, ...]


Event = Piece | Notice | Cut | TargetEnded | Split


def check(invocation: Invocation, selection: Selection) -> None:
    """Refuse what is not for several clouds, before any login."""
    command = invocation.command
    if command is None:
        return
    names = ', '.join(selection.names)
    if declarations.declared(command.function, 'writes') and not _only_reads(invocation):
        raise errors.CommandError(
            f'{command.name} may change something; that is done on one cloud at a time, not on '
            f'{names}.'
        )
    if _is_for_one_cloud(invocation):
        raise errors.CommandError(f'{command.name} works on one cloud, not on {names}.')


def _is_for_one_cloud(invocation: Invocation) -> bool:
    """Whether a command works on one cloud, always or with these arguments."""
    if invocation.command is None or invocation.line is None:
        return False
    function = invocation.command.function
    condition = declarations.declared(function, 'for_one_cloud_if')
    if condition is not None:
        return bool(condition(invocation.args_at(invocation.line.newest())))
    return bool(declarations.declared(function, 'is_for_one_cloud'))


def _only_reads(invocation: Invocation) -> bool:
    """Whether the arguments of a command that may write say that it reads."""
    if invocation.command is None or invocation.line is None:
        return True
    reads = declarations.declared(invocation.command.function, 'reads_if')
    return reads is not None and bool(reads(invocation.args_at(invocation.line.newest())))


def carried_out(invocation: Invocation, selection: Selection) -> Iterator[Event]:
    """Run an invocation on all targets at once; the last of each is a ``TargetEnded``."""
    events: queue.Queue[Event] = queue.Queue(_MOST_WAITING)

    def begin(targets: Sequence[Target]) -> int:
        runs = [_Run(invocation, target, events) for target in targets]
        for run in runs:
            run.open()
        for run in runs:
            # A cloud that hangs must not hold the program back when the user stops it.
            threading.Thread(target=run.run, name=run.target.label, daemon=True).start()
        return len(runs)

    targets = selection.targets
    if invocation.requested.is_common:
        targets = yield from _at_common_version(invocation, targets)
    going_on = begin(targets)
    while going_on:
        try:
            event = events.get(timeout=_LONGEST_DEAFNESS)
        except queue.Empty:
            continue
        yield event
        if isinstance(event, Split):
            going_on += begin(event.targets) - 1
        going_on -= isinstance(event, TargetEnded)


class NothingInCommon(errors.Error):
    """Several clouds share no version."""

    exit_status = errors.ExitStatus.VERSION
    error_code = 'version_not_offered'


def _at_common_version(
    invocation: Invocation, targets: Sequence[Target]
) -> Generator[Event, None, tuple[Target, ...]]:
    """The targets that answer, each with the one version that is sent to all of them."""
    # Needed by runs that ask for one version of several clouds.
    from novaclient_mv.cli.running import offers

    service = invocation.service
    named: list[Target] = []
    for target in targets:
        try:
            parts = in_regions(target, service)
        except errors.Error as error:
            yield TargetEnded(target, error, None)
            continue
        if parts != (target,):
            yield Split(target, parts)
        named += parts
    answers = offers.ask(named, service, max(target.settings.timeout for target in named))
    pairs = list(zip(named, answers, strict=True))
    for target, answer in pairs:
        if answer.error is not None:
            yield TargetEnded(target, answer.error, None)
    answering = [(target, answer.offer.range) for target, answer in pairs if answer.error is None]
    if not answering:
        return ()
    version = _common_version(invocation, answering)
    settled = []
    for target, _ in answering:
        options = {**target.settings.options, service.version_dest: str(version)}
        settings = target.settings.with_options(options, target.settings.table)
        settled.append(target._replace(settings=settings))
        yield Split(target, (settled[-1],))
    return tuple(settled)


def _common_version(
    invocation: Invocation, offers: Sequence[tuple[Target, VersionRange | None]]
) -> APIVersion:
    """The newest version that clouds share and that takes the command line."""
    service, line = invocation.service, invocation.line
    common = common_versions(service, (offered for _, offered in offers))
    try:
        if common is None:
            raise errors.VersionNotOffered(None, None)
        # What stands for requests without a header is no microversion.
        offered = None if common.end == service.unversioned else common
        newest = service.negotiate(service.latest, offered)
    except errors.VersionNotOffered as error:
        described = '; '.join(
            f'{target.label} {service.describe_offer(offered)}' for target, offered in offers
        )
        spoken = service.range
        raise NothingInCommon(
            f'These clouds and this client have no API version in common: {described}; this '
            f'client speaks {spoken.start} to {spoken.end}.'
        ) from error
    if line is None or line.accepts(newest):
        return newest
    return line_version.newest_accepted_version(
        line, newest, offered, f'; these clouds share {common}'
    )


def status_of(ends: Iterable[TargetEnded]) -> int:
    """The exit status: that of all where all ended alike, and that of a partial failure."""
    statuses = {
        int(errors.ExitStatus.OK)
        if end.error is None
        else int(getattr(end.error, 'exit_status', errors.ExitStatus.FAILED))
        for end in ends
    }
    return statuses.pop() if len(statuses) == 1 else int(errors.ExitStatus.SOME_FAILED)


def in_all_regions(target: Target, cloud: Cloud, service: Service) -> tuple[Target, ...]:
    """The target in each region that the catalog of its cloud has of a service."""
    access = cloud.connection(service, service.unversioned).access
    places = access.places((*service.catalog_types, service.service_type)) or ()
    cloud.keep()
    return target.in_regions(sorted({place.region for place in places if place.region}))


def in_regions(
    target: Target, service: Service, warn: Callable[[str], None] = lambda line: None
) -> tuple[Target, ...]:
    """The target in each of its regions, if it names all regions of its cloud."""
    if not target.asks_regions:
        return (target,)
    settings = target.settings
    with contextlib.closing(Cloud(settings.environment, settings=settings, warn=warn)) as cloud:
        return in_all_regions(target, cloud, service)


class _Run:
    """The run on one target, in a thread of its own."""

    def __init__(self, invocation: Invocation, target: Target, events: queue.Queue[Event]) -> None:
        self.invocation = invocation
        self.target = target
        self.events = events
        self.cloud: Cloud | None = None
        self._early_notices: list[str] | None = []
        """Messages to be shown once the thread runs."""

    def open(self) -> None:
        """Open the cloud before the thread begins, which imports nothing; it tells errors."""
        service = self.invocation.service
        try:
            service.client()
            read.for_settings(self.invocation, self.target.settings)
            self._opened().connection(service, service.unversioned)
        except Exception:
            self.cloud, self._early_notices = None, []

    def run(self) -> None:
        """Put its results into the queue, and then its end."""
        notices, self._early_notices = self._early_notices or (), None
        for line in notices:
            self._warn(line)
        try:
            if self.target.asks_regions:
                self.events.put(Split(self.target, self._regions()))
                return
            error = self._carry_out()
        except Exception as unexpected:
            error = unexpected
        finally:
            if self.cloud is not None:
                self.cloud.close()
        self.events.put(TargetEnded(self.target, error, self.cloud))

    def _regions(self) -> tuple[Target, ...]:
        """The target in each region that its catalog has of the service."""
        service = self.invocation.service
        return in_all_regions(self.target, self._opened(), service)

    def _carry_out(self) -> Exception | None:
        target = self.target
        invocation = read.for_settings(self.invocation, target.settings)
        outcome = execution.execute(invocation, self._opened())
        version = outcome.version or invocation.service.range.end

        def take(part: Any) -> None:
            try:
                for piece in _pieces(part):
                    self.events.put(Piece(target, piece, version))
            except Exception:
                self.events.put(Cut(target))
                raise

        outcome.consume(take)
        done = getattr(outcome.error, 'done', None)
        if done is not None:
            take(done)
        return outcome.error

    def _opened(self) -> Cloud:
        if self.cloud is None:
            settings = self.target.settings
            self.cloud = Cloud(settings.environment, settings=settings, warn=self._warn)
        return self.cloud

    def _warn(self, line: str) -> None:
        if self._early_notices is None:
            self.events.put(Notice(self.target, line))
        else:
            self._early_notices.append(line)


def _pieces(result: Any) -> Iterator[Any]:
    """A result that is fetched completely; a table first without rows, then row by row."""
    if isinstance(result, results.Started):
        result = result.shown
    if isinstance(result, results.Table):
        yield result.with_rows(())
        for row in result.rows:
            yield result.with_rows((row,))
    elif result is not None:
        yield results.whole(result)
