"""What was answered so far to the requests of a connection, and how long that took."""

from __future__ import annotations

import datetime
from typing import NamedTuple

from novaclient_mv.wire.request import Answer
from novaclient_mv.wire.transport import WireAnswer, WireRequest


class Timing(NamedTuple):
    """What one request took, as keystoneauth1 tells it, too."""

    method: str
    url: str
    elapsed: datetime.timedelta


class History:
    """The latest answers of a connection, whatever their versions."""

    latest: Answer | None = None
    """The answer that came last."""
    latest_write: Answer | None = None
    """The last answer that says that a write was carried out."""
    has_written: bool = False
    """Whether something was changed, or may have been and is not to be sent again."""
    timings: list[Timing] | None = None
    """What each request took, where that is collected."""

    def add(self, answer: Answer) -> None:
        """Remember an answer that is no error."""
        self.latest = answer
        if answer.request is not None and answer.request.is_write:
            self.latest_write = answer

    def time(self, request: WireRequest, answer: WireAnswer) -> None:
        """Remember what a request took, if that is collected."""
        if self.timings is not None:
            elapsed = datetime.timedelta(seconds=answer.seconds)
            self.timings.append(Timing(request.method, request.url, elapsed))
