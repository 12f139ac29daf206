"""The page of the matrix, as a browser shows it."""

from __future__ import annotations

import functools
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
from typing import Any

import pytest

from novaclient_mv import services
from novaclient_mv.cli.showing import matrix_page
from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.versions import VersionRange
from unit_tests.patience import PATIENCE

CHROMIUM = shutil.which('chromium')

LIGHT, DARK = (f'--blink-settings=preferredColorScheme={scheme}' for scheme in (1, 0))

PROBE = """
<script>
const box = element => element.getBoundingClientRect();
const bars = [...document.querySelectorAll('.bar')].map(bar => box(bar).width);
const track = box(document.querySelector('.track')).width;
const style = getComputedStyle(document.body);
const clipped = [...document.querySelectorAll('.wide')].map(e => e.scrollWidth > e.clientWidth);
const ticks = [...document.querySelectorAll('.tick')].map(tick => box(tick).left);
document.documentElement.dataset.probe = JSON.stringify({bars, track, clipped, ticks,
  background: style.backgroundColor, colour: style.color,
  loaded: performance.getEntriesByType('resource').length});
</script>
"""


def page() -> str:
    service = services.COMPUTE
    newest = str(service.range.end)
    offers = [
        Offer(
            'pike',
            None,
            capabilities.OK,
            None,
            VersionRange('2.1', '2.53'),
        ),
        Offer(
            'newest',
            None,
            capabilities.OK,
            None,
            VersionRange('2.1', newest),
        ),
        Offer('<down>', None, capabilities.UNREACHABLE, 'Nothing "listens" & <answers>.'),
    ]
    features = [capabilities.feature('server-create --hostname')]
    return matrix_page.page(capabilities.matrix(service, offers, features), '2026-01-01')


class Outline(html.parser.HTMLParser):
    """Checks that elements are closed in order, and collects rows of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.scopes: list[str | None] = []
        self.is_hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what begins."""
        if tag == 'meta':
            return
        self.open.append(tag)
        if self.is_hidden or dict(attrs).get('aria-hidden') == 'true':
            self.is_hidden += 1
        if tag == 'tr':
            self.rows.append([])
        elif tag in ('td', 'th'):
            self.rows[-1].append('')
        if tag == 'th':
            self.scopes.append(dict(attrs).get('scope'))

    def handle_endtag(self, tag: str) -> None:
        """Note what ends."""
        assert self.open.pop() == tag
        self.is_hidden = max(self.is_hidden - 1, 0)

    def handle_data(self, data: str) -> None:
        """Collect what a screen reader says of a cell."""
        if self.rows and {'td', 'th'} & set(self.open) and not self.is_hidden:
            self.rows[-1][-1] += data.strip()


def test_words_alone_tell_everything() -> None:
    outline = Outline()
    outline.feed(page())
    assert outline.open == []
    rows = outline.rows
    assert ['pike', '2.1 to 2.53 (Pike)', ''] in rows
    assert ['<down>', 'unreachable: Nothing "listens" & <answers>.', ''] in rows
    assert ['Feature', 'Versions', 'pike', 'newest', '<down>'] in rows
    assert ['server-create --hostname', '2.90 (Xena) or later', 'no', 'yes', 'unknown'] in rows
    assert None not in outline.scopes
    text = re.sub('<[^>]*>', '', page())
    assert re.search(
        r'As of 2026-01-01\. All that answered share 2\.1 to 2\.53 \(Pike\), and have 0 of 1', text
    )
    places = re.findall(r'class="(?:bar|band)" style="([^"]*)"', page())
    # The band of both that answered is the range of the older one.
    assert places[1] == places[3] == places[0] != places[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The contrast of two colours, as WCAG defines it."""
    levels = []
    for colour in (one, other):
        parts = [value / 255 for value in colour]
        linear = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in parts
        ]
        levels.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(levels) + 0.05) / (min(levels) + 0.05)


def colour(text: str) -> tuple[float, ...]:
    if match := re.fullmatch(r'#(\w{3}|\w{6})', text):
        digits = match[1] if len(match[1]) == 6 else ''.join(digit * 2 for digit in match[1])
        return tuple(int(digits[place : place + 2], 16) for place in (0, 2, 4))
    return tuple(float(number) for number in re.findall(r'[\d.]+', text)[:3])


def test_colours_can_be_read_in_light_and_dark() -> None:
    light, dark, _ = re.findall(r':root \{([^}]*)\}', page())
    for palette in (light, dark):
        colours = dict(re.findall(r'--(\w+):\s*(#\w+)', palette))
        for name in ('ink', 'soft', 'yes', 'no'):
            assert contrast(colour(colours[name]), colour(colours['paper'])) >= 4.5, name
        assert contrast(colour(colours['bar']), colour(colours['paper'])) >= 3


class Browser:
    """Shows a page in Chromium without a screen and without a network."""

    def __init__(self, folder: pathlib.Path) -> None:
        assert CHROMIUM is not None
        self.folder = folder
        self.command = [
            *(CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'),
            *('--host-resolver-rules=MAP * ~NOTFOUND', f'--user-data-dir={folder / "profile"}'),
        ]

    def run(self, *options: str) -> str:
        """Return its output."""
        address = (self.folder / 'page.html').as_uri()
        command = [*self.command, '--window-size=1200,900', *options, address]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
        return done.stdout.decode()

    @functools.cache  # noqa: B019 - a browser lasts as long as this module
    def probe(self, wish: str = LIGHT) -> dict[str, Any]:
        """Return the results of the probe in the page.

        :param wish: the colours that the reader wants.
        """
        dom = self.run('--dump-dom', wish)
        text = re.search(r'data-probe="([^"]*)"', dom)
        assert text is not None, dom[:500]
        values: dict[str, Any] = json.loads(html.unescape(text[1]))
        return values


@pytest.fixture(scope='module')
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    if CHROMIUM is None:
        pytest.skip('Chromium is not installed.')
    folder = tmp_path_factory.mktemp('browser')
    (folder / 'page.html').write_text(page() + PROBE, encoding='utf-8')
    return Browser(folder)


def test_bars_are_as_long_as_their_ranges(browser: Browser) -> None:
    seen = browser.probe()
    newest = services.COMPUTE.range.end.ver_minor
    lengths = [bar / seen['track'] for bar in seen['bars']]
    assert lengths == pytest.approx([52 / newest, (newest - 1) / newest], abs=0.01)
    assert seen['ticks'] == sorted(seen['ticks'])
    assert (seen['loaded'], seen['clipped']) == (0, [False, False])


def test_page_is_light_or_dark_as_the_reader_wants(browser: Browser) -> None:
    light, dark = (browser.probe(wish) for wish in (LIGHT, DARK))
    for seen in (light, dark):
        assert contrast(colour(seen['colour']), colour(seen['background'])) > 7
    assert sum(colour(light['background'])) > 600
    assert sum(colour(dark['background'])) < 200


def test_page_can_be_pictured_and_printed(browser: Browser) -> None:
    picture, paper = browser.folder / 'page.png', browser.folder / 'page.pdf'
    browser.run(f'--screenshot={picture}')
    browser.run(f'--print-to-pdf={paper}')
    assert picture.read_bytes().startswith(b'\x89PNG')
    assert paper.read_bytes().startswith(b'%PDF')
