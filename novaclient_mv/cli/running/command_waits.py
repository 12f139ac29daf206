"""Waits for the end of work that a command started, on one resource or several at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from novaclient_mv import errors, resources
from novaclient_mv.cli.reading.declarations import End
from novaclient_mv.cli.running import progress, results, several
from novaclient_mv.cli.running.interruption import Interruption
from novaclient_mv.resources import waiting
from novaclient_mv.wire import waits


class Target(waiting.Watched[resources.Resource]):
    """One resource to wait for; its failure is reported at the end.

    :param label: what messages about several targets call it.
    :param is_shown: the resource is shown at its end, as it is then.
    """

    def __init__(
        self, end: End, resource: resources.Resource, label: str, is_shown: bool = False
    ) -> None:
        super().__init__(resource, end, resource._begun)
        self.label = label
        self.may_end_unseen = not is_shown
        self.error: Exception | None = None

    @property
    def is_pending(self) -> bool:
        """Whether its end is still to come."""
        return not self.is_done and self.error is None

    def look(self) -> bool:
        """Ask for the resource; whether this is its end; what fails is its error."""
        try:
            super().look()
        except Exception as error:
            self.error = error
            resource = getattr(error, 'resource', None)
            if isinstance(resource, resources.Resource):
                self.resource = resource
            if isinstance(error, errors.EndNotReached):
                error.hint = self._shown_by(self.resource.history_command, 'what was done')
        return self.is_done

    def _shown_by(self, command: str, facts: str) -> str | None:
        """The hint at a command of the resource; ``None`` where it has no such command."""
        words = command.format(id=self.resource.id, manager=self.resource.manager)
        return f"'nova-mv {words}' shows {facts}." if words else None

    def give_up(self, waited: float) -> None:
        hint = self._shown_by(self.resource.show_command, 'how it went on')
        words = (self.lateness(waited, 'command'), hint)
        self.error = errors.WaitTimeout(' '.join(filter(None, words)))

    def line(self) -> str:
        """The final state, for a progress line."""
        return f'{waiting.name_of(self.resource)}: {self.status.state or "done"}'


class Waiter:
    """Asks for resources until each is at its declared end; ``failed`` are failures before."""

    def __init__(
        self,
        clock: waits.WaitClock,
        timeout: float,
        end: End,
        started: results.Started,
        format: str,
        failed: errors.SomeFailed | None = None,
    ) -> None:
        self._clock, self._timeout = clock, timeout
        self._started, self._failed = started, failed
        self._is_for_reader = format == 'table'
        self.targets = [
            Target(end, resource, label, started.refreshed is not None)
            for resource, label in zip(started.resources, started.labels, strict=True)
        ]
        self._progress = progress.current()
        self._shown_at: float | None = None
        self._show_first_looks: Callable[[int, int], None] = lambda ended, failed: None
        if self._progress is not None:
            self._show_first_looks = self._progress.counter(len(self.targets), 'looked at')
        self._start = 0.0

    @property
    def failures(self) -> dict[str, Exception]:
        """The error of each target that did not reach its end."""
        return {target.label: target.error for target in self.targets if target.error is not None}

    def parts(self, tell_hidden: Callable[[Any], None]) -> Iterator[Any]:
        """Yield the started result, and its end after the wait."""
        if not self._is_shown_at_end:
            yield self._started
        self._start = self._clock.monotonic()
        tick = progress.tick()
        try:
            waited = waits.until(
                self._refresh, self._clock, self._timeout, tell=self._show_progress, tick=tick
            )
        except KeyboardInterrupt as stop:
            # What was begun is there all the same, and its id and password must be learnt.
            yield self._latest()
            raise self._interruption() from stop
        for target in self._pending():
            target.give_up(waited or 0.0)
        result = self._result()
        tell_hidden(result)
        yield result
        if self._started.with_failures is not None and self._is_for_reader:
            yield self._ends()
        if self._failed is not None:
            raise self._failed.joined(self.failures)
        labels = [target.label for target in self.targets]
        several.TargetResults([], self.failures, labels).check(None)

    @property
    def _is_shown_at_end(self) -> bool:
        """Whether the result tells what became of the resources, or is one for programs."""
        changing = (self._started.refreshed, self._started.with_failures)
        return not self._is_for_reader or any(changing)

    def _result(self) -> Any:
        """The result to show after the wait, however it ended."""
        if self._started.refreshed is not None:
            try:
                return self._started.refreshed([target.resource for target in self.targets])
            except errors.Error:
                # What was begun may be no more; of a wait that ended well everything is there.
                if not self.failures:
                    raise
        return self._latest()

    def _latest(self) -> Any:
        """The result of a wait without asking the cloud again."""
        if self._started.with_failures is not None:
            return self._started.with_failures(self.failures)
        return self._started.shown if self._is_shown_at_end else self._ends()

    def _ends(self) -> results.Done:
        """A line for each target that has reached its end."""
        return results.Done([target.line() for target in self.targets if target.is_done])

    def _interruption(self) -> Interruption:
        """The state of the targets when the wait is interrupted."""
        failures = {**(self._failed.failures if self._failed else {}), **self.failures}
        done = [target for target in self.targets if target.is_done and target.error is None]
        return Interruption(self._names(done), self._names(self._pending()), failures=failures)

    def _names(self, targets: Sequence[Target]) -> list[str]:
        is_only_one = len(self.targets) == 1
        return [target.name if is_only_one else target.label for target in targets]

    def _pending(self) -> list[Target]:
        return [target for target in self.targets if target.is_pending]

    def _refresh(self) -> bool:
        """Look at what is pending; whether nothing is any more."""
        several.on_each(self._pending(), Target.look, show=self._show_looks)
        return not self._pending()

    def _show_looks(self, ended: int, failed: int) -> None:
        """Show the time that passes while many targets are looked at."""
        waited = self._clock.monotonic() - self._start
        if self._shown_at is None:
            # Of their states nothing is known yet.
            self._show_first_looks(ended, failed)
        elif waited - self._shown_at >= progress.TICK:
            self._show_progress(waited)

    def _show_progress(self, waited: float) -> None:
        if self._progress is not None:
            self._shown_at = waited
            names = [waiting.name_of(target.resource) for target in self.targets]
            if len({*names}) < len(names):
                names = [target.label for target in self.targets]
            targets = zip(self.targets, names, strict=True)
            self._progress.show_targets(
                [progress.of_watched(target, name, target.error) for target, name in targets],
                waited,
            )
