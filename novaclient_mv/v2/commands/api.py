"""The command that sends any request."""

from __future__ import annotations

from typing import Any

from novaclient_mv import exceptions
from novaclient_mv.cli import output, request_types, types
from novaclient_mv.cli.arguments import arg


@arg('method', metavar='<method>', type=request_types.method, help='GET, POST, PUT, DELETE, ...')
@arg(
    'path',
    metavar='<path>',
    type=request_types.path,
    help='Path below the endpoint, query included, as in /servers/detail?limit=1.',
)
@arg(
    '--body',
    metavar='<file>',
    type=types.TextFile,
    help='File with the JSON to send; "-" reads the input.',
)
@arg(
    '--header',
    dest='headers',
    metavar='<name:value>',
    action='append',
    default=[],
    type=request_types.header,
    help='Header to send, too. Repeatable.',
)
def do_api(client: Any, args: Any) -> Any:
    """Send any request with this login and version, and show the status and body of the answer."""
    body = None if args.body is None else _read(args.body)
    answer = client.raw_requests.send_raw(args.method, args.path, body, args.headers)
    told = answer.to_dict()
    lines = [output.Text(_status_line(told['status']))]
    if told['body'] is not None:
        is_text = isinstance(told['body'], str)
        lines.append(output.Text(told['body'] if is_text else output.to_json(told['body'])))
    shown = output.Views(output.Properties(told), *lines)
    answer.check(shown)
    return shown


def _status_line(status: int) -> str:
    from http import HTTPStatus

    try:
        return f'HTTP {status} {HTTPStatus(status).phrase}'
    except ValueError:
        return f'HTTP {status}'


def _read(file: types.TextFile) -> Any:
    """The JSON in a file.

    :raises CommandError: it holds something else.
    """
    import json

    try:
        return json.loads(file.read())
    except ValueError as error:
        raise exceptions.CommandError(f'{file.path} is not JSON: {error}.') from error
