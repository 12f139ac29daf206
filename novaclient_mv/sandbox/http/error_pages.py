"""Errors in the look of the web library that the services share: a page, JSON or text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from novaclient_mv.sandbox.http import wsgi

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call

HTML, JSON, TEXT = 'text/html', wsgi.JSON, 'text/plain'

_EXPLANATIONS = {
    **wsgi.MESSAGES,
    405: 'The method {method} is not allowed for this resource. ',
    406: 'The resource could not be generated that was acceptable to your browser\n'
    '(content of type {accept}. ',
    413: 'The body of the request is too large.',
    415: 'The request media type {content_type} is not supported by this server.\n',
    500: 'The server has either erred or is incapable of performing the requested operation.',
}
_WITHOUT_COMMENT = (405, 406, 415)
_TAGS = ((r'\n', ' '), (r'\r|<!--|-->', ''), (r'<br\s*/?>', '\n'), (r'<[^>]*>', ''))


def markup(status: int, detail: str, **facts: str | None) -> str:
    """Return what an error says, as markup: what its status means, and below it the detail."""
    explanation = _EXPLANATIONS[status].format_map(facts)
    end = '' if status in _WITHOUT_COMMENT else '\n\n'
    return f'{explanation}<br /><br />\n{detail}{end}'


def text(content: str) -> str:
    """Return markup as text, without tags."""
    for pattern, replacement in _TAGS:
        content = re.sub(pattern, replacement, content)
    return content


def escaped(text: str) -> str:
    """Return a text as markup."""
    # What is loaded with it is much for an answer without markup.
    import html

    return html.escape(text)


def page(line: str, content: str) -> bytes:
    """Return a page."""
    heading = escaped(line)
    lines = (
        '<html>',
        ' <head>',
        f'  <title>{heading}</title>',
        ' </head>',
        ' <body>',
        f'  <h1>{heading}</h1>',
        f'  {content}',
        ' </body>',
        '</html>',
    )
    return '\n'.join(lines).encode('ascii', 'xmlcharrefreplace')


def rendered(kind: str, status: int, title: str, detail: str = '', **facts: str | None) -> bytes:
    """Return an error in a media type."""
    line = f'{status} {title}'
    if kind == HTML:
        facts = {name: value and escaped(value) for name, value in facts.items()}
        return page(line, markup(status, escaped(detail), **facts))
    content = markup(status, detail, **facts)
    if kind == JSON:
        return json.dumps({'message': content, 'code': line, 'title': title}).encode()
    return f'{line}\n\n{text(content)}'.encode()


def shape(call: Call, fault: wsgi.Fault) -> wsgi.Response:
    """An error as web libraries write it: as JSON for who asks for it, else as a page."""
    title = HTTPStatus(fault.status).phrase
    line, content = f'{fault.status} {title}', f'{fault.message}<br /><br />\n\n\n'
    if 'json' in (call.request.header('Accept') or ''):
        body = {'message': content, 'code': line, 'title': title}
        return wsgi.Response.of(fault.status, body, fault.headers)
    return wsgi.Response(fault.status, page(line, content), [wsgi.PAGE, *fault.headers])


def preferred_type(accept: str | None, kinds: Sequence[str] = (HTML, JSON)) -> str:
    """Return the media type of an error: the first one that a header names, else text."""
    names = {part.partition(';')[0].strip().lower() for part in (accept or '').split(',')}
    return next((kind for kind in kinds if names & {kind, f'{kind.split("/")[0]}/*', '*/*'}), TEXT)


def accepts(accept: str | None, kind: str) -> bool:
    """Whether a caller takes an answer of a media type."""
    return not accept or preferred_type(accept, (kind,)) == kind
