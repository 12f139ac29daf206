"""The error for names that do not exist, and the names that may have been meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from novaclient_mv.errors.tree import CommandError

MAX_IN_LINE = 8
"""More names than these stand in columns, or are counted."""


def did_you_mean(candidates: Iterable[str]) -> str:
    names = list(candidates)
    if not names:
        return ''
    last = [', '.join(names[:-1]), names[-1]] if names[1:] else names
    return f' Did you mean {" or ".join(last)}?'


class UnknownName(CommandError):
    """A command, option or column that does not exist.

    :param kind: what was looked for: ``command``, ``option``, ``column``.
    :param name: what was typed.
    :param candidates: names that are close to it; or what tells them, which takes time and is asked
        when they are shown.
    :param ending: what the message says behind them.
    :param owner: the command or service that lacks it.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        candidates: Iterable[str] | Callable[[], Iterable[str]] = (),
        after: str = '',
        ending: str = '',
        owner: str = '',
    ) -> None:
        self.kind = kind
        self.name = name
        self._candidates = candidates
        self._ending = ending
        self.error_code = f'unknown_{kind}'
        beginning = f'{owner} has no' if owner else 'There is no'
        self._plain = f'{beginning} {kind} {name}{after}.'
        super().__init__(self._plain)

    @property
    def candidates(self) -> tuple[str, ...]:
        """Names that are close to it."""
        if callable(self._candidates):
            self._candidates = tuple(self._candidates())
        return tuple(self._candidates)

    @property
    def has_advice(self) -> bool:
        """Whether its message says what may be meant, or what to use."""
        return bool(self._ending or self.hint or self.candidates)

    def with_candidates(self, closer: Iterable[str]) -> UnknownName:
        """Return a copy that suggests further names, in front of the others."""
        names = dict.fromkeys((*closer, *self.candidates))
        error = UnknownName(self.kind, self.name, [*names], ending=self._ending)
        error._plain = self._plain
        error.args = (self._plain,)
        error.hint = self.hint
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        self._candidates = self.candidates
        return super().__reduce__()

    @property
    def in_short(self) -> str:
        """The message with some of its suggestions, where they are many."""
        more = len(self.candidates) - MAX_IN_LINE
        if more <= 0:
            return str(self)
        some = ', '.join(self.candidates[:-more])
        return f'{self._plain} Did you mean {some} or one of {more} more?'

    @property
    def without_candidates(self) -> str:
        """The message without suggestions."""
        return f'{self._plain}{self._ending}'

    def __str__(self) -> str:
        if self.args != (self._plain,):
            # It was given another message.
            return super().__str__()
        return f'{self._plain}{did_you_mean(self.candidates)}{self._ending}'
