"""Lines of the macros of ``man``, in which nothing of a text is markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SIGNS = {
    '\\': r'\(rs',
    '-': r'\-',
    "'": r'\(aq',
    '`': r'\(ga',
    '^': r'\(ha',
    '~': r'\(ti',
    '"': r'\(dq',
}
"""Signs that would be markup, or would be typeset as others that no shell takes."""

_PLACEHOLDER = re.compile(r'(<[^<>\s]+>)')


def plain(text: str) -> str:
    """A text on one line, as it is."""
    text = ' '.join(text.split())
    escaped = ''.join(_SIGNS.get(sign, sign) for sign in text)
    # A dot that begins a line is a macro.
    return rf'\&{escaped}' if escaped.startswith('.') else escaped


def bold(text: str) -> str:
    """A text in bold letters."""
    return rf'\fB{plain(text)}\fR'


def italic(text: str) -> str:
    """A text in italic letters."""
    return rf'\fI{plain(text)}\fR'


def words(text: str) -> str:
    """Words of a command line: values that stand for others are italic, all others bold."""
    parts = (part for part in _PLACEHOLDER.split(text) if part)
    return ''.join(italic(part) if _PLACEHOLDER.fullmatch(part) else _bold(part) for part in parts)


def _bold(text: str) -> str:
    """A piece of a line with its blanks: signs of choice between the words are plain."""
    pieces = re.split(r'([\s\[\]()|,]+|\.\.\.)', text)
    return ''.join(
        bold(piece) if re.search(r'\w', piece) else re.sub(r'\s+', ' ', piece) for piece in pieces
    )


def title(name: str, source: str) -> list[str]:
    """The beginning of a page.

    :param source: the program, with its version.
    """
    return [f'.TH "{plain(name.upper())}" "1" "" "{plain(source)}" "nova\\-mv"', '.nh', '.ad l']


def section(name: str, lines: Iterable[str]) -> list[str]:
    """A section of a page; nothing where it has no lines."""
    return _below(f'.SH "{plain(name)}"', lines)


def part(name: str, lines: Iterable[str]) -> list[str]:
    """A part of a section, below its heading; nothing where it has no lines."""
    return _below(f'.SS "{plain(name)}"', lines)


def _below(heading: str, lines: Iterable[str]) -> list[str]:
    first, *more = lines = list(lines) or ['']
    # A heading begins a paragraph by itself.
    return [heading, *(more if first == '.PP' else lines)] if first else []


def item(tag: str, texts: Iterable[str]) -> list[str]:
    """A line with a tag, and texts below it.

    :param tag: markup; the texts are plain, and each is a paragraph.
    """
    first, *more = [plain(text) for text in texts if text] or [r'\&']
    lines = ['.TP', tag, first]
    for text in more:
        lines += ['.br', text]
    return lines


def paragraph(*texts: str) -> list[str]:
    """A paragraph of plain texts."""
    return ['.PP', *(plain(text) for text in texts)]


def literal(rows: Iterable[str]) -> list[str]:
    """Lines that stay as they are, indented."""
    escaped = []
    for row in rows:
        inside = ''.join(_SIGNS.get(sign, sign) for sign in row)
        escaped.append(rf'\&{inside}' if inside.startswith('.') else inside)
    return ['.RS 4', '.nf', *escaped, '.fi', '.RE']
