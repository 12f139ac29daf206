"""Carries actions out on the servers that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novaclient_mv.cli.running import results, several


def acted(action: Callable[..., Any], server: Any, *more: Any, **named: Any) -> Any:
    """The server, after an action on it."""
    action(server, *more, **named)
    return server


def label(server: Any) -> str:
    """What messages call a server."""
    return f'{server.name} ({server.id})'


def on_one(client: Any, args: Any, action: Callable[..., Any], **named: Any) -> results.Started:
    """Act on the server of ``args.server``; nothing is shown of it."""
    server = acted(action, client.servers.find_one(args.server), **named)
    return results.Started(None, [server])


def on_each(client: Any, args: Any, verb: str, action: Callable[[Any], Any]) -> results.Started:
    """Act on each server of ``args.server``; all are tried, whatever fails.

    :raises SomeFailed: some failed.
    """
    everywhere = bool(args.all_tenants)
    servers = several.each(
        args.server, lambda name: acted(action, client.servers.find_one(name, everywhere))
    )
    return accepted(servers, verb)


def accepted(servers: several.Outcome[Any], verb: str) -> results.Started:
    """What to show of servers that an action was accepted for; raises for those that failed."""
    shown = results.Done(
        [f'{label(server)}: {verb} accepted' for server in servers],
        [{'id': server.id, 'name': server.name, 'action': verb} for server in servers],
    )
    started = results.Started(shown, servers, labels=servers.labels)
    servers.check(started)
    return started


def with_password(server: Any, answer: Any) -> results.Started:
    """What to show where the cloud answers with the password that it has set, if it does.

    :param answer: what a manager gives for an operation without a resource.
    """
    body = answer[1]
    password = body.get('adminPass') if isinstance(body, dict) else None
    if password is None:
        return results.Started(None, [server])
    found = {'id': server.id, 'name': server.name, 'admin_password': password}
    shown = results.Rows(('Property', 'Value'), [('adminPass', password)], data=found)
    return results.Started(shown, [server])
