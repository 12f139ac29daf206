"""A drawing of ranges of versions, one below the other: ``.. version-drawing:: Title``.

Each line of the block is a bar: its label and, behind ``|``, what has the versions: a release, a
range as in ``2.1 to 2.53``, ``nova-mv`` for what this client speaks, or ``$`` and a command line.
With ``:common:`` the newest version that all bars share is marked. Colours are those of the theme.
"""

from __future__ import annotations

import functools
import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive, directives

from novaclient_mv import knowledge
from novaclient_mv.services import COMPUTE
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NEWEST = COMPUTE.range.end
WIDTH, MARGIN, ROW, BAR = 480, 10, 50, 18
GAP = 80
"""The least room between names of releases on the axis."""

STYLE = """
.version-drawing { overflow-x: auto; margin: 1.5rem 0 }
.version-drawing svg { width: 100%; min-width: 21rem; max-width: 36rem; font-size: 14px;
  font-family: inherit }
.version-drawing text { fill: var(--color-foreground-primary, currentColor); paint-order: stroke;
  stroke: var(--color-background-primary, Canvas); stroke-width: 4px; stroke-linejoin: round }
.version-drawing .axis text { fill: var(--color-foreground-secondary, currentColor);
  font-size: 12px }
.version-drawing .axis line { stroke: var(--color-foreground-muted, currentColor) }
.version-drawing rect { fill: var(--color-brand-primary, #0a4bff); opacity: .45 }
.version-drawing .common line { stroke: var(--color-brand-content, #2757dd); stroke-width: 2;
  stroke-dasharray: 5 3 }
.version-drawing .common text { font-weight: bold }
"""


class Bar(NamedTuple):
    """A range of versions, and whose it is."""

    label: str
    range: VersionRange

    @property
    def words(self) -> str:
        """The range as readers know it: ``2.1 to 2.53 (Pike)``."""
        if self.range.start <= COMPUTE.range.start:
            return f'{COMPUTE.range.start} to {COMPUTE.releases.with_release(self.range.end)}'
        if self.range.end >= NEWEST:
            return f'{COMPUTE.releases.with_release(self.range.start)} or later'
        return COMPUTE.releases.describe_need(self.range)


def bar(line: str) -> Bar:
    """A line of the block, as in ``a cloud of Pike | pike``.

    :raises ValueError: it names no versions, or those of a command line that no version takes.
    """
    label, _, source = (part.strip() for part in line.rpartition('|'))
    return Bar(label, COMPUTE.range.intersect(_range(source)))


def _range(source: str) -> VersionRange:
    if source.startswith('$ '):
        (window,) = knowledge.requirements(source[2:].split()).windows
        return window
    if source == 'nova-mv':
        return COMPUTE.range
    newest = COMPUTE.releases.newest_of(source)
    if newest is not None:
        return VersionRange(str(COMPUTE.range.start), newest).bound_like(COMPUTE.range)
    start, _, end = source.partition(' to ')
    return VersionRange(start, end).bound_like(COMPUTE.range)


def common(bars: Sequence[Bar]) -> VersionRange:
    """The versions that all bars have."""
    return functools.reduce(VersionRange.intersect, (each.range for each in bars))


def _place(version: APIVersion) -> int:
    """Where a version is on the axis."""
    return MARGIN + round((WIDTH - 2 * MARGIN) * version.ver_minor / NEWEST.ver_minor)


def _ticks() -> list[tuple[int, str, str]]:
    """Place, version and name of the releases that have room on the axis, the newest among them."""
    chosen: list[tuple[int, str, str]] = []
    for name in reversed(COMPUTE.releases.names()):
        version = COMPUTE.releases.newest_of(name)
        assert version is not None
        place = _place(COMPUTE.version(version))
        if not chosen or chosen[-1][0] - place >= GAP:
            chosen.append((place, version, name))
    return chosen


def svg(title: str, bars: Sequence[Bar], shows_common: bool) -> str:
    """The drawing; its title and what the bars say are its text for who does not see it."""
    top = 24 if shows_common else 4
    foot = top + ROW * len(bars)
    parts = [_bar_svg(each, top + ROW * number) for number, each in enumerate(bars)]
    said = [f'{each.label}: {each.words}' for each in bars]
    if shows_common:
        shared = common(bars)
        words = 'no version in common' if shared.is_empty else f'newest in common: {shared.end}'
        said.append(words)
        # Behind the labels that it crosses.
        parts.insert(0, _common_svg(_place(shared.end), words, foot, not shared.is_empty))
    ticks = ''.join(_tick_svg(*each, foot) for each in _ticks())
    return (
        f'<svg viewBox="0 0 {WIDTH} {foot + 42}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f'<title>{html.escape(title)}</title><desc>{html.escape("; ".join(said))}</desc>'
        f'{"".join(parts)}<g class="axis"><line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{foot}" '
        f'y2="{foot}"/>{ticks}</g></svg>'
    )


def _bar_svg(shown: Bar, top: int) -> str:
    start, end = _place(shown.range.start), _place(shown.range.end)
    label = f'{html.escape(shown.label)}: {html.escape(shown.words)}'
    return (
        f'<text x="{MARGIN}" y="{top + 16}">{label}</text>'
        f'<rect x="{start}" y="{top + 22}" width="{max(end - start, 2)}" height="{BAR}" rx="3"/>'
    )


def _common_svg(place: int, words: str, foot: int, is_marked: bool) -> str:
    # The words begin or end at the line, so that they stay in the drawing.
    anchor, x = ('end', min(place + 60, WIDTH - MARGIN)) if place > WIDTH // 2 else ('start', place)
    line = f'<line x1="{place}" x2="{place}" y1="20" y2="{foot}"/>' if is_marked else ''
    return f'<g class="common">{line}<text x="{x}" y="14" text-anchor="{anchor}">{words}</text></g>'


def _tick_svg(place: int, version: str, name: str, foot: int) -> str:
    anchor = 'end' if place > WIDTH - 40 else 'start' if place < 40 else 'middle'
    return (
        f'<line x1="{place}" x2="{place}" y1="{foot}" y2="{foot + 5}"/>'
        f'<text x="{place}" y="{foot + 19}" text-anchor="{anchor}">{version}</text>'
        f'<text x="{place}" y="{foot + 35}" text-anchor="{anchor}">{name}</text>'
    )


class VersionDrawing(Directive):
    """The drawing; where no HTML is written, a list of what it shows."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {'common': directives.flag}

    def run(self) -> list[nodes.Node]:
        """The drawing for HTML, and the list for the rest."""
        bars = [bar(line) for line in self.content if line.strip()]
        drawing = svg(self.arguments[0], bars, 'common' in self.options)
        text = f'<style>{STYLE}</style><div class="version-drawing">{drawing}</div>'
        items = [
            nodes.list_item('', nodes.paragraph('', f'{each.label}: {each.words}')) for each in bars
        ]
        rest = nodes.bullet_list('', *items)
        only = self.state.document.settings.env.app.builder.format == 'html'
        return [nodes.raw('', text, format='html') if only else rest]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive('version-drawing', VersionDrawing)
    return {'parallel_read_safe': True}
