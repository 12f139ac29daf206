"""The names that pages give to clouds of their reader."""

from __future__ import annotations

import re

from novaclient_mv import services

OF_THE_READER = 'my-cloud'
"""The cloud of a page's reader: the sandbox of the page, over HTTP."""
LOST = 'lost-cloud'
"""A cloud that does not answer."""
_NAME = re.compile(r'\b[a-z]+-cloud\b')


def named_in(text: str) -> list[str]:
    """The clouds of a reader that a block names: ``my-cloud``, ``lost-cloud``, and those of
    releases, as ``pike-cloud``.
    """
    releases = [name.lower() for name in services.COMPUTE.releases.names()]
    known = {OF_THE_READER, LOST, *(f'{release}-cloud' for release in releases)}
    return [name for name in dict.fromkeys(_NAME.findall(text)) if name in known]
