"""The command that sends any request."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, resources, v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    reads_if,
    success_message,
    writes,
)
from novaclient_mv.cli.reading.types import request_parts
from novaclient_mv.cli.running import results
from novaclient_mv.errors import bodies


def _check(args: Args) -> None:
    """Refuse pages of anything but a list."""
    if args.paginate and (args.method != 'GET' or args.body is not None):
        raise errors.CommandError('--paginate reads a list: it needs GET, without --body.')


@arg('method', type=request_parts.method, help='GET, POST, PUT, DELETE, ...')
@arg(
    'path',
    type=request_parts.path,
    help='Path below the endpoint, query included, as in /servers/detail?limit=1.',
)
@arg(
    '--body', metavar='<file>', type=types.TextFile, help='JSON file to send; "-" reads the input.'
)
@arg(
    '--header',
    dest='headers',
    metavar='<name:value>',
    action='append',
    default=[],
    type=request_parts.header,
    help='Additional header to send. Repeatable.',
)
@arg(
    '--include', '-i', action='store_true', help='Include the status and the headers of the answer.'
)
@arg(
    '--paginate',
    action='store_true',
    help='Follow the links to further pages of a list (GET), and show all as one document.',
)
@checked_by(_check)
@reads_if(lambda args: args.method in ('GET', 'HEAD'))
@success_message('Sent {method} {path}.')
@writes
def do_api(client: v2.Client, args: Args) -> results.Shown:
    """Send any request with this login and version, and show the body of the answer."""
    if args.paginate:
        answer = client.raw_requests.send_pages(args.path, args.headers)
    else:
        body = None if args.body is None else _read(args.body)
        answer = client.raw_requests.send_raw(args.method, args.path, body, args.headers)
    document = answer.to_dict()
    if args.include:
        result = results.Document(document['body'], _heading(document), whole=document)
    else:
        result = results.Document(document['body'])
    answer.check(result)
    return result


def _heading(document: dict[str, Any]) -> str:
    """Status and headers, and the empty line after them."""
    headers = [f'{name}: {value}' for name, value in document['headers'].items()]
    return '\n'.join([_status_line(document['status']), *headers, ''])


def _status_line(status: int) -> str:
    from http import HTTPStatus

    try:
        return f'HTTP {status} {HTTPStatus(status).phrase}'
    except ValueError:
        return f'HTTP {status}'


def _read(file: types.TextFile) -> resources.Body:
    """The JSON in a file."""
    try:
        body: resources.Body = bodies.decode(file.read())
        return body
    except ValueError as error:
        raise errors.CommandError(f'{file.path} is not JSON: {error}.') from error
