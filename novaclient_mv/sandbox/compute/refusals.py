"""How errors are written: those of the API, and those of the layers below it."""

from __future__ import annotations

import html
import json
import re
from http import HTTPStatus
from typing import Any

from novaclient_mv.sandbox import wsgi
from novaclient_mv.sandbox.wsgi import Fault, Request, Response

# The key of an error body; any other status is a computeFault.
FAULT_NAMES = {
    400: 'badRequest',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'itemNotFound',
    405: 'badMethod',
    409: 'conflictingRequest',
    413: 'overLimit',
    415: 'badMediaType',
    429: 'overLimit',
    501: 'notImplemented',
    503: 'serviceUnavailable',
}

_TEXTS = {404: 'The resource could not be found.', 413: 'The body of the request is too large.'}

_HTML, _JSON = 'text/html', 'application/json'
_TOKEN = r"[\w!#$%&'*+.^`|~-]+"
_MEDIA_RANGE = re.compile(
    rf'({_TOKEN}/{_TOKEN})((?:\s*;\s*{_TOKEN}=(?:{_TOKEN}|"[^"]*"))*)', re.ASCII
)


def of_fault(fault: Fault) -> Response:
    """An error of the API."""
    name = FAULT_NAMES.get(fault.status, 'computeFault')
    body: dict[str, Any] = {'code': fault.status, 'message': fault.message}
    retry = dict(fault.headers).get('Retry-After')
    if fault.status in (413, 429) and retry is not None:
        body['retryAfter'] = retry
    return Response.of(fault.status, {name: body}, fault.headers, wsgi.FAULT_JSON)


def below(request: Request, status: int) -> Response:
    """An error of the routing layer, which does not look like one of the API.

    It is HTML or JSON, which of them the client likes best, or else plain text.
    """
    title = HTTPStatus(status).phrase if status != 413 else 'Request Entity Too Large'
    line, text = f'{status} {title}', _TEXTS[status]
    kind = _HTML if request.method == 'HEAD' else _liked(request.header('Accept'))
    if kind == _JSON:
        body = {'message': f'{text}<br /><br />\n\n\n', 'code': line, 'title': title}
        return Response(status, json.dumps(body).encode(), [('Content-Type', wsgi.JSON)])
    if kind == _HTML:
        heading = html.escape(line)
        page = (
            f'<html>\n <head>\n  <title>{heading}</title>\n </head>\n <body>\n'
            f'  <h1>{heading}</h1>\n  {text}<br /><br />\n\n\n\n </body>\n</html>'
        )
    else:
        page = f'{line}\n\n{text}\n\n   '
    content = b'' if request.method == 'HEAD' else page.encode()
    return Response(status, content, [('Content-Type', f'{kind}; charset=UTF-8')])


def _liked(accept: str | None) -> str:
    """Which media type an error page has; what cannot be understood accepts all."""
    if not accept:
        return 'text/plain'
    ranges: list[tuple[str, float]] = []
    for item in accept.split(','):
        found = _MEDIA_RANGE.fullmatch(item.strip())
        if found is None:
            return _HTML
        name, _, value = found[2].replace(' ', '').removeprefix(';').partition('=')
        if not name:
            ranges.append((found[1].lower(), 1.0))
        elif name == 'q':
            ranges.append((found[1].lower(), _quality(value)))
    quality, kind = max(
        ((_quality_of(kind, ranges), kind) for kind in (_HTML, _JSON)), key=lambda pair: pair[0]
    )
    return kind if quality else 'text/plain'


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _quality_of(kind: str, ranges: list[tuple[str, float]]) -> float:
    """How well a client likes a media type; the narrowest range that has it says so."""
    for wanted in (kind, f'{kind.partition("/")[0]}/*', '*/*'):
        for each, quality in ranges:
            if each == wanted:
                return quality
    return 0.0
