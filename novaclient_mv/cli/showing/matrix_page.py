"""The features of several clouds as one page of HTML, which needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterator

from novaclient_mv.cli.showing import version_bars
from novaclient_mv.cli.showing.version_bars import Axis
from novaclient_mv.clouds import escapes
from novaclient_mv.knowledge.capabilities import Feature, Matrix, Offer
from novaclient_mv.versions import VersionRange

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2430; --soft: #5a6473;
  --line: #ccd2db; --head: #f2f4f7; --bar: #1f6fb2; --yes: #0c6b3d; --no: #a3241c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181f; --ink: #e6e9ee; --soft: #a5afbd; --line: #3a4350; --head: #1e242d;
    --bar: #5aa9e6; --yes: #6fd39b; --no: #ff9c92; } }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
p { color: var(--soft); max-width: 45rem; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--bar); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .4rem .7rem; text-align: left; border-bottom: 1px solid var(--line); }
thead th { background: var(--head); } tbody th { font-weight: 600; white-space: nowrap; }
code { font: .9em ui-monospace, monospace; }
.scale { width: 50%; min-width: 20rem; padding-left: 0; padding-right: 3.5rem; }
.track { position: relative; height: 1.1rem; }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 3px;
  background: var(--bar); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.band { position: absolute; top: -.4rem; bottom: -.4rem; min-width: 3px; opacity: .25;
  background: var(--yes); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.axis td { border-bottom: 0; }
.axis .track { height: 6.5rem; border-top: 1px solid var(--soft); color: var(--soft);
  font-size: .75rem; }
.tick { position: absolute; top: 0; white-space: nowrap; transform-origin: top left;
  transform: rotate(60deg) translate(.3rem, -.5rem); }
.yes { color: var(--yes); } .no { color: var(--no); } .unknown { color: var(--soft); }
@media print { :root { --paper: #fff; --ink: #000; --soft: #333; --line: #999; --head: #fff;
  --bar: #444; --yes: #000; --no: #000; } body { margin: 0; max-width: none; }
  .wide { overflow: visible; } thead { display: table-header-group; }
  tr { break-inside: avoid; } }
"""

_SIGNS = {True: ('yes', '\u2713'), False: ('no', '\u2717'), None: ('unknown', '?')}
_MIN_DISTANCE = 0.035


def page(matrix: Matrix, date: str) -> str:
    """The page; it loads nothing, and tells all in words as well as in colours."""
    service = (matrix.service.title or matrix.service.name).removeprefix('the ')
    title = f'{service} on {_count(len(matrix.offers), "cloud")}: versions and features'
    return '\n'.join(
        (
            '<!DOCTYPE html>',
            '<html lang="en">',
            '<head>',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{_escaped(title)}</title>',
            f'<style>{_STYLE}</style>',
            '</head>',
            '<body>',
            '<main>',
            f'<h1>{_escaped(title)}</h1>',
            *_clouds(matrix, date),
            *_features(matrix),
            '</main>',
            '</body>',
            '</html>',
            '',
        )
    )


def _escaped(text: str) -> str:
    """Text as HTML, without control characters and marks that change its direction."""
    return html.escape(escapes.safe(text))


def _count(number: int, noun: str) -> str:
    return f'{number} {noun}' if number == 1 else f'{number} {noun}s'


def _clouds(matrix: Matrix, date: str) -> Iterator[str]:
    """The ranges as bars on one axis, each with its words."""
    axis = Axis(matrix)
    yield '<h2 id="clouds">Versions</h2>'
    shared = ''.join(f' {line}' for line in version_bars.in_common(matrix))
    yield f'<p>As of <time datetime="{date}">{date}</time>.{_escaped(shared)}</p>'
    yield '<div class="wide" role="region" aria-labelledby="clouds" tabindex="0">'
    yield '<table>'
    yield '<thead><tr><th scope="col">Cloud</th><th scope="col">Serves</th>'
    yield (
        f'<th scope="col" class="scale">{_escaped(str(axis.first))} to '
        f'{_escaped(str(axis.last))}</th></tr></thead>'
    )
    yield '<tbody>'
    band = _band(axis, matrix)
    for key, offer in zip(matrix.keys, matrix.offers, strict=True):
        words = _escaped(version_bars.describe(offer, matrix.service))
        yield (
            f'<tr><th scope="row">{_escaped(key)}</th><td>{words}</td>'
            f'<td class="scale">{_range_bar(axis, offer, band)}</td></tr>'
        )
    yield f'<tr class="axis" aria-hidden="true"><td></td><td></td><td class="scale">{_ticks(axis)}'
    yield '</td></tr></tbody></table></div>'


def _range_bar(axis: Axis, offer: Offer, band: str) -> str:
    if not offer.is_answer:
        return ''
    own = _stretch(axis, offer.range, 'bar')
    return f'<div class="track" aria-hidden="true">{own}{band}</div>'


def _band(axis: Axis, matrix: Matrix) -> str:
    """The range that all clouds share, drawn across the bars; empty for a single answer."""
    common = matrix.common
    return '' if common is None or len(matrix.answers) < 2 else _stretch(axis, common, 'band')


def _stretch(axis: Axis, span: VersionRange | None, kind: str) -> str:
    """A range on the axis; one without microversions is at its beginning."""
    start, end = (axis.first, axis.first) if span is None else (span.start, span.end)
    left, right = axis.place(start), axis.place(end)
    return f'<div class="{kind}" style="left:{left:.2%};width:{right - left:.2%}"></div>'


def _ticks(axis: Axis) -> str:
    """The names of the releases that have room on the axis."""
    ticks = []
    last = -1.0
    for name, version in axis.releases():
        place = axis.place(version)
        if place - last >= _MIN_DISTANCE:
            last = place
            text = _escaped(f'{name} {version}')
            ticks.append(f'<span class="tick" style="left:{place:.2%}">{text}</span>')
    return f'<div class="track">{"".join(ticks)}</div>'


def _features(matrix: Matrix) -> Iterator[str]:
    """A row for each feature, and a column for each cloud."""
    yield '<h2 id="features">Features</h2>'
    if not matrix.features:
        yield '<p>These clouds offer the same.</p>'
        return
    yield '<div class="wide" role="region" aria-labelledby="features" tabindex="0">'
    yield '<table>'
    titles = ('Feature', 'Versions', *matrix.keys)
    cells = ''.join(f'<th scope="col">{_escaped(title)}</th>' for title in titles)
    yield f'<thead><tr>{cells}</tr></thead>'
    yield '<tbody>'
    for feature in matrix.features:
        yield _row(matrix, feature)
    yield '</tbody></table></div>'


def _row(matrix: Matrix, feature: Feature) -> str:
    ranges = str(feature)
    cells = []
    for value in matrix.on(feature).values():
        word, sign = _SIGNS[value]
        cells.append(f'<td class="{word}"><span aria-hidden="true">{sign}</span> {word}</td>')
    return (
        f'<tr><th scope="row"><code>{_escaped(feature.text)}</code></th>'
        f'<td>{_escaped(ranges)}</td>{"".join(cells)}</tr>'
    )
