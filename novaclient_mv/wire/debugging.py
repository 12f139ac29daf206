"""Logs the requests and answers of a transport, with every secret masked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from novaclient_mv.wire import echoes
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest

SESSION = 'keystoneauth.session'
LOGIN = 'keystoneauth.identity.v3.base'
"""Names under which keystoneauth1 logs what it sends itself, so that whoever listens there misses
nothing, whichever transport is used.
"""

MASKED = 'is_masked'
"""Attribute of the records in which nothing is left to mask."""

_READABLE = ('application/json', 'text/plain')
_ONLY = f'Only {", ".join(_READABLE)} responses have their bodies logged.'
_REQUEST_IDS = ('x-openstack-request-id', 'x-compute-request-id')


def log(name: str, compose: Callable[[], str], known: Iterable[str] = ()) -> None:
    """Log a line, which is composed only if somebody listens, for those who debug."""
    # Where nothing has loaded it, nobody listens, and to load it would take time.
    if 'logging' not in sys.modules:
        return
    # The statement waits where another thread is still loading it.
    import logging

    logger = logging.getLogger(name)
    if logger.isEnabledFor(logging.DEBUG):
        from novaclient_mv.wire import masking

        logger.debug('%s', masking.masked(compose(), known), extra={MASKED: True})


class DebuggedTransport:
    """Wraps a transport, and logs what goes through it."""

    def __init__(self, inner: Transport, curl_options: Sequence[str] = ()) -> None:
        self.inner = inner
        self.curl_options = curl_options

    def send(self, request: WireRequest) -> WireAnswer:
        log(SESSION, lambda: self._command(request))
        answer = self.inner.send(request)
        echoed = echoes.Secrets(request)
        log(SESSION, lambda: _status_line(answer), echoed)
        if answer.body:
            log(SESSION, lambda: f'RESP BODY: {_text(answer)}', echoed)
        request_id = next(filter(None, map(answer.headers.get, _REQUEST_IDS)), None)
        if request_id:
            log(
                SESSION,
                lambda: f'{request.method} call to {request.url} used request id {request_id}',
            )
        return answer

    def close(self) -> None:
        self.inner.close()

    def _command(self, request: WireRequest) -> str:
        """A request as a command line that could be typed, but for what is masked."""
        words = ['REQ: curl -g -i', *self.curl_options, '-X', request.method, request.url]
        words += [f'-H "{line}"' for line in _header_lines(request.headers)]
        if request.body:
            words.append(f"-d '{request.body.decode('ascii', 'replace')}'")
        return ' '.join(words)


def _status_line(answer: WireAnswer) -> str:
    return ' '.join((f'RESP: [{answer.status}]', *_header_lines(answer.headers)))


def _header_lines(headers: Mapping[str, str]) -> Iterable[str]:
    from novaclient_mv.wire import masking, secret_values

    for name, value in sorted(headers.items()):
        yield f'{name}: {masking.MASK if secret_values.is_secret_header(name) else value}'


def _text(answer: WireAnswer) -> str:
    kind = answer.headers.get('content-type')
    if kind is None or not kind.startswith(_READABLE):
        return f'Omitted, Content-Type is set to {kind}. {_ONLY}'
    return answer.body.decode('utf-8', 'replace')
