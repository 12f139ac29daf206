"""Ranges of versions of several clouds as bars on one axis, with the releases below it."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv.clouds import encodings, escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.capabilities import Matrix, Offer
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

_MIN_WIDTH, _MAX_WIDTH, _NAME_LINES = 20, 100, 3
_BLOCK = '\u2588'


class Axis:
    """The versions of a service from its first to the newest that this client or a cloud has."""

    def __init__(self, matrix: Matrix) -> None:
        service = matrix.service
        ends = [offer.range.end for offer in matrix.offers if offer.range is not None]
        self.service: Service = service
        self.first = service.first
        self.last = max([service.range.end, *ends])

    def place(self, version: APIVersion) -> float:
        """Return a version's place on the bar, from 0 to 1."""
        length = self._number(self.last) - self._number(self.first)
        place = (self._number(version) - self._number(self.first)) / (length or 1)
        return min(max(place, 0.0), 1.0)

    def releases(self) -> Iterator[tuple[str, APIVersion]]:
        """Releases on the axis with their newest versions, the oldest of those that share one."""
        before = ''
        for name in self.service.releases.names():
            text = self.service.releases.newest_of(name)
            if text is not None and text != before:
                before = text
                yield name, self.service.version(text)

    def _number(self, version: APIVersion) -> float:
        # Majors beyond the first one of a service begin where no minor of those before it is.
        return (version.ver_major - self.first.ver_major) * 1000 + version.ver_minor


def text(matrix: Matrix, environment: Environment) -> str:
    """The bars, a line for each cloud, then the axis; as wide as the output, in its characters."""
    block = _BLOCK if encodings.fits(_BLOCK, environment.stdout) else '='
    axis = Axis(matrix)
    names = [escapes.safe(key) for key in matrix.keys]
    margin = max(map(len, names)) + 2
    offers = [escapes.safe(describe(offer, matrix.service)) for offer in matrix.offers]
    ranges = [words for words, offer in zip(offers, matrix.offers, strict=True) if offer.is_answer]
    room = environment.width - margin - max(map(len, ranges), default=0) - 2
    columns = min(max(room, _MIN_WIDTH), _MAX_WIDTH)
    lines = []
    for name, offer, words in zip(names, matrix.offers, offers, strict=True):
        if offer.is_answer:
            lines.append(f'{name:<{margin}}{_range_bar(axis, offer, columns, block)}  {words}')
        else:
            lines.append(f'{name:<{margin}}{words}')
    below = [' ' * margin + line for line in _below(axis, columns)]
    return '\n'.join(line.rstrip() for line in (*lines, *below, *in_common(matrix)))


def in_common(matrix: Matrix) -> Iterator[str]:
    """A sentence on what all clouds share; none where fewer than two answered."""
    count = len(matrix.answers)
    if count < 2:
        return
    common = matrix.common
    who = 'All' if count == len(matrix.offers) else 'All that answered'
    if common is None:
        words = 'no version'
    else:
        release = matrix.service.releases.release_of_cloud(common.end)
        words = f'{common.start} to {common.end}' + (f' ({release})' if release else '')
    yield (
        f'{who} share {words}, and have {matrix.common_features} of {len(matrix.compared)} '
        'features.'
    )


def describe(offer: Offer, service: Service) -> str:
    """Describe a cloud's answer in words."""
    if not offer.is_answer:
        return f'{offer.status}: {offer.message}'
    if offer.range is None:
        return f'no microversions: {service.unversioned} only'
    release = service.releases.release_of_cloud(offer.range.end)
    return f'{offer.range.start} to {offer.range.end}' + (f' ({release})' if release else '')


def _range_bar(axis: Axis, offer: Offer, columns: int, sign: str) -> str:
    if offer.range is None:
        start, end = axis.first, axis.first
    else:
        start, end = offer.range.start, offer.range.end
    first, last = _column(axis, start, columns), _column(axis, end, columns)
    return ' ' * first + sign * (last - first + 1) + ' ' * (columns - last - 1)


def _column(axis: Axis, version: APIVersion, columns: int) -> int:
    return round(axis.place(version) * (columns - 1))


def _below(axis: Axis, columns: int) -> Iterator[str]:
    """The axis: its ends, a mark for each release, and the names of those that have room."""
    places = [(name, _column(axis, version, columns)) for name, version in axis.releases()]
    first, last = str(axis.first), str(axis.last)
    yield ''.join(
        '+' if any(at == column for _, at in places) else '-' for column in range(columns)
    )
    yield first + last.rjust(columns - len(first))
    lines = [''] * _NAME_LINES
    for name, column in places:
        start = max(min(column, columns - len(name)), 0)
        for row, line in enumerate(lines):
            if not line or len(line) < start:
                lines[row] = line.ljust(start) + name
                break
    yield from (line for line in lines if line)
