"""What was answered so far to the requests of a connection, and how long that took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.wire.request import Answer

if TYPE_CHECKING:
    import requests
    from keystoneauth1 import session as ks_session


class History:
    """The latest answers of a connection, whatever their versions."""

    latest: Answer | None = None
    """The answer that came last."""
    latest_write: Answer | None = None
    """The last answer that says that a write was carried out."""
    has_written: bool = False
    """Whether something was changed, or may have been and is not to be sent again."""
    timings: list[ks_session.RequestTiming] | None = None
    """What each request took, where that is collected."""

    def add(self, answer: Answer) -> None:
        """Remember an answer that is no error."""
        self.latest = answer
        if answer.request is not None and answer.request.is_write:
            self.latest_write = answer

    def time(self, response: requests.Response) -> None:
        """Remember what a request took, if that is collected."""
        if self.timings is None:
            return
        from keystoneauth1 import session as ks_session

        sent = response.request
        self.timings.append(
            ks_session.RequestTiming(
                method=str(sent.method), url=str(sent.url), elapsed=response.elapsed
            )
        )
