"""Versions of an API as values: spelling, order and ranges."""

from __future__ import annotations

import functools
import re
from typing import cast

from novaclient_mv import exceptions

LATEST = 'latest'
_SPELLING = re.compile(r'([1-9]\d*)\.([1-9]\d*|0|latest)', re.ASCII)
_NEWEST_MINOR = float('inf')


@functools.total_ordering
class APIVersion:
    """One version of an API, ``X.Y``; ``X.latest`` stands above every number of its major.

    Without a text it is the null version: below all others, and "no version" where one is asked
    for.

    :param version_str: ``X.Y`` or ``X.latest``, ASCII digits without leading zeros.
    :raises UnsupportedVersion: any other spelling.
    """

    __slots__ = ('ver_major', 'ver_minor')

    def __init__(self, version_str: str | None = None) -> None:
        self.ver_major: int = 0
        self.ver_minor: float = 0
        if version_str is None:
            return
        match = _SPELLING.fullmatch(str(version_str))
        if match is None:
            raise exceptions.InvalidVersion(str(version_str))
        try:
            self.ver_major = int(match[1])
            self.ver_minor = _NEWEST_MINOR if match[2] == LATEST else int(match[2])
        except ValueError:  # thousands of digits
            raise exceptions.InvalidVersion(f'{match[0][:20]}...') from None

    @classmethod
    def of(cls, version: APIVersion | str | None) -> APIVersion:
        """The version itself, or the one that a text spells."""
        return version if isinstance(version, cls) else cls(cast('str | None', version))

    def is_null(self) -> bool:
        """Whether this is the null version."""
        return self.ver_major == 0

    def is_latest(self) -> bool:
        """Whether this is ``X.latest``, which is never sent to a cloud."""
        return self.ver_minor == _NEWEST_MINOR

    def matches(self, min_version: APIVersion | str, max_version: APIVersion | str) -> bool:
        """Whether this version lies between two others, both included; a null bound is open.

        :raises ValueError: this version is null.
        """
        if self.is_null():
            raise ValueError('The null version cannot be matched.')
        low, high = APIVersion.of(min_version), APIVersion.of(max_version)
        return (low.is_null() or low <= self) and (high.is_null() or self <= high)

    def get_string(self) -> str:
        """``X.Y`` or ``X.latest``.

        :raises ValueError: this version is null.
        """
        if self.is_null():
            raise ValueError('The null version has no text.')
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        return (self.ver_major, self.ver_minor) == (other.ver_major, other.ver_minor)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        return (self.ver_major, self.ver_minor) < (other.ver_major, other.ver_minor)

    def __hash__(self) -> int:
        return hash((self.ver_major, self.ver_minor))

    def __str__(self) -> str:
        return f'{self.ver_major}.{LATEST if self.is_latest() else int(self.ver_minor)}'

    def __repr__(self) -> str:
        return '<APIVersion: null>' if self.is_null() else f'<APIVersion: {self}>'


API_MIN_VERSION = APIVersion('2.1')
API_MAX_VERSION = APIVersion('2.104')

NO_MICROVERSION = APIVersion('2.0')
"""The API without a microversion header: what every cloud speaks, whatever its age."""


class VersionRange:
    """The versions from ``start`` to ``end``, both included.

    :param start: first version, ``None`` for the beginning of the major (2.0).
    :param end: last version, ``None`` for "and all that follow".
    """

    __slots__ = ('end', 'start')

    def __init__(
        self, start: APIVersion | str | None = None, end: APIVersion | str | None = None
    ) -> None:
        if start is None:
            start = NO_MICROVERSION if end is None else f'{APIVersion.of(end).ver_major}.0'
        self.start = APIVersion.of(start)
        self.end = APIVersion.of(f'{self.start.ver_major}.{LATEST}' if end is None else end)

    @classmethod
    def parse(cls, text: str) -> VersionRange:
        """The range that ``2.10``, ``2.10..``, ``..2.56`` or ``2.19..2.36`` spells."""
        if '..' not in text:
            return cls(text, text)
        start, _, end = text.partition('..')
        return cls(start or None, end or None)

    @property
    def is_empty(self) -> bool:
        """Whether no version lies in it."""
        return self.start > self.end

    @property
    def is_open(self) -> bool:
        """Whether it has no last version."""
        return self.end.is_latest()

    @property
    def is_everything(self) -> bool:
        """Whether it holds every version of its major, 2.0 included."""
        return self.is_open and self.start.ver_minor == 0

    def intersect(self, other: VersionRange) -> VersionRange:
        """The versions in both (perhaps an empty range)."""
        return VersionRange(max(self.start, other.start), min(self.end, other.end))

    def overlaps(self, other: VersionRange) -> bool:
        """Whether some version lies in both."""
        return not self.intersect(other).is_empty

    def __contains__(self, version: APIVersion) -> bool:
        return self.start <= version <= self.end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VersionRange):
            return NotImplemented
        return (self.start, self.end) == (other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def __str__(self) -> str:
        if self.is_empty:
            return 'no version'
        if self.start == self.end:
            return str(self.start)
        if self.is_open:
            return f'{self.start} and later'
        return f'{self.start} to {self.end}'

    def __repr__(self) -> str:
        return f'<VersionRange: {self.start}..{self.end}>'


EVERY_VERSION = VersionRange()
CLIENT_RANGE = VersionRange(API_MIN_VERSION, API_MAX_VERSION)


def next_version(version: APIVersion) -> APIVersion:
    """The version after a numbered one."""
    return APIVersion(f'{version.ver_major}.{int(version.ver_minor) + 1}')


def previous_version(version: APIVersion) -> APIVersion:
    """The version before a numbered one that is not the first of its major."""
    return APIVersion(f'{version.ver_major}.{int(version.ver_minor) - 1}')
