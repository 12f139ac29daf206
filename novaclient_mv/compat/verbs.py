"""Requests over what has ``get``, ``post``, ``put`` and ``delete``: a program's own client.

Programs and their tests set such objects as ``client.client``, or script the requests of a subclass
of ``SessionClient``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from novaclient_mv.wire import answer_headers
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import Headers

VERBS = ('get', 'post', 'put', 'patch', 'delete', 'head')


def send(client: Any, request: Request) -> Answer:
    """Carry out a request by the method of a client that is named as that of HTTP.

    What that raises goes through; what it returns is taken as a success.

    :param client: its methods take a URL below the endpoint, and ``body``, and return the response
        and its decoded body.
    """
    options: dict[str, Any] = {}
    if request.body is not None or request.method in ('POST', 'PUT', 'PATCH'):
        options['body'] = request.body
    if request.headers:
        options['headers'] = dict(request.headers)
    with _of_service(client, request.service):
        response, body = getattr(client, request.method.lower())(request.target, **options)
    return answer_of(response, body, request)


def answer_of(response: Any, body: Any, request: Request) -> Answer:
    """A response as requests has it, or as a test made it up, as our answer."""
    status = getattr(response, 'status_code', None)
    headers = getattr(response, 'headers', None)
    # Tests of programs make headers up in whatever case.
    pairs = Headers(headers.items() if isinstance(headers, Mapping) else ())
    return Answer(
        status if isinstance(status, int) else 200,
        pairs,
        body,
        answer_headers.request_id(pairs),
        str(getattr(response, 'url', None) or request.target),
        request,
    )


@contextlib.contextmanager
def _of_service(client: Any, service: str | None) -> Iterator[None]:
    """Send requests to a supporting service, where one is named."""
    if service is None:
        yield
        return
    own = getattr(client, 'service_type', None)
    client.service_type = service
    try:
        yield
    finally:
        client.service_type = own
