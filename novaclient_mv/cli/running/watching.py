"""Repeats a command at an interval until the user stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import execution, failure, results
from novaclient_mv.cli.running.list_changes import ListChanges
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.errors import ExitStatus
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import waits


class Look(NamedTuple):
    """The results of one look at the cloud, or its failure.

    :param parts: results that are fetched completely; none where the look failed.
    :param version: the version that was used.
    :param error: why it failed; the next look may bring something again.
    """

    parts: Sequence[Any]
    version: APIVersion
    error: Exception | None = None


class Watch:
    """The looks at what a command line shows, until one fails for good."""

    def __init__(
        self,
        invocation: Invocation,
        cloud: Cloud,
        take: Callable[[Look], None],
        warn: Callable[[str], None],
    ) -> None:
        self._invocation = invocation
        self._cloud = cloud
        self._take = take
        self._warn = warn
        self._warnings: set[str] = set()
        cloud.redirect_warnings(self._warn_once)
        self._changes = ListChanges(invocation)
        self._version = invocation.service.range.end
        self._error: Exception | None = None
        self._has_begun = False
        self._is_record = False

    def run(self, clock: waits.WaitClock) -> Exception | None:
        """Look as often as the command line says, until a look fails or the user stops it."""
        try:
            waits.until(self._look, clock, None, interval=self._invocation.output.interval)
        except KeyboardInterrupt:
            if not self._has_begun:
                raise
        return self._error

    def _warn_once(self, line: str) -> None:
        """Warn the user once of each message."""
        if line not in self._warnings:
            self._warnings.add(line)
            self._warn(line)

    def _look(self) -> bool:
        """Look once; whether that was the last time."""
        parts, error = self._asked(self._changes.next_look())
        if error is not None and self._changes.is_partial and not _may_pass(error):
            self._changes.give_up()
            parts, error = self._asked(self._changes.next_look())
        if error is None:
            parts = self._changes.whole_result(parts)
            self._has_begun = True
            self._is_record = any(map(_is_record, parts))
            self._take(Look(parts, self._version))
            return False
        if self._has_begun and _may_pass(error):
            self._take(Look((), self._version, error))
            return False
        self._error = error
        is_gone = getattr(error, 'exit_status', None) == ExitStatus.NOT_FOUND
        if parts or (self._is_record and is_gone):
            self._take(Look(parts, self._version))
        return True

    def _asked(self, invocation: Invocation) -> tuple[Sequence[Any], Exception | None]:
        """Execute a command line; what it shows, and what failed."""
        outcome = execution.execute(invocation, self._cloud)
        parts: list[Any] = []

        def take(part: Any) -> None:
            if isinstance(part, results.Warned):
                for line in part.lines:
                    self._warn_once(line)
                part = part.result
            if part is not None:
                parts.append(results.whole(part))

        outcome.consume(take)
        self._version = outcome.version or self._version
        return parts, None if outcome.error is None else failure.our_error(outcome.error)


def _is_record(part: Any) -> bool:
    """Whether a result is a single resource, which is gone where it is not found."""
    part = part.data if isinstance(part, results.Views) else part
    return isinstance(part, results.Record | results.Properties)


def _may_pass(error: Exception) -> bool:
    """Whether the next look may be answered, as the cloud is only unreachable or broken now."""
    failures = error.failures.values() if isinstance(error, errors.SomeFailed) else [error]
    return all(getattr(failure, 'exit_status', None) == ExitStatus.CLOUD for failure in failures)
