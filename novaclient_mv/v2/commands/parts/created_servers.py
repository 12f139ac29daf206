"""The result of a creation of servers, with and without ``--wait``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.running import results
from novaclient_mv.v2.servers import Server, new_servers, view

_COLUMNS = ('id', 'name', 'status', 'task_state', 'power_state', 'networks', 'admin_password')


def result_of(client: v2.Client, args: Args, first: Server | str) -> results.Shown:
    """The result of a creation."""
    if isinstance(first, str):
        return _reserved(client, args, first)
    count = args.max_count or args.min_count or 1
    if count > 1:
        return _several(client, args, first, count)
    server_view = view.ServerView(client)
    return results.Started(
        _record(server_view, first),
        [first],
        lambda ended: _record(server_view, _updated(first, ended)),
    )


def _reserved(client: v2.Client, args: Args, reservation_id: str) -> results.Started:
    """Return the result for ``--return-reservation-id``."""
    result = results.Properties({'reservation_id': reservation_id}, are_fields=True)
    with results.accepted(result):
        rows = new_servers.of_reservation(client.servers, reservation_id) if args.wait else []
        if args.wait and not rows:
            raise errors.Error(
                f'The cloud shows no server of the reservation {reservation_id}, so that none can '
                'be waited for.'
            )
    return results.Started(result, rows)


def _several(client: v2.Client, args: Args, first: Server, count: int) -> results.Started:
    """Return the result for more than one server.

    A reader who does not wait sees the first one; everyone else all that are being made.
    """

    def every_server() -> Iterator[Server]:
        with results.accepted(_rows([first])):
            every = new_servers.created_with(client.servers, view.record(first), args.name, count)
        yield from every

    def refreshed(ended: list[Server]) -> results.Table:
        for server in ended:
            new_servers.copy_password(server, first)
        return _rows(ended)

    if not args.wait:
        with results.accepted(results.Views(_rows([first]), results.Record(first))):
            result = _record(view.ServerView(client), first)
        return results.Started(results.Views(_rows(every_server()), result), [first])
    every = list(every_server())
    return results.Started(_rows(every), every, refreshed)


def _rows(rows: Iterable[Server]) -> results.Table:
    return results.Table(Server, rows, _COLUMNS)


def _updated(server: Server, ended: list[Server]) -> Server:
    """Return the server as it is now; only the first answer has the password."""
    for now in ended:
        server._add_details(now._info)
    return server


def _record(server_view: view.ServerView, server: Server) -> results.Record:
    return results.Record(server, server_view.properties(view.record(server)))
