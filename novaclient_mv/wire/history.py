"""The answers to a connection's requests so far."""

from __future__ import annotations

from novaclient_mv.wire.request import Answer, Request


class History:
    """The latest answers of a connection at any version, without the bodies of reads."""

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
    _was_silent = False

    def add(self, answer: Answer) -> None:
        self.is_renewal_refused = False
        is_write = answer.request is not None and answer.request.is_write
        self.latest = latest = answer if is_write else answer._replace(body=None)
        if is_write:
            # Another thread may have written the latest one since.
            self.latest_write = latest

    def note_write(self) -> None:
        """Remember that something was changed."""
        self.has_written = True

    def note_unanswered(self, request: Request) -> None:
        """Remember a write that the user stopped before its answer."""
        self.unanswered = request

    def note_silence(self) -> bool:
        """Note that an answer stated no version; whether it is the first such answer."""
        is_first, self._was_silent = not self._was_silent, True
        return is_first

    def note_renewal(self, is_refused: bool) -> None:
        """Remember whether a new token was refused."""
        self.is_renewal_refused = is_refused
