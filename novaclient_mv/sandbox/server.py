"""Serves the sandbox over HTTP."""

from __future__ import annotations

import importlib
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.cloud import Application

INSTALL = 'pip install "nova-mv[sandbox]"'


class ServerMissing(Exception):
    """The package of the HTTP server is not installed; the message says how to install it."""


def serve(
    application: Application, host: str, port: int, ready: Callable[[str], None] | None
) -> None:
    """Serve until SIGTERM or Ctrl-C.

    :raises ServerMissing: there is no HTTP server to use.
    """
    try:
        waitress: Any = importlib.import_module('waitress')
    except ImportError:
        raise ServerMissing(
            f'Serving the sandbox needs one more package. Install it with: {INSTALL}'
        ) from None
    # A wait of 1 s bounds how long the server sleeps through a signal.
    server = waitress.create_server(
        application,
        host=host,
        port=port,
        threads=8,
        ident='nova-mv sandbox',
        asyncore_loop_timeout=1,
    )
    before = _stop_on_sigterm()
    try:
        if ready is not None:
            name = f'[{host}]' if ':' in host else host
            ready(f'http://{name}:{_port_of(server, port)}')
        server.run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        server.close()
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _port_of(server: Any, port: int) -> int:
    """The port that was given by the system where 0 was asked for."""
    found = getattr(server, 'effective_port', None)
    if found is None:
        # A name with several addresses has a server for each of them.
        found = server.effective_listen[0][1]
    return int(found or port)


def _stop_on_sigterm() -> Any:
    """Turn SIGTERM into the end of the main thread; elsewhere signals cannot be set."""
    if threading.current_thread() is not threading.main_thread():
        return None

    def stop(*_: Any) -> None:
        raise SystemExit

    return signal.signal(signal.SIGTERM, stop)
