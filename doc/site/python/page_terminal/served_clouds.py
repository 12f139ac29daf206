"""Sandboxes that ``sandbox-serve`` serves inside the page, where there are no sockets."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv.sandbox import http
from page_terminal.shell import Streams
from page_terminal.streams import Page

_FIRST_FREE_PORT = 40001


class ServedClouds:
    """The sandboxes that are served, by their addresses.

    :param page: the terminal.
    :param is_in_background: whether the line that runs ends with ``&``.
    """

    def __init__(self, page: Page, is_in_background: Callable[[], bool]) -> None:
        self._page = page
        self._is_in_background = is_in_background
        self._served: dict[str, Any] = {}
        server = types.ModuleType('novaclient_mv.sandbox.http.server')
        server.serve = self._serve  # type: ignore[attr-defined]
        http.server = server  # type: ignore[attr-defined]
        sys.modules[server.__name__] = server

    @property
    def transport(self) -> Callable[[Any], None] | None:
        """Return what carries requests of sessions to these sandboxes, if there are any."""
        return self._mount if self._served else None

    def end(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """End all of them, as ``kill %1`` ends one.

        :returns: the exit status.
        """
        self._served.clear()
        return 0

    def _mount(self, session: Any) -> None:
        from novaclient_mv.sandbox.http import transport

        for url, application in self._served.items():
            session.session.mount(url, transport.SandboxAdapter(application))

    def _serve(
        self,
        served: Any,
        host: str,
        port: int,
        ready: Callable[[str], None] | None = None,
        certificate: object = None,
    ) -> None:
        url = f'http://{host}:{port or _FIRST_FREE_PORT + len(self._served)}'
        self._served[url] = served
        if ready is not None:
            ready(url)
        if self._is_in_background():
            return
        try:
            while self._page.can_ask:
                self._page.sleep(1)
        except KeyboardInterrupt:
            del self._served[url]
