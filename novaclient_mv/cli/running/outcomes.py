"""The outcome of an invocation on a cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv.errors import ExitStatus
from novaclient_mv.versions import APIVersion


class Outcome:
    """The results of an invocation, opened but not consumed.

    The first page of a list is there; later pages, and the end of a wait, come while the outcome
    is consumed. ``error`` and ``status`` are final after that.

    :param parts: what is to be shown, in order; an exception among them ends it.
    :param version: the version that was used.
    :param close: called once, when it is consumed, with the error that ended it; returns the error
        to report.
    :param status: the exit status where no error ends it.
    """

    def __init__(
        self,
        parts: Iterable[Any] = (),
        version: APIVersion | None = None,
        error: Exception | None = None,
        close: Callable[[Exception | None], Exception | None] = lambda error: error,
        status: int = ExitStatus.OK,
    ) -> None:
        self._parts: Iterator[Any] = iter(parts)
        self.version = version
        self.error = error
        self._close = close
        self._status = status

    def consume(self, show: Callable[[Any], None]) -> None:
        """Show all results; what fails meanwhile is the outcome's error.

        :raises BrokenPipeError: nobody reads any more.
        :raises KeyboardInterrupt: the user stopped it.
        """
        try:
            for part in self._parts:
                show(part)
        except BrokenPipeError:
            raise
        except Exception as error:
            self.error = error
        finally:
            self.error = self._close(self.error)

    def drain(self, take: Callable[[Any], None]) -> None:
        """The old name of :meth:`consume`."""
        from novaclient_mv import deprecation

        deprecation.warn('Outcome.drain', 'Outcome.consume')
        self.consume(take)

    @property
    def status(self) -> int:
        if self.error is None:
            return self._status
        return int(getattr(self.error, 'exit_status', ExitStatus.FAILED))
