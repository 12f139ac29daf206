"""Help, grouped by the versions of the API; made from the declarations, without a login."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange

Ranges = tuple[VersionRange, ...]

_INDENT = 2
_MIN_TEXT = 30


class Entry:
    """A line of help: a name, what it is, and the versions that have it.

    :param forms: a text for each of its forms, in place of one.
    """

    __slots__ = ('argument', 'forms', 'group', 'name', 'ranges', 'text')

    def __init__(
        self,
        name: str,
        text: str,
        ranges: Ranges,
        group: str = '',
        argument: str = '',
        forms: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.text = text
        self.ranges = ranges
        self.group = group
        self.argument = argument
        self.forms = forms or (text,)


class There(NamedTuple):
    span: VersionRange
    newest: APIVersion
    label: str

    def has(self, ranges: Ranges) -> bool:
        """Whether any of some ranges has a version in common with them."""
        return any(self.span.overlaps(span) for span in ranges)


def _order(ranges: Ranges) -> tuple[int, float, float]:
    """Sort key: entries of all versions, then those added later, then those that ended."""
    first = ranges[0]
    if first.is_everything:
        return 0, 0, 0
    return (1 if ranges[-1].is_open else 2), first.start.ver_minor, ranges[-1].end.ver_minor


def blocks(entries: Iterable[Entry]) -> list[tuple[Ranges, list[Entry]]]:
    """Entries by the versions that have them, those of all versions first."""
    by_ranges: dict[Ranges, list[Entry]] = {}
    for entry in entries:
        by_ranges.setdefault(entry.ranges, []).append(entry)
    return [(ranges, by_ranges[ranges]) for ranges in sorted(by_ranges, key=_order)]


class Page:
    """A page of help for a terminal, or a file, of some width.

    :param there: tells the versions of a service that the run may use; what they lack is marked.
    :param starts: the version of each service, by its name, with which something must have come, or
        later, to be shown; all is shown without it.
    """

    def __init__(
        self,
        environment: Environment,
        there: Callable[[Service], There | None] = lambda service: None,
        only: bool = False,
        starts: Mapping[str, APIVersion] | None = None,
        is_coloured: bool = False,
    ) -> None:
        self.width = min(environment.width, 100)
        self.is_coloured = is_coloured
        self.there = there
        self.only = only
        self.starts = starts

    def is_shown(self, ranges: Ranges, service: Service) -> bool:
        """Whether an entry with these versions belongs on the page."""
        if self.only and not self._has(ranges, service):
            return False
        if self.starts is None:
            return True
        start = self.starts.get(service.name)
        return start is not None and ranges[0].start >= start

    def _has(self, ranges: Ranges, service: Service) -> bool:
        there = self.there(service)
        return there is None or there.has(ranges)

    def by_version(self, entries: Iterable[Entry], service: Service, title: str = '') -> list[str]:
        """Entries below headings of their versions."""
        there = self.there(service)
        lines: list[str] = []
        entries = (entry for entry in entries if self.is_shown(entry.ranges, service))
        for ranges, those in blocks(entries):
            is_there = there is None or there.has(ranges)
            heading = headed(title, service.releases.heading(ranges), ranges)
            missing = '' if there is None or is_there else f' - not in {there.label}'
            lines += [self.bold(heading + missing), *self.entries(those, there), '']
        return lines

    def entries(self, entries: Iterable[Entry], there: There | None = None) -> list[str]:
        """Names in one column, texts in another; a long name stands on a line of its own."""
        entries = list(entries)
        names = [
            entry.name if there is None or there.has(entry.ranges) else f'- {entry.name}'
            for entry in entries
        ]
        room = min(max(map(len, names), default=0), self.width // 2 - 8)
        column = _INDENT + room + 2
        lines = []
        for name, entry in zip(names, entries, strict=True):
            head = ' ' * _INDENT + name
            width = max(self.width - column, _MIN_TEXT)
            texts = [line for form in entry.forms for line in wrapped(form, width)]
            if len(head) + 2 <= column and texts:
                lines.append(head.ljust(column) + texts.pop(0))
            else:
                indent = ' ' * _INDENT
                lines += wrapped(head.strip(), self.width, indent, indent + '  ')
            lines += [' ' * column + line for line in texts]
        return lines

    def wrapped(self, text: str, indent: int = 0) -> list[str]:
        """A text in lines, all but the first indented."""
        return wrapped(text, self.width, then=' ' * indent)

    def bold(self, text: str) -> str:
        return f'{escapes.BOLD}{text}{escapes.PLAIN}' if self.is_coloured else text


def headed(title: str, heading: str, ranges: Ranges) -> str:
    if not title:
        return heading
    is_everything = ranges[0].is_everything
    return title if is_everything else f'{title}: {heading[0].lower()}{heading[1:]}'


def wrapped(text: str, width: int, first: str = '', then: str = '') -> list[str]:
    """The lines of a text, none wider than ``width``, as the standard library's ``textwrap`` breaks
    them; hyphens end no line.

    :param first: what the first line begins with, ``then`` every other one.
    """
    words = text.split(' ')
    room = width - max(len(first), len(then))
    if not text.isprintable() or '' in words or max(map(len, words)) > room:
        import textwrap

        return textwrap.wrap(
            text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
        )
    # Plain words, one blank apart, are nearly all there is: the library takes ten times as long.
    lines = []
    line = first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= width:
            line += ' ' + word
        else:
            lines.append(line)
            line = then + word
    lines.append(line)
    return lines
