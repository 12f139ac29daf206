"""The page of the matrix, as a browser shows it."""

from __future__ import annotations

import html.parser
import re

from novaclient_mv import services
from novaclient_mv.cli.showing import matrix_page
from novaclient_mv.cli.showing.version_bars import Axis
from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.versions import VersionRange
from unit_tests.newest import NEWEST

TITLE = 'OpenStack Compute API on 3 clouds: versions and features'


def newest_release() -> str | None:
    return services.COMPUTE.releases.release_of_cloud(services.COMPUTE.range.end)


def matrix() -> capabilities.Matrix:
    service = services.COMPUTE
    offers = [
        Offer('pike', None, capabilities.OK, None, VersionRange('2.1', '2.53')),
        Offer('newest', None, capabilities.OK, None, VersionRange('2.1', NEWEST)),
        Offer('<down>', None, capabilities.UNREACHABLE, 'Nothing "listens" & <answers>.'),
    ]
    features = [capabilities.feature('server-create --hostname')]
    return capabilities.matrix(service, offers, features)


def page() -> str:
    return matrix_page.page(matrix(), '2026-01-01')


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
    body = page().partition('</head>')[2]
    texts = [text.strip() for text in re.findall('>([^<]*)', body) if text.strip()]
    ticks = {f'{name} {version}' for name, version in Axis(matrix()).releases()}
    assert len(ticks & {*texts}) >= 5
    assert ' '.join(text for text in texts if text not in ticks) == (
        f'{TITLE} Versions As of 2026-01-01 . All that answered share 2.1 to 2.53 (Pike), and have '
        f'0 of 1 features. Cloud Serves 2.0 to {NEWEST} pike 2.1 to 2.53 (Pike) newest 2.1 to '
        f'{NEWEST} ({newest_release()}) &lt;down&gt; unreachable: Nothing &quot;listens&quot; '
        '&amp; &lt;answers&gt;. Features Feature Versions pike newest &lt;down&gt; server-create '
        '--hostname 2.90 (Xena) or later \u2717 no \u2713 yes ? unknown'
    )
    assert re.findall('</?[A-Z]', page()) == []
    head = page().partition('<style>')[0]
    assert head.startswith('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    assert f'<title>{TITLE}</title>' in head
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
