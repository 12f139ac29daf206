"""The type of arguments that are days or times, which may be relative to now."""

from __future__ import annotations

import datetime
import re
from argparse import ArgumentTypeError

from novaclient_mv.clouds.environment import Clock


class Moment:
    """A day or time (ISO 8601), or a number of days from now (``-28``, ``+1``).

    What ``now`` is, is asked of ``clock`` when the command runs; the shell puts its own there.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.clock = Clock()
        self._days: int | None = None
        if re.fullmatch(r'[+-]\d{1,4}', text, re.ASCII):
            self._days = int(text)
            return
        try:
            moment = datetime.datetime.fromisoformat(text)
        except ValueError:
            raise ArgumentTypeError(
                f'{text!r} is not a day or ISO 8601 time, as in 2026-01-31'
            ) from None
        self._moment = (
            moment.astimezone(datetime.UTC).replace(tzinfo=None) if moment.tzinfo else moment
        )

    def resolve(self) -> datetime.datetime:
        """The moment in UTC, without a time zone, as the API takes it."""
        if self._days is None:
            return self._moment
        now = datetime.datetime.fromtimestamp(self.clock.now(), datetime.UTC)
        return now.replace(tzinfo=None) + datetime.timedelta(days=self._days)

    def __str__(self) -> str:
        """The text as it was typed; a relative one as its date."""
        return self.text if self._days is None else str(self.resolve().date())
