"""Measures at which versions python-openstackclient does a line of a command and an option.

The line is run on a cloud of this process, on the same state each time: with a pin, and without one
on clouds that end at some version.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import NamedTuple

from evidence.interop.every_option import Bench, Line, Values
from evidence.interop.recorded_cloud import Request
from novaclient_mv.knowledge.openstack import lines, version_rules
from novaclient_mv.services import registry
from novaclient_mv.versions import APIVersion, VersionRange

_PARTS = 8
_STEP = 0.6
"""Seconds that a request takes: migrations are going on while lines are about them."""

_PATHS = {'compute': '/v2.1/', 'baremetal': '/baremetal/v1/', 'placement': '/placement/'}
_OTHERS = {'baremetal': 'baremetal node list', 'placement': 'resource class list'}
_OPTIONS = {'compute': ('maximum',), 'baremetal': ('baremetal_maximum',)}
_READS = ('GET', 'HEAD')


class Attempt(NamedTuple):
    """Fate of a line on a cloud.

    :param is_taken: whether the program ends without a failure.
    :param version: that of the request that the line is about; nothing without such a request.
    """

    is_taken: bool
    version: APIVersion | None
    messages: str


class Measured(NamedTuple):
    """The versions of a line.

    :param span: those at which the program takes it with a pin; nothing where it never does.
    :param unpinned: by the newest version of a cloud: what it does there without a pin. The newest
        of all is among them, and so are the ends of the span and the last version before it.
    :param pinned: what it does with a pin to the last version of the span.
    """

    span: VersionRange | None
    unpinned: dict[APIVersion, Attempt]
    pinned: Attempt

    @property
    def is_taken_unpinned(self) -> bool:
        """Whether a cloud that ends within the span has it without a pin."""
        return self.span is None or any(
            attempt.is_taken for end, attempt in self.unpinned.items() if end in self.span
        )


class Meter:
    """Runs lines at versions.

    :param bench: a cloud, and the program.
    :param service: whose versions they are.
    :param values: what its lines are filled with.
    """

    def __init__(self, bench: Bench, service: str, values: Values) -> None:
        self.bench, self.service, self.values = bench, service, values
        self.cloud = bench.cloud
        found = registry.named(service)
        assert found is not None
        self.range = found.range

    def attempt(self, line: Line, pin: APIVersion | None, end: APIVersion | None = None) -> Attempt:
        """Run a line.

        :param pin: the version to name; nothing for none.
        :param end: the newest version of the cloud; nothing for the newest known.
        """
        self.cloud.offer(**{option: str(end) for option in _OPTIONS.get(self.service, ()) if end})
        self.cloud.step = 1 if '--wait' in line.words else _STEP
        self.cloud.restore(self.bench.state(self.values.lines_before(line)))
        pinned = [] if pin is None else [self.bench.pin, str(pin)]
        status, _, messages = self.bench.theirs.run([*pinned, *line.words])
        self.cloud.offer()
        return Attempt(status == 0, _main(self.cloud.requests, _PATHS[self.service]), messages)

    def measure(self, line: Line, expected: VersionRange | None = None) -> Measured:
        """Find the versions of a line.

        :param expected: the span that it is thought to have; fewer attempts are needed if it does.
        """
        first, last = self._ends
        pinned = functools.cache(lambda minor: self.attempt(line, self._version(minor)))
        hint = None if expected is None else _minors(expected)
        span = _span(lambda minor: pinned(minor).is_taken, first, last, hint)
        ends = {last} if span is None else {last, *span, max(span[0] - 1, first)}
        unpinned = {
            self._version(end): self.attempt(line, None, self._version(end)) for end in sorted(ends)
        }
        return Measured(self._range(span), unpinned, pinned(span[1] if span else last))

    def expect(self, line: Line) -> VersionRange | None:
        """Return the span of a line as the recorded versions tell it."""
        typed = lines.read(line.words)

        def is_taken(minor: int) -> bool:
            pin = self._version(minor)
            return version_rules.judge(typed, self.range, pin).reason is None

        return self._range(_span(is_taken, *self._ends, None))

    def newest_of_others(self) -> dict[str, str]:
        """Return the newest versions that the program knows of services other than Compute."""
        found = {}
        for service, line in _OTHERS.items():
            self.cloud.restore(self.bench.state(()))
            self.bench.theirs.run(line.split())
            found[service] = str(_main(self.cloud.requests, _PATHS[service]))
        return found

    @property
    def _ends(self) -> tuple[int, int]:
        return _minors(self.range)

    def _range(self, span: tuple[int, int] | None) -> VersionRange | None:
        return span and VersionRange(self._version(span[0]), self._version(span[1]))

    def _version(self, minor: int) -> APIVersion:
        return APIVersion(f'{self.range.start.ver_major}.{minor}')


def _minors(span: VersionRange) -> tuple[int, int]:
    return int(span.start.ver_minor), int(span.end.ver_minor)


def _span(
    is_taken: Callable[[int], bool], first: int, last: int, hint: tuple[int, int] | None
) -> tuple[int, int] | None:
    """The first and the last number that is taken; all between them are."""
    points = {first, last}
    for end, outside in zip(hint or (), (-1, 1), strict=False):
        points |= {end, min(max(end + outside, first), last)}
    if not any(map(is_taken, sorted(points))):
        points.update(range(first, last, max(1, (last - first) // _PARTS)))
    inside = sorted(filter(is_taken, points))
    if not inside:
        return None
    below = max((point for point in points if point < inside[0]), default=None)
    above = min((point for point in points if point > inside[-1]), default=None)
    return _edge(is_taken, inside[0], below), _edge(is_taken, inside[-1], above)


def _edge(is_taken: Callable[[int], bool], inside: int, outside: int | None) -> int:
    """The last number that is taken, on the way out."""
    while outside is not None and abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if is_taken(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _main(requests: Iterable[Request], path: str) -> APIVersion | None:
    """The version of the request that a line is about: the first write, or the read of what lies
    deepest among those that name one; nothing where a write is to another service, or names none.
    """
    writes = [request for request in requests if request.method not in _READS]
    reads = [one for one in requests if one.path.startswith(path) and one.version is not None]
    main = next(iter(writes), max(reads, key=_depth, default=None))
    if main is None or main.version is None or not main.path.startswith(path):
        return None
    return APIVersion(main.version)


def _depth(request: Request) -> int:
    return request.path.count('/')
