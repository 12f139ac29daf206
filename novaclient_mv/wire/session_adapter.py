"""The transport adapter of our sessions: keystoneauth1's, with our reader of answers.

urllib3's own reader will not do: it takes for whole an answer whose headers are cut, with a length
beside chunks, with a length that is not a number, or packed and cut; a timeout of 2 s does not end
one that comes an octet at a time; one without an end is read into memory. So the connections of
urllib3, whichever class a URL or a proxy takes, get a deadline and our reader.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from novaclient_mv.wire import bounds, connecting
from novaclient_mv.wire.direct import content_codings, http_answers

if TYPE_CHECKING:
    import http.client

    import requests
    import urllib3
    from keystoneauth1 import session as ks_session
    from urllib3 import connection

    _TheirAdapter = ks_session.TCPKeepAliveAdapter
    _TheirConnection = connection.HTTPConnection
    _TheirResponse = http.client.HTTPResponse
    _TheirTimeout = urllib3.Timeout
else:
    _TheirAdapter = _TheirConnection = _TheirResponse = _TheirTimeout = object

_OF_THE_WIRE = frozenset({'transfer-encoding', 'content-encoding', 'content-length'})
"""Headers that say how a body came, and nothing of one that was read and unpacked."""


def mount(session: requests.Session, max_body: int, **tls: str) -> None:
    """Have a session send with our adapter whatever goes over a network."""
    from keystoneauth1 import session as ks_session

    for scheme in ('http://', 'https://'):
        kind = _before(_Adapter, ks_session.TCPKeepAliveAdapter, max_body=max_body)
        adapter: _Adapter = kind(**tls)
        adapter.streaming = session.get_adapter(scheme)
        session.mount(scheme, adapter)
    session.headers['Accept-Encoding'] = content_codings.ASKED_FOR


@functools.cache
def _before(ours: type, theirs: type, **values: object) -> Any:
    """A class of a library, with ours before it."""
    return type(theirs.__name__, (ours, theirs), values)


class _Adapter(_TheirAdapter):
    """Sends a request, and has its whole answer within its time."""

    max_body: int
    streaming: requests.adapters.BaseAdapter
    """The adapter for programs that stream an answer's body."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self._bound(self.poolmanager)

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **options)
        self._bound(manager)
        return manager

    def _bound(self, manager: Any) -> None:
        """Have a manager of connections open ours."""
        manager.pool_classes_by_scheme = {
            scheme: self._bounded(pool) for scheme, pool in manager.pool_classes_by_scheme.items()
        }

    def _bounded(self, pool: Any) -> Any:
        if issubclass(pool.ConnectionCls, _Connection):
            return pool
        kind = _before(_Connection, pool.ConnectionCls, max_body=self.max_body)
        return type(pool.__name__, (pool,), {'ConnectionCls': kind})

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        *args: Any,
        **options: Any,
    ) -> requests.Response:
        if stream:
            return self.streaming.send(request, stream, timeout, *args, **options)
        if isinstance(timeout, int | float):
            import urllib3

            timeout = _before(_Until, urllib3.Timeout)(timeout)
        return super().send(request, stream, timeout, *args, **options)

    def build_response(self, request: requests.PreparedRequest, response: Any) -> requests.Response:
        """The answer with a body that came as a whole, and is not packed any more."""
        import urllib3

        built = super().build_response(request, response)
        headers = {
            name: value
            for name, value in response.headers.items()
            if name.lower() not in _OF_THE_WIRE
        }
        built.raw = urllib3.HTTPResponse(
            io.BytesIO(response.read(decode_content=False)),
            headers,
            response.status,
            reason=response.reason,
            version=response.version,
            preload_content=False,
            # requests takes the cookies of a session from it.
            original_response=response._original_response,
        )
        return built


class _Until(_TheirTimeout):
    """The rest of a try's time; urllib3 itself restarts its timeout for the answer."""

    def __init__(self, seconds: float) -> None:
        super().__init__(total=seconds)
        self._deadline = bounds.Deadline(seconds)

    def clone(self) -> _Until:
        """The time of a try is the same for each of its steps."""
        return self

    @property
    def connect_timeout(self) -> float | None:
        return self._deadline.remaining()

    @property
    def read_timeout(self) -> float | None:
        return self._deadline.remaining()


class _Connection(_TheirConnection):
    """A connection on which a try ends at a moment, and whose answers our reader reads."""

    max_body: int
    deadline = bounds.Deadline(None)

    @property
    def timeout(self) -> Any:
        return self._seconds

    @timeout.setter
    def timeout(self, seconds: Any) -> None:
        self._seconds = seconds
        self.deadline = bounds.Deadline(seconds if isinstance(seconds, int | float) else None)

    def _new_conn(self) -> Any:
        from urllib3 import exceptions

        if hasattr(self, '_socks_options'):
            return super()._new_conn()
        try:
            connection = connecting.connected(
                # With a dot at its end where the URL has one.
                getattr(self, '_dns_host', self.host),
                self.port,
                self.deadline,
                self.socket_options or (),
                self.source_address,
            )
        except TimeoutError as error:
            message = f'{self.host} did not answer in time'
            raise exceptions.ConnectTimeoutError(self, message) from error
        except OSError as error:
            raise exceptions.NewConnectionError(self, f'{self.host}: {error}') from error
        # For TLS, whose handshake takes this time as a whole.
        connection.settimeout(self.deadline.remaining())
        return connection

    def send(self, content: Any) -> None:
        if self.sock is None:
            self.connect()
        bounds.send(self.sock, content, self.deadline)

    def response_class(  # type: ignore[override]
        self, *args: Any, **options: Any
    ) -> http.client.HTTPResponse:
        """Read an answer, also that of a proxy to CONNECT."""
        import http.client

        response: http.client.HTTPResponse = _before(_Response, http.client.HTTPResponse)(
            self, *args, **options
        )
        return response


class _Response(_TheirResponse):
    """An answer that is there as a whole when it begins, and may then be read."""

    def __init__(
        self, connection: _Connection, sock: Any, debug: int = 0, method: str | None = None
    ) -> None:
        super().__init__(sock, debug, method)
        self._asked_by = method or ''
        self._max_body = connection.max_body
        self._receive = bounds.receiver(sock, connection.deadline)
        self.fp.close()
        self.fp = io.BufferedReader(_Incoming(self._receive))

    def begin(self) -> None:
        import http.client

        answer = http_answers.read(self._receive, self._asked_by, self._max_body)
        self.version = 10 + int(answer.version[-1])
        self.status, self.reason = answer.status, answer.reason
        self.headers = self.msg = http.client.HTTPMessage()
        for name, value in answer.headers:
            self.msg[name] = value
        self.length, self.chunked = len(answer.body), False
        self.will_close = not answer.is_reusable
        self._body = io.BytesIO(answer.body)
        # To urllib3 this says that the connection may serve another request.
        self.fp.close()
        self.fp = None  # type: ignore[assignment]

    def read(self, most: int | None = None) -> bytes:
        """The body, or what comes next of it."""
        return self._body.read(most)


class _Incoming(io.RawIOBase):
    """A connection's bytes as a file."""

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive

    def readable(self) -> bool:
        return True

    def readinto(self, space: Any) -> int:
        """Read what fits into some space."""
        content = self._receive(len(space))
        space[: len(content)] = content
        return len(content)
