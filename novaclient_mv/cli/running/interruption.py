"""Interruptions of a run by Ctrl-C, and the state of its work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.wire.connection import Connection


class Interruption(KeyboardInterrupt):
    """The user stopped a command that works on several resources, or waits for them.

    :param done: the targets whose work has ended.
    :param accepted: those whose work the cloud has accepted, and goes on with.
    :param unsure: those whose requests were under way; they may have been carried out.
    :param not_begun: those of which nothing was sent.
    """

    def __init__(
        self,
        done: Sequence[str] = (),
        accepted: Sequence[str] = (),
        unsure: Sequence[str] = (),
        not_begun: Sequence[str] = (),
        failures: Mapping[str, Exception] | None = None,
    ) -> None:
        super().__init__()
        self.done = tuple(done)
        self.accepted = tuple(accepted)
        self.unsure = tuple(unsure)
        self.not_begun = tuple(not_begun)
        self.failures = dict(failures or {})
        self.way_to_look = ''

    def add_unsure(self, operation: str, way_to_look: str) -> None:
        """Add a write that may have been carried out."""
        self.unsure, self.way_to_look = (operation,), way_to_look

    def of_begun_work(self) -> Interruption:
        """Return a copy whose finished calls are work that continues in the cloud."""
        accepted = (*self.done, *self.accepted)
        return Interruption((), accepted, self.unsure, self.not_begun, self.failures)

    def with_failures(self, failures: Mapping[str, Exception]) -> Interruption:
        """Return a copy with earlier failures."""
        failures = {**failures, **self.failures}
        return Interruption(self.done, self.accepted, self.unsure, self.not_begun, failures)

    def after(self, result: Any) -> Iterator[Any]:
        """Yield a result that is to be shown, and stop."""
        yield result
        raise self

    def nothing_begun(self) -> Interruption:
        """Return a copy in which all calls only prepared for the work."""
        names = (*self.done, *self.accepted, *self.unsure, *self.not_begun)
        return Interruption(not_begun=names, failures=self.failures)


def of_run(
    stop: KeyboardInterrupt, command: Command, connection: Connection | None
) -> Interruption:
    """Return the interruption of a command, with a write whose result is unknown."""
    interruption = stop if isinstance(stop, Interruption) else Interruption()
    if not declarations.declared(command.function, 'writes'):
        return Interruption()
    history = None if connection is None else connection.history
    if history is not None and history.unanswered is not None and not interruption.unsure:
        interruption.add_unsure(history.unanswered.operation, history.unanswered.way_to_look)
    if declarations.declared(command.function, 'end'):
        return interruption.of_begun_work()
    return interruption


class Interrupted(errors.Error):
    """The error of an interrupted run."""

    exit_status = errors.ExitStatus.INTERRUPTED
    error_code = 'interrupted'

    def __init__(self, stop: KeyboardInterrupt) -> None:
        self.interruption = stop if isinstance(stop, Interruption) else Interruption()
        self.failures = self.interruption.failures
        self.hint = self.interruption.way_to_look or None
        super().__init__(' '.join(['Interrupted.', *self._sentences()]))

    def _sentences(self) -> list[str]:
        named = {
            'Done': self.interruption.done,
            'Still in progress on the cloud': self.interruption.accepted,
            'May have been carried out': self.interruption.unsure,
            'Failed': tuple(self.interruption.failures),
            'Not started': self.interruption.not_begun,
        }
        return [f'{state}: {", ".join(names)}.' for state, names in named.items() if names]

    def facts(self) -> dict[str, Any]:
        """Return the targets by their state."""
        interruption = self.interruption
        return {
            'done': list(interruption.done),
            'accepted': list(interruption.accepted),
            'unsure': list(interruption.unsure),
            'not_begun': list(interruption.not_begun),
            'failures': {name: str(error) for name, error in interruption.failures.items()},
        }
