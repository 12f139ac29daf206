"""The outcome of an invocation on a cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv.errors import ExitStatus
from novaclient_mv.versions import APIVersion


class Outcome:
    """The results of an invocation, opened but not drained.

    The first page of a list is there; later pages, and the end of a wait, come while the outcome
    is drained. ``error`` and ``status`` are final after that.

    :param parts: what is to be shown, in order; an exception among them ends it.
    :param version: the version that was used.
    :param close: called once, when it is drained, with the error that ended it; returns the error
        to tell.
    """

    def __init__(
        self,
        parts: Iterable[Any] = (),
        version: APIVersion | None = None,
        error: Exception | None = None,
        close: Callable[[Exception | None], Exception | None] = lambda error: error,
    ) -> None:
        self._parts: Iterator[Any] = iter(parts)
        self.version = version
        self.error = error
        self._close = close

    def drain(self, take: Callable[[Any], None]) -> None:
        """Hand out all that is to be shown; what fails meanwhile is the outcome's error.

        :raises BrokenPipeError: nobody reads any more.
        :raises KeyboardInterrupt: the user stopped it.
        """
        try:
            for part in self._parts:
                take(part)
        except BrokenPipeError:
            raise
        except Exception as error:
            self.error = error
        finally:
            self.error = self._close(self.error)

    @property
    def status(self) -> int:
        """The exit status of it."""
        if self.error is None:
            return ExitStatus.OK
        return int(getattr(self.error, 'exit_status', ExitStatus.FAILED))
