"""Carries actions out on the servers that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from novaclient_mv import resources, v2
from novaclient_mv.cli.reading.declarations import Args, returns_columns
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts.server_arguments import find_server, server_finder

P = ParamSpec('P')


def apply(
    action: Callable[Concatenate[v2.servers.Server, P], object],
    server: v2.servers.Server,
    *more: P.args,
    **named: P.kwargs,
) -> v2.servers.Server:
    """Carry an action out on a server, and give the server back, to be waited for."""
    return resources.waited_for(server, action(server, *more, **named))


def label(server: v2.servers.Server) -> str:
    """Return a server's name for messages."""
    return server.name if server.name == server.id else f'{server.name} ({server.id})'


def on_one(
    client: v2.Client,
    args: Args,
    action: Callable[Concatenate[v2.servers.Server, P], object],
    *more: P.args,
    **named: P.kwargs,
) -> results.Started:
    """Carry an action out on the server of ``args.server``; nothing is shown of it."""
    server = apply(action, find_server(client, args), *more, **named)
    return results.Started(None, [server])


def on_each(
    client: v2.Client, args: Args, verb: str, action: Callable[[v2.servers.Server], object]
) -> results.Started:
    """Carry an action out on each server of ``args.server``; all are tried, whatever fails."""
    find = server_finder(client, args)
    servers = several.on_each_found(args.server, find, lambda server: apply(action, server))
    return accepted(servers, verb)


def accepted(servers: several.TargetResults[v2.servers.Server], verb: str) -> results.Started:
    """Return the result of an action that servers accepted; raises for failed ones."""
    result = results.Done(
        [f'{label(server)}: {verb} accepted' for server in servers],
        [{'id': server.id, 'name': server.name, 'action': verb} for server in servers],
    )
    started = results.Started(result, servers, labels=servers.labels)
    servers.check(started)
    return started


_PASSWORD_COLUMNS = ('id', 'name', 'admin_password')
returns_password = returns_columns(*_PASSWORD_COLUMNS)
"""Declares the columns that :func:`with_password` returns."""


def with_password(server: v2.servers.Server, answer: resources.TupleWithMeta) -> results.Started:
    """Return the result with the new password, if the cloud answers with it."""
    resources.waited_for(server, answer)
    body = answer[1]
    password = body.get('adminPass') if isinstance(body, dict) else None
    if password is None:
        return results.Started(None, [server])
    values = dict(zip(_PASSWORD_COLUMNS, (server.id, server.name, password), strict=True))
    result = results.Rows(
        ('Property', 'Value'),
        [('adminPass', password)],
        data=values,
        columns_of=results.Properties(values),
    )
    return results.Started(result, [server])
