"""Carries requests to a WSGI application in this process, in place of a network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from novaclient_mv import errors
from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.transport import WireAnswer, WireRequest

Call = Callable[
    [str, str, Iterable[tuple[str, str]], bytes], tuple[str, list[tuple[str, str]], bytes]
]
"""Calls an application with method, URL, headers and body; gives status line, headers, body."""


class Headers(dict[str, str]):
    """Headers whose names ignore case; they are listed as they came, or, joined, as first came."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._names: dict[str, str] = {}
        for name, value in pairs:
            known = self._names.setdefault(name.lower(), name)
            before = super().get(known)
            super().__setitem__(known, value if before is None else f'{before}, {value}')

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(self._names[name.lower()])

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._names

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a header, or the default."""
        return super().get(self._names.get(name.lower(), name), default)


class WsgiTransport:
    """Calls an application; no socket is opened and no library is needed.

    :param call: calls it.
    :param origin: a URL of the scheme, host and port for which it answers.
    """

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
        begin = time.monotonic()
        try:
            status, pairs, body = self.call(
                request.method, url, request.headers.items(), request.body or b''
            )
        except TimeoutError as error:
            raise _lost(
                f'The request to {redirects.without_secrets(url)} timed out.', url
            ) from error
        except ConnectionResetError as error:
            message = f'{redirects.without_secrets(url)} closed the connection without an answer.'
            raise _lost(message, url) from error
        seconds = time.monotonic() - begin
        headers = Headers(pairs)
        length = headers.get('content-length', '')
        if request.method != 'HEAD' and length.isdecimal() and int(length) > len(body):
            raise _lost(
                f'The answer of {redirects.without_secrets(url)} broke off or cannot be decoded.',
                url,
            )
        return WireAnswer(int(status.partition(' ')[0]), headers, body, seconds)

    def close(self) -> None:
        """Nothing is kept open between requests."""


def _lost(message: str, url: str) -> errors.CloudError:
    """The error for an answer that did not arrive, although the request did."""
    error = errors.CloudError(message, url=url)
    error.may_be_sent = True
    return error
