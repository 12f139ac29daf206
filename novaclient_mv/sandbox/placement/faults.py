"""Errors of the service, and how it writes them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import error_pages
from novaclient_mv.sandbox.http.wsgi import MESSAGES, Fault, Headers, Request, Response

UNDEFINED = 'placement.undefined_code'
CONCURRENT_UPDATE = 'placement.concurrent_update'
# From here on answers tell the code.
_WITH_CODES = versions.VersionRange('1.23', None)


class PlacementFault(Fault):
    """An error of the service.

    :param message: the detail, below the sentence that the status has.
    :param code: without the service's name.
    :param varies: whether the answer says that it depends on the version; what no handler answers
        does not.
    """

    def __init__(
        self,
        status: int,
        message: str = '',
        code: str = UNDEFINED,
        headers: Headers = (),
        *,
        varies: bool = True,
    ) -> None:
        super().__init__(status, message, headers)
        self.code = code if code == UNDEFINED else f'placement.{code}'
        self.varies = varies


class NotFound(PlacementFault):
    """The resource of a path does not exist; no handler answers this."""

    def __init__(self, message: str = '') -> None:
        super().__init__(404, message, varies=False)


def stale(message: str) -> PlacementFault:
    """The error for a generation that is not the current one."""
    return PlacementFault(409, message, 'concurrent_update')


def varies(fault: Fault) -> bool:
    """Whether the answer of a fault says that it depends on the version."""
    return fault.status not in (403, 500) and getattr(fault, 'varies', True)


def media_type(request: Request) -> str | None:
    """Return the type of a request's body."""
    kind = request.header('Content-Type')
    return kind and kind.partition(';')[0]


def error_answer(
    request: Request,
    fault: Fault,
    version: versions.APIVersion | None,
    offered: versions.VersionRange,
) -> Response:
    """An error in the service's shape: JSON, or as a page or text for whom takes no JSON.

    :param version: that the request is answered in; ``None`` where it asks for none that is there.
    """
    accept = request.header('Accept')
    if accept in (None, '', '*/*'):
        accept = error_pages.JSON
    kind = error_pages.preferred_type(accept)
    facts: dict[str, str | None] = {'method': request.method, 'accept': accept}
    facts['content_type'] = request.header('Content-Type')
    detail = '' if fault.message == MESSAGES.get(fault.status) else fault.message
    title = HTTPStatus(fault.status).phrase
    is_head = request.method == 'HEAD'
    kind = error_pages.HTML if is_head else kind
    if kind != error_pages.JSON:
        page = error_pages.rendered(kind, fault.status, title, detail, **facts)
        return _plain_answer(fault, kind, b'' if is_head else page)
    text = error_pages.text(error_pages.markup(fault.status, detail, **facts))
    error: dict[str, Any] = {'status': fault.status, 'title': title, 'detail': text}
    if version is not None and version in _WITH_CODES:
        error['code'] = fault.code or UNDEFINED
    error['request_id'] = request.request_id
    if version is None and fault.status == 406:
        error.update(max_version=str(offered.end), min_version=str(offered.start))
    return Response.of(fault.status, {'errors': [error]}, fault.headers)


def _plain_answer(fault: Fault, kind: str, content: bytes) -> Response:
    headers = [('Content-Type', f'{kind}; charset=UTF-8'), *fault.headers]
    return Response(fault.status, content, headers)
