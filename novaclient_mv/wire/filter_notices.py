"""Filters that a cloud ignores for a login: warn once, or refuse."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence

from novaclient_mv import errors
from novaclient_mv.services.filters import Filter
from novaclient_mv.versions import APIVersion, VersionRange

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def warn(line: str) -> None:
    """Warn a program, at the line of its own that led here."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(line, errors.FilterIgnored, level)


class FilterNotices:
    """Warns of each ignored filter once a connection.

    :param is_strict: refuse filters that the cloud does not heed, also those that could be
        applied here.
    :param names: what users call filters that they do not know by the API's names.
    """

    def __init__(
        self,
        tell: Callable[[str], None] = warn,
        is_strict: bool = False,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._tell = tell
        self.is_strict = is_strict
        self._names = names or {}
        self._reported_names: set[str] = set()

    def tell(self, ignored: Sequence[Filter]) -> None:
        """Warn of filters that the cloud ignores, each once."""
        new = [filter for filter in ignored if filter.name not in self._reported_names]
        if new:
            self._reported_names.update(filter.name for filter in new)
            self._tell(self._sentence('are' if new[1:] else 'is', new))

    def refuse(self, unusable: Sequence[Filter]) -> None:
        """Refuse filters that the cloud does not heed."""
        if not unusable:
            return
        opening = [APIVersion(filter.open_from) for filter in unusable if filter.open_from]
        needed = VersionRange(max(opening)) if len(opening) == len(unusable) else None
        raise errors.FilterUnavailable(f'{self._sentence("would be", unusable)}.', needed)

    def _sentence(self, verb: str, filters: Sequence[Filter]) -> str:
        names = [self._names.get(filter.name, filter.name) for filter in filters]
        listed = ' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)
        reasons = [
            f'{name} needs {filter.who}'
            if filter.open_from
            else f'only administrators can filter by {name if names[1:] else "it"}'
            for name, filter in zip(names, filters, strict=True)
        ]
        return f'{listed} {verb} ignored on this cloud: {"; ".join(reasons)}'
