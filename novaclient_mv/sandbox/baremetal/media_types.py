"""Media types that requests accept; the service answers in JSON alone."""

from __future__ import annotations

import json

from novaclient_mv.sandbox.http.wsgi import JSON, Fault, Request, Response

_ACCEPTABLE = ('*/*', 'application/*', 'application/json')
_TITLE = '406 Not Acceptable'
_WORDS = 'The resource could not be generated that was acceptable to your browser'


class NotAcceptable(Fault):
    """No media type that a request accepts is the service's.

    :param accepted: the types as they were sent.
    """

    def __init__(self, accepted: str) -> None:
        super().__init__(406, accepted)


def check(request: Request) -> None:
    """Refuse a request that does not accept JSON.

    :raises NotAcceptable: 406.
    """
    accepted = request.header('Accept')
    if accepted and _types(accepted) and not _types(accepted) & set(_ACCEPTABLE):
        raise NotAcceptable(accepted)


def refusal(fault: NotAcceptable) -> Response:
    """The refusal, which is a text or a page in JSON."""
    accepted = fault.message
    if _types(accepted) & {'text/html', 'text/*'}:
        text = (
            f'<html>\n <head>\n  <title>{_TITLE}</title>\n </head>\n <body>\n  <h1>{_TITLE}</h1>\n'
            f'  {_WORDS}\n(content of type {accepted}. <br /><br />\n\n </body>\n</html>'
        )
    else:
        text = f'{_TITLE}\n\n{_WORDS} (content of type {accepted}. \n\n '
    body = json.dumps({'error_message': text}).encode()
    return Response(406, body, [('Content-Type', JSON)])


def _types(accepted: str) -> set[str]:
    """The types without their parameters; what is none counts for nothing."""
    names = {item.partition(';')[0].strip().lower() for item in accepted.split(',')}
    return {name for name in names if '/' in name}
