"""Versions of an API as values: spelling, order, ranges, and the service that each belongs to."""

from __future__ import annotations

import re
from typing import Self

from novaclient_mv import errors

LATEST = 'latest'
COMMON = 'common'
"""Stands for the newest version that all clouds of a run share; on one cloud as ``latest``."""
_SPELLING = re.compile(r'([1-9]\d*)\.([1-9]\d*|0|latest)', re.ASCII)
_OPEN = float('inf')


class APIVersion:
    """One version of an API, ``X.Y``; ``X.latest`` is above every number of its major.

    A version belongs to a service, or to none yet (unbound). Versions of two services are never
    equal, and comparing their order is an error; an unbound one takes the service of the version
    that it meets. Without a text it is the null version: below all others, and "no version" where
    one is asked for.

    :param version_str: ``X.Y`` or ``X.latest``, ASCII digits without leading zeros.
    :param service: name of the service whose version it is.
    :raises UnsupportedVersion: any other spelling.
    """

    __slots__ = ('service', 'ver_major', 'ver_minor')

    def __init__(self, version_str: str | None = None, service: str | None = None) -> None:
        self.service = service
        self.ver_major: float = 0
        self.ver_minor: float = 0
        if version_str is None:
            return
        match = _SPELLING.fullmatch(str(version_str))
        if match is None:
            raise errors.InvalidVersion(str(version_str))
        try:
            self.ver_major = int(match[1])
            self.ver_minor = _OPEN if match[2] == LATEST else int(match[2])
        except ValueError:  # thousands of digits
            raise errors.InvalidVersion(f'{match[0][:20]}...') from None

    @classmethod
    def of(cls, version: APIVersion | str | None) -> APIVersion:
        """The version itself, or the one that a text spells."""
        return version if isinstance(version, APIVersion) else cls(version)

    def at(self, major: float, minor: float) -> Self:
        """Another version of the same service."""
        other = type(self).__new__(type(self))
        other.service = self.service
        other.ver_major = major
        other.ver_minor = minor
        return other

    def bound_like(self, other: APIVersion) -> APIVersion:
        """This version, of the service of another one where it has none itself."""
        if self.service is not None or other.service is None:
            return self
        return other.at(self.ver_major, self.ver_minor)

    def is_null(self) -> bool:
        """Whether this is the null version."""
        return self.ver_major == 0

    def is_latest(self) -> bool:
        """Whether this is ``X.latest``, the end of an open range."""
        return self.ver_minor == _OPEN

    def matches(self, min_version: APIVersion | str, max_version: APIVersion | str) -> bool:
        """Whether this version is between two others, both included; a null bound is open.

        :raises ValueError: this version is null.
        """
        if self.is_null():
            raise ValueError('The null version cannot be matched.')
        low, high = _unbound(min_version), _unbound(max_version)
        return (low.is_null() or low <= self) and (high.is_null() or self <= high)

    def get_string(self) -> str:
        """``X.Y`` or ``X.latest``.

        :raises ValueError: this version is null.
        """
        if self.is_null():
            raise ValueError('The null version has no text.')
        return str(self)

    def _is_of_another_service(self, other: APIVersion) -> bool:
        bound = self.service is not None and other.service is not None
        return bound and self.service != other.service

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        is_same = self.ver_minor == other.ver_minor and self.ver_major == other.ver_major
        return is_same and not self._is_of_another_service(other)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        if self.service != other.service and self._is_of_another_service(other):
            raise TypeError(
                f'{self} of {self.service} and {other} of {other.service} are versions of two '
                'services, which have no order.'
            )
        if self.ver_major != other.ver_major:
            return self.ver_major < other.ver_major
        return self.ver_minor < other.ver_minor

    # Written out, for no other values are compared as often. A subclass would be asked before this
    # by ``<``, and ask here.

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        return not (self.__lt__(other) or self.__eq__(other))

    def __le__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        return self.__lt__(other) or self.__eq__(other)

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, APIVersion):
            return NotImplemented
        return not self.__lt__(other)

    def __hash__(self) -> int:
        return hash((self.ver_major, self.ver_minor))

    def __str__(self) -> str:
        if self.ver_major == _OPEN:
            return LATEST
        return f'{self.ver_major}.{LATEST if self.is_latest() else int(self.ver_minor)}'

    def __repr__(self) -> str:
        return '<APIVersion: null>' if self.is_null() else f'<APIVersion: {self}>'


