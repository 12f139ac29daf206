"""A browser and the built site."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.site import browser as site_browser

SITE = os.environ.get('NOVA_MV_SITE')
CHROMIUM = os.environ.get('NOVA_MV_CHROMIUM', '/usr/bin/chromium')

if SITE is None:
    # It is built with npm, and read with a browser.
    collect_ignore_glob = ['test_*.py']


@pytest.fixture(scope='session')
def site() -> pathlib.Path:
    """The folder of the built site."""
    folder = pathlib.Path(str(SITE))
    assert (folder / '_static' / 'cloud' / 'cloud.zip').is_file(), 'The site has no cloud.'
    return folder


@pytest.fixture(scope='session')
def chromium() -> Iterator[Any]:
    """Chromium of the system."""
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        # In a container there is no sandbox for the browser.
        arguments = ['--no-sandbox'] if os.geteuid() == 0 else []
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


@pytest.fixture(scope='session')
def url(site: pathlib.Path) -> Iterator[str]:
    """Where the site is served."""
    with site_browser.served(site) as address:
        yield address


@pytest.fixture
def reader(chromium: Any, url: str) -> Iterator[site_browser.Reader]:
    """Somebody with a browser; their pages load nothing from elsewhere, and no script fails."""
    reader = site_browser.Reader(chromium, url)
    yield reader
    reader.page.close()
    assert reader.hosts() <= {url.split('/')[2]}
    assert not reader.mistakes
