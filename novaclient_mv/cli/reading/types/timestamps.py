"""The type of arguments that are days or times, which may be relative to now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from novaclient_mv.cli.reading import types
from novaclient_mv.clouds.environment import Clock, Environment

if TYPE_CHECKING:
    import argparse
    import datetime

_UNITS = {'s': 'seconds', 'm': 'minutes', 'h': 'hours', 'd': 'days', 'w': 'weeks'}
_DAYS = {'today': 0, 'yesterday': 1}


class Timestamp(types.BoundValue):
    """A day or time (ISO 8601); a time ago (``90s``, ``30m``, ``2h``, ``3d``, ``1w``); ``today`` or
    ``yesterday``, which are local midnights; or a number of days from now (``-28``, ``+1``).

    What is now is asked of the clock of the run once.

    :param form: words for what is not relative, for a refusal.
    """

    type_name = 'moment'
    """The type of arguments in machine formats."""

    def __init__(self, text: str, form: str = 'a day or ISO 8601 time, as in 2026-01-31') -> None:
        import datetime

        self.text = text
        self._clock = Clock()
        self._time: datetime.datetime | None = None
        self._is_date = bool(re.fullmatch(r'[+-]\d{1,4}', text, re.ASCII))
        self.is_relative = (
            self._is_date
            or text in _DAYS
            or bool(re.fullmatch(rf'\d{{1,5}}[{"".join(_UNITS)}]', text, re.ASCII))
        )
        if self.is_relative:
            return
        try:
            time = datetime.datetime.fromisoformat(text)
        except ValueError:
            raise _refusal(text, form) from None
        self._time = time.astimezone(datetime.UTC).replace(tzinfo=None) if time.tzinfo else time

    def bind(self, environment: Environment) -> None:
        self._clock = environment.clock

    def resolve(self) -> datetime.datetime:
        """The time in UTC, without a time zone, as the API takes it."""
        if self._time is None:
            self._time = self._before_now()
        return self._time

    def _before_now(self) -> datetime.datetime:
        import datetime

        now = datetime.datetime.fromtimestamp(self._clock.now(), datetime.UTC)
        if self._is_date:
            return now.replace(tzinfo=None) + datetime.timedelta(days=int(self.text))
        if self.text in _DAYS:
            day = now.astimezone().date() - datetime.timedelta(days=_DAYS[self.text])
            midnight = datetime.datetime.combine(day, datetime.time())
            return midnight.astimezone(datetime.UTC).replace(tzinfo=None)
        ago = datetime.timedelta(**{_UNITS[self.text[-1]]: int(self.text[:-1])})
        return now.replace(tzinfo=None, microsecond=0) - ago

    def read(self) -> str:
        """The text for a filter: as it was typed; a relative one in UTC."""
        return f'{self.resolve().isoformat(timespec="seconds")}Z' if self.is_relative else self.text

    def __str__(self) -> str:
        """The text as it was typed; a relative one as its date or time."""
        return str(self.resolve().date()) if self._is_date else self.read()


def timestamp(text: str) -> Timestamp:
    """A timestamp that is sent as it was typed, so an ISO 8601 time has its hyphens."""
    form = 'an ISO 8601 time, as in 2026-01-31T12:00:00Z'
    timestamp = Timestamp(text, form)
    if not timestamp.is_relative and '-' not in text:
        raise _refusal(text, form)
    return timestamp


def _refusal(text: str, form: str) -> argparse.ArgumentTypeError:
    import argparse

    return argparse.ArgumentTypeError(
        f'{text!r} is not {form}, or how long ago: 30m, 2h, 3d, today, yesterday'
    )
