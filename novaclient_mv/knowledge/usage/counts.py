"""Counts of requests by version, and within a version by who sent them, what for, and when."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import errors
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

NONE, LATEST, INVALID = 'none', 'latest', 'invalid'
"""Versions that are no number: of requests without a header, of ``latest``, of a header that spells
no version of the service."""

NOT_STATED = ''
"""The version of requests in logs that do not tell it."""

DIMENSIONS = ('user_agents', 'projects', 'users', 'addresses', 'operations', 'hours')
BELOW = ('projects', 'user_agents', 'addresses', 'users', 'operations')
"""Groups of requests below a version."""

_LONGEST_VERSION = 16

FORMAT = 'nova-mv version usage 1'

Totals = dict[str, int]


@dataclasses.dataclass
class Share:
    """The number of requests of one version, and the counts of each value of each dimension."""

    requests: int = 0
    by: dict[str, Counter[str]] = dataclasses.field(
        default_factory=lambda: {name: Counter() for name in DIMENSIONS}
    )

    def add(self, other: Share) -> None:
        """Take in the requests of another log."""
        self.requests += other.requests
        for name, counter in other.by.items():
            self.by[name].update(counter)


@dataclasses.dataclass
class Usage:
    """Usage of one service in logs; the content of summaries.

    :param service: its name.
    :param shares: version to its requests; ``none`` and ``latest`` as such, and an empty text for
        requests whose version is not logged.
    :param unmatched: number of lines without a request.
    :param repeated: number of access lines that repeat the service's own lines.
    :param foreign: number of access lines of requests to other services.
    :param first: time of the earliest request, ``last`` of the latest, by the clocks of the logs.
    """

    service: str
    shares: dict[str, Share] = dataclasses.field(default_factory=dict)
    unmatched: int = 0
    repeated: int = 0
    foreign: int = 0
    first: str | None = None
    last: str | None = None

    @property
    def requests(self) -> int:
        return sum(share.requests for share in self.shares.values())

    @property
    def without_version(self) -> int:
        """The number of requests whose version is not logged."""
        return self.shares[NOT_STATED].requests if NOT_STATED in self.shares else 0

    @property
    def is_silent(self) -> bool:
        """Whether there are lines, and none of them is of a request."""
        return bool(self.unmatched) and not (self.requests or self.repeated or self.foreign)

    def versions(self) -> Totals:
        names = sorted(filter(None, self.shares), key=_order)
        return {name: self.shares[name].requests for name in names}

    def totals(self, dimension: str, versions: Iterable[str] | None = None) -> Totals:
        """Value to the number of requests, the most frequent first; hours in their order.

        :param dimension: one of ``DIMENSIONS``.
        :param versions: those whose requests count; all without it.
        """
        counter: Counter[str] = Counter()
        for name in self.shares if versions is None else versions:
            counter.update(self.shares[name].by[dimension])
        if dimension == 'hours':
            return dict(sorted(counter.items()))
        return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))

    def below(self, version: APIVersion) -> dict[str, Any]:
        """The users and operations that a raised minimum version would affect, requests without a
        version included.

        :returns: ``version``, ``requests``, and value to count for each of ``BELOW``.
        """
        names = [name for name in self.shares if _is_below(name, version)]
        return {
            'version': str(version),
            'requests': sum(self.shares[name].requests for name in names),
            **{dimension: self.totals(dimension, names) for dimension in BELOW},
        }

    def add(self, other: Usage) -> None:
        """Add the counts of other logs.

        :raises CommandError: they are of another service.
        """
        if other.service != self.service:
            raise errors.CommandError(f'Cannot add usage of {other.service} to {self.service}.')
        for name, share in other.shares.items():
            self.shares.setdefault(name, Share()).add(share)
        self.unmatched += other.unmatched
        self.repeated += other.repeated
        self.foreign += other.foreign
        self.first = min(filter(None, (self.first, other.first)), default=None)
        self.last = max(filter(None, (self.last, other.last)), default=None)

    def as_mapping(self, below: APIVersion | None = None) -> dict[str, Any]:
        """The JSON form of the usage, with that below a version."""
        return {
            'service': self.service,
            'requests': self.requests,
            'without_version': self.without_version,
            'unmatched': self.unmatched,
            'repeated': self.repeated,
            'other_services': self.foreign,
            'first': self.first,
            'last': self.last,
            'versions': self.versions(),
            **{dimension: self.totals(dimension) for dimension in DIMENSIONS},
            'below': None if below is None else self.below(below),
        }

    def as_summary(self) -> dict[str, Any]:
        """A form that :func:`of_summary` reads; it holds counts, and no line of a log."""
        return {
            'format': FORMAT,
            'service': self.service,
            'unmatched': self.unmatched,
            'repeated': self.repeated,
            'other_services': self.foreign,
            'first': self.first,
            'last': self.last,
            'versions': {
                name: {
                    'requests': share.requests,
                    **{dimension: dict(share.by[dimension]) for dimension in DIMENSIONS},
                }
                for name, share in self.shares.items()
            },
        }


def of_summary(summary: object) -> Usage:
    """The counts of a summary.

    :raises ValueError: it is malformed.
    """
    if not isinstance(summary, Mapping) or summary.get('format') != FORMAT:
        raise ValueError('no summary of the use of versions')
    try:
        return Usage(
            str(summary['service']),
            {name: _share(share) for name, share in summary['versions'].items()},
            unmatched=_count(summary['unmatched']),
            repeated=_count(summary['repeated']),
            foreign=_count(summary['other_services']),
            first=_time(summary['first']),
            last=_time(summary['last']),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f'a damaged summary: {error}') from None


def _share(share: Mapping[str, Any]) -> Share:
    by = {
        dimension: Counter({value: _count(count) for value, count in share[dimension].items()})
        for dimension in DIMENSIONS
    }
    return Share(_count(share['requests']), by)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f'{value!r} is not a count')
    return value


def _time(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f'{value!r} is not a time')
    return value


def _numbers(name: str) -> tuple[int, int] | None:
    if len(name) > _LONGEST_VERSION:
        return None
    major, _, minor = name.partition('.')
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else None


def _order(name: str) -> tuple[int, tuple[int, int], str]:
    """``none`` before all numbers; other words behind them."""
    return (0 if name == NONE else 1 if _numbers(name) else 2, _numbers(name) or (0, 0), name)


def _is_below(name: str, version: APIVersion) -> bool:
    numbers = _numbers(name)
    if numbers is None:
        return name == NONE
    return numbers < (version.ver_major, version.ver_minor)


def stated(version: str, service: Service) -> str:
    """The name under which a version that a log states is counted."""
    if version == '-':
        return NONE
    if version in (NOT_STATED, LATEST):
        return version
    numbers = _numbers(version)
    lowest, highest = service.first.ver_major, service.range.end.ver_major
    if numbers is None or not lowest <= numbers[0] <= highest:
        return INVALID
    return version
