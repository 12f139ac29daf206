"""The answers to a connection's requests so far."""

from __future__ import annotations

from novaclient_mv.wire.request import Answer, Request


class History:
    """The latest answers of a connection, whatever their versions; those of reads without bodies,
    which may be large.
    """

    latest: Answer | None = None
    """The answer that came last."""
    latest_write: Answer | None = None
    """The last answer that says that a write was carried out."""
    unanswered: Request | None = None
    """A write that was under way when the user stopped it."""
    has_written: bool = False
    """Whether something was changed, or may have been and is not to be sent again."""
    is_renewal_refused: bool = False
    """Whether a new token was refused like the one before it, and nothing was accepted since."""

    def add(self, answer: Answer) -> None:
        """Remember an answer that is no error."""
        self.is_renewal_refused = False
        is_write = answer.request is not None and answer.request.is_write
        self.latest = latest = answer if is_write else answer._replace(body=None)
        if is_write:
            # Another thread may have written the latest one since.
            self.latest_write = latest
