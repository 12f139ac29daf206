"""A transport over a WSGI application of a test."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from novaclient_mv.clouds.builtin import WsgiTransport
from novaclient_mv.sandbox.http import in_process

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Application


def transport(application: Application, url: str) -> WsgiTransport:
    """Return a transport to an application, which serves one origin."""
    parts = urlsplit(url)
    origin = f'{parts.scheme}://{parts.netloc}'
    return WsgiTransport(functools.partial(in_process.call, application), origin)