def _unbound(version: APIVersion | str) -> APIVersion:
    """A version that a caller gave, perhaps as text, which is one of no service yet."""
    return version if isinstance(version, APIVersion) else APIVersion(version)


_BOTTOM = APIVersion()
_TOP = _BOTTOM.at(_OPEN, _OPEN)


class VersionRange:
    """The versions from ``start`` to ``end``, both included.

    A range without bounds holds every version of whatever service. Bounds spelt as text belong to
    no service until they meet a version of one.

    :param start: first version, ``None`` for the beginning of the major of ``end``.
    :param end: last version, ``None`` for "and all that follow" in the major of ``start``.
    :raises TypeError: the bounds are versions of two services.
    """

    __slots__ = ('end', 'start')

    def __init__(
        self, start: APIVersion | str | None = None, end: APIVersion | str | None = None
    ) -> None:
        first = None if start is None else _unbound(start)
        last = None if end is None else _unbound(end)
        if first is None:
            first = _BOTTOM if last is None else last.at(last.ver_major, 0)
        if last is None:
            last = _TOP if first.is_null() else first.at(first.ver_major, _OPEN)
        first, last = first.bound_like(last), last.bound_like(first)
        self.start, self.end = first, last
        if first._is_of_another_service(last):
            raise TypeError(f'{first} and {last} bound no range: they are of two services.')

    @classmethod
    def parse(cls, text: str) -> VersionRange:
        """The range that ``2.10``, ``2.10..``, ``..2.56`` or ``2.19..2.36`` spells."""
        if '..' not in text:
            return cls(text, text)
        start, _, end = text.partition('..')
        return cls(start or None, end or None)

    @property
    def service(self) -> str | None:
        """The service whose versions these are; ``None`` for those of whatever service."""
        return self.start.service

    @property
    def is_empty(self) -> bool:
        """Whether no version is in it."""
        return self.end < self.start

    @property
    def is_open(self) -> bool:
        """Whether it has no last version."""
        return self.end.is_latest()

    @property
    def is_everything(self) -> bool:
        """Whether it holds every version of its major, the one without microversions included."""
        return self.is_open and self.start.ver_minor == 0

    def intersect(self, other: VersionRange) -> VersionRange:
        """The versions in both (perhaps an empty range).

        :raises TypeError: they are ranges of two services.
        """
        return VersionRange(max(self.start, other.start), min(self.end, other.end)).bound_like(
            self if self.service else other
        )

    def bound_like(self, other: VersionRange) -> VersionRange:
        """This range, of the service of another one where it has none itself."""
        if self.service is not None or other.service is None:
            return self
        return VersionRange(self.start.bound_like(other.start), self.end.bound_like(other.start))

    def overlaps(self, other: VersionRange) -> bool:
        """Whether some version is in both."""
        return not self.intersect(other).is_empty

    def __contains__(self, version: APIVersion) -> bool:
        return not (version.is_null() or version < self.start or self.end < version)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VersionRange):
            return NotImplemented
        return (self.start, self.end) == (other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def __str__(self) -> str:
        if self.is_empty:
            return 'no version'
        if self.start.is_null():
            return 'every version' if self.is_open else f'up to {self.end}'
        if self.start == self.end:
            return str(self.start)
        if self.is_open:
            return f'{self.start} and later'
        return f'{self.start} to {self.end}'

    def __repr__(self) -> str:
        return f'<VersionRange: {self.start}..{self.end}>'


EVERY_VERSION = VersionRange()


def refuse_number(version: object) -> None:
    """Refuse a number in place of a version: as one, 2.90 is 2.9.

    :raises TypeError: it is neither a text nor a version.
    """
    if not isinstance(version, APIVersion | str):
        raise TypeError(f"A version is a text, as '2.90', or an APIVersion, not {version!r}")


def next_version(version: APIVersion) -> APIVersion:
    """The version after a numbered one."""
    return version.at(version.ver_major, version.ver_minor + 1)


def previous_version(version: APIVersion) -> APIVersion:
    """The version before a numbered one that is not the first of its major."""
    return version.at(version.ver_major, version.ver_minor - 1)
