"""Serves the sandbox over HTTP."""

from __future__ import annotations

import importlib
import logging
import signal
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import errors
from novaclient_mv.sandbox.state import image_store

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.tls import Certificate, TLSProxy
    from novaclient_mv.sandbox.http.wsgi import Application


class ServerMissing(errors.SandboxError):
    """The package of the HTTP server is not installed; the message says how to install it."""


class NotListening(errors.SandboxError):
    """The address cannot be listened on."""

    def __init__(self, host: str, port: int, error: Exception) -> None:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        super().__init__(f'Cannot listen on {host} port {port}: {reason}.')


class Server:
    """An HTTP server, which accepts connections once it is made; port 0 is any free one."""

    def __init__(
        self,
        application: Application,
        host: str = '127.0.0.1',
        port: int = 0,
        certificate: Certificate | None = None,
    ) -> None:
        try:
            waitress: Any = importlib.import_module('waitress')
        except ImportError:
            raise ServerMissing(
                f'Serving the sandbox needs one more package. Install it with: {errors.INSTALL}'
            ) from None
        # Cut answers and waiting clients are what one comes here for; they need no warnings.
        logging.getLogger('waitress').setLevel(logging.ERROR)
        self._proxy: TLSProxy | None = None
        try:
            # A wait of 1 s bounds how long the server sleeps through a signal.
            self._back = waitress.create_server(
                _wrap(application, 'http' if certificate is None else 'https'),
                host=host if certificate is None else '127.0.0.1',
                port=port if certificate is None else 0,
                threads=8,
                connection_limit=1000,
                backlog=1024,
                ident='nova-mv sandbox',
                asyncore_loop_timeout=1,
                # What no service takes is not even kept.
                max_request_body_size=image_store.MOST_OCTETS,
            )
        except (OSError, ValueError) as error:
            # It refuses a name that it does not know with a ValueError.
            raise NotListening(host, port, error) from error
        self.port = _port_of(self._back, port)
        if certificate is not None:
            self._secure(host, port, certificate)
        name = f'[{host}]' if ':' in host else host
        self.url = f'{"http" if certificate is None else "https"}://{name}:{self.port}'

    def _secure(self, host: str, port: int, certificate: Certificate) -> None:
        from novaclient_mv.sandbox.http import tls

        try:
            self._proxy = tls.TLSProxy((host, port), ('127.0.0.1', self.port), certificate)
        except OSError as error:
            self._back.close()
            raise NotListening(host, port, error) from error
        self.port = self._proxy.port
        self._proxy.start()

    def run(self) -> None:
        """Serve until the thread is ended, or :meth:`stop` is called."""
        self._back.run()

    def start(self) -> None:
        """Serve in a thread of its own."""
        threading.Thread(target=self.run, daemon=True).start()

    def stop(self) -> None:
        """End it, from any thread."""
        self._close_proxy()
        trigger = self._back.trigger
        # A loop that is awake already would end, and close the trigger, before it is pulled.
        with trigger.lock:
            trigger.thunks.append(self._end)
            trigger.pull_trigger()

    def _end(self) -> None:
        # Without anything to listen to, the loop of the server ends.
        self._back.asyncore.close_all(self._back._map, ignore_all=True)
        self._back.task_dispatcher.shutdown(timeout=1)

    def close(self) -> None:
        """Close it, after its thread has ended."""
        self._close_proxy()
        self._back.close()

    def _close_proxy(self) -> None:
        if self._proxy is not None:
            self._proxy.shutdown()
            self._proxy.server_close()


def _wrap(application: Application, scheme: str) -> Callable[..., Iterable[bytes]]:
    """The application with its URL scheme, and a dropped connection as the server's own error."""
    disconnected: Any = importlib.import_module('waitress.channel').ClientDisconnected

    def call(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ['wsgi.url_scheme'] = scheme
        try:
            return application(environ, start_response)
        except ConnectionResetError:
            # So the server closes the connection instead of answering 500.
            raise disconnected from None

    return call


def serve(
    application: Application,
    host: str,
    port: int,
    ready: Callable[[str], None] | None,
    certificate: Certificate | None = None,
) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    server = Server(application, host, port, certificate)
    before = _stop_on_sigterm()
    try:
        if ready is not None:
            ready(server.url)
        server.run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        server.close()
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _port_of(server: Any, port: int) -> int:
    """The port, which the system assigns where 0 was asked for."""
    used = getattr(server, 'effective_port', None)
    if used is None:
        # A name with several addresses has a server for each of them.
        used = server.effective_listen[0][1]
    return int(used or port)


def _stop_on_sigterm() -> Any:
    """Turn SIGTERM into the end of the main thread; elsewhere signals cannot be set."""
    if threading.current_thread() is not threading.main_thread():
        return None

    def stop(*_: Any) -> None:
        raise SystemExit

    return signal.signal(signal.SIGTERM, stop)
