"""Checks of the pages that were built: each link inside the site leads somewhere, and nothing that
a page or a style sheet loads comes from another host.
"""

from __future__ import annotations

import functools
import html.parser
import pathlib
import re
import urllib.parse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LOADED = frozenset(
    (
        *((tag, 'src') for tag in ('audio', 'embed', 'iframe', 'img', 'script', 'source', 'video')),
        *(('image', 'href'), ('image', 'xlink:href'), ('object', 'data'), ('use', 'href')),
    )
)
_LOADING_LINKS = frozenset(
    (
        *('dns-prefetch', 'icon', 'manifest', 'modulepreload', 'preconnect', 'prefetch', 'preload'),
        'stylesheet',
    )
)
_IN_STYLES = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""")


class Page(NamedTuple):
    """The parts and addresses of a page.

    :param ids: of its parts.
    :param links: addresses that it leads to.
    :param loaded: addresses of what a browser loads with it.
    """

    ids: frozenset[str]
    links: frozenset[str]
    loaded: frozenset[str]


class _Reader(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()

        self._is_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_style = tag == 'style'
        given = {name: value or '' for name, value in attrs}
        self.ids.update(given[name] for name in ('id', 'name') if name in given)
        if tag == 'a' and 'href' in given:
            self.links.add(given['href'])
        if tag == 'link' and _LOADING_LINKS & set(given.get('rel', '').split()):
            self.loaded.add(given.get('href', ''))
        self.loaded.update(given[name] for name in given if (tag, name) in _LOADED)
        sources = (each.split()[:1] for each in given.get('srcset', '').split(','))
        self.loaded.update(source for each in sources for source in each)
        self.loaded.update(of_styles(given.get('style', '')))

    def handle_data(self, data: str) -> None:
        if self._is_style:
            self.loaded.update(of_styles(data))

    def handle_endtag(self, tag: str) -> None:
        self._is_style = False


def of_styles(text: str) -> Iterator[str]:
    """The addresses that styles load; what they hold themselves has none."""
    found = (match[1] for match in _IN_STYLES.finditer(text))
    return (address for address in found if not address.startswith(('data:', '#')))


def read(text: str) -> Page:
    """Read the text of a page."""
    reader = _Reader()
    reader.feed(text)
    return Page(frozenset(reader.ids), frozenset(reader.links), frozenset(reader.loaded))


def _page(file: pathlib.Path) -> Page:
    text = file.read_text(encoding='utf-8')
    if file.suffix == '.css':
        return Page(frozenset(), frozenset(), frozenset(of_styles(text)))
    return read(text)


def faults(folder: pathlib.Path, pages: Iterable[pathlib.Path]) -> Iterator[str]:
    """Links of pages that lead nowhere, and what these and styles load from elsewhere.

    :param folder: that of the site.
    :param pages: files of pages and of styles.
    """
    known = functools.cache(_page)
    for file in pages:
        page = known(file)
        name = file.relative_to(folder)
        for address in sorted(page.loaded | page.links):
            host = urllib.parse.urlsplit(address).netloc
            if host and address in page.loaded:
                yield f'{name} loads {address}, which is not of this site'
            elif not host and ':' not in address and not _leads(address, file, known):
                yield f'{name} has a link to {address}, which leads nowhere'


def _leads(address: str, file: pathlib.Path, known: functools._lru_cache_wrapper[Page]) -> bool:
    parts = urllib.parse.urlsplit(address)
    target = file.parent / urllib.parse.unquote(parts.path) if parts.path else file
    if target.is_dir():
        target /= 'index.html'
    if not target.is_file():
        return False
    if target.suffix != '.html' or not parts.fragment:
        return True
    return urllib.parse.unquote(parts.fragment) in known(target.resolve()).ids


def _check(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != 'html':
        return
    from sphinx.util import logging

    log = logging.getLogger(__name__)
    folder = pathlib.Path(app.outdir).resolve()
    for fault in faults(folder, sorted((*folder.rglob('*.html'), *folder.rglob('*.css')))):
        log.warning('%s', fault)


def setup(app: Sphinx) -> dict[str, bool]:
    """Check what was built."""
    app.connect('build-finished', _check)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
