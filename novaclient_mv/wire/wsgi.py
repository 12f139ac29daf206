"""Carries requests to a WSGI application in this process, in place of a network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.headers import Headers
from novaclient_mv.wire.transport import WireAnswer, WireRequest

Call = Callable[
    [str, str, Iterable[tuple[str, str]], bytes], tuple[str, list[tuple[str, str]], bytes]
]
"""Calls an application with method, URL, headers and body; gives status line, headers, body."""


class WsgiTransport:
    """Calls an application; no socket is opened and no library is needed."""

    def __init__(self, call: Call, origin: str) -> None:
        self.call = call
        self.origin = origin

    def send(self, request: WireRequest) -> WireAnswer:
        """The answer of the application.

        :raises CloudError: the URL is not one of its own, or it dropped the connection, answered
            in part, or would answer too late.
        """
        url = request.url
        if not redirects.is_same_origin(url, self.origin):
            raise connection_errors.permanent(
                f'{redirects.without_secrets(url)} cannot be reached: there is nothing but '
                f'{self.origin} here.',
                url,
            )
        place = redirects.without_secrets(url)
        begin = time.monotonic()
        try:
            status, pairs, body = self.call(
                request.method, url, request.headers.items(), request.body or b''
            )
        except TimeoutError as error:
            raise connection_errors.timed_out(place).update(may_be_sent=True) from error
        except ConnectionResetError as error:
            raise connection_errors.closed(place).update(may_be_sent=True) from error
        seconds = time.monotonic() - begin
        headers = Headers(pairs)
        length = headers.get('content-length', '')
        if request.method != 'HEAD' and length.isdecimal() and int(length) > len(body):
            raise connection_errors.broken_off(place).update(may_be_sent=True)
        return WireAnswer(int(status.partition(' ')[0]), headers, body, seconds)

    def close(self) -> None:
        """Nothing is kept open between requests."""
