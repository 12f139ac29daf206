"""A whole cloud in one process: identity, compute, images and networks over one SQLite file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from requests.adapters import BaseAdapter

    from novaclient_mv.sandbox.cloud import Application

BASE_URL = 'http://sandbox.invalid'
"""The prefix at which the in-process adapter is to be mounted on a session."""


def adapter(
    path: str | os.PathLike[str] | None = None,
    clock: Callable[[], float] = time.time,
    **options: Any,
) -> BaseAdapter:
    """A transport adapter that carries requests to a sandbox in this process, without a socket.

    :param path: the file of the state.
    :param options: as of :func:`application`.
    """
    from novaclient_mv.sandbox import transport

    if path is None:
        raise TypeError('The sandbox needs the path of its state.')
    return transport.SandboxAdapter(application(path, clock, **options))


def application(
    path: str | os.PathLike[str],
    clock: Callable[[], float] = time.time,
    *,
    minimum: str = '2.1',
    maximum: str = '2.104',
    microversions: bool = True,
    base_url: str | None = None,
    faults: Any = None,
) -> Application:
    """The sandbox as a WSGI application.

    :param path: the file of the state; made and seeded at the first request.
    :param clock: seconds since the epoch; what happens by itself follows it.
    :param minimum: first microversion that is served.
    :param maximum: last one.
    :param microversions: ``False`` for a Nova from before microversions.
    :param base_url: what links in answers start with; the request's own host by default.
    :param faults: called first with each request; what it returns, if anything, is the answer.
    """
    from novaclient_mv.sandbox import cloud

    return cloud.Application(
        path,
        clock,
        minimum=minimum,
        maximum=maximum,
        microversions=microversions,
        base_url=base_url,
        faults=faults,
    )


def serve(
    path: str | os.PathLike[str],
    host: str = '127.0.0.1',
    port: int = 8774,
    clock: Callable[[], float] = time.time,
    ready: Callable[[str], None] | None = None,
    **options: Any,
) -> None:
    """Serve a sandbox over HTTP until SIGTERM or Ctrl-C.

    :param port: 0 for any that is free.
    :param ready: called with the base URL once connections are accepted.
    :param options: as of :func:`application`.
    :raises ServerMissing: the package of the HTTP server is not installed.
    """
    from novaclient_mv.sandbox import server

    server.serve(application(path, clock, **options), host, port, ready)


def reset(path: str | os.PathLike[str]) -> None:
    """Throw the state away; whoever uses it next finds a new one, also one who has it open."""
    from novaclient_mv.sandbox import database, seed

    database.Database(path, time.time, seed.fill).reset()


def settings(base_url: str = BASE_URL, user: str = 'admin') -> dict[str, str]:
    """What a client needs to log in.

    :param user: ``admin`` or ``demo``; the project has the same name.
    """
    from novaclient_mv.sandbox import catalog, seed

    return {
        'auth_url': f'{base_url}/identity/v3',
        'username': user,
        'password': seed.PASSWORD,
        'project_name': user,
        'user_domain_name': 'Default',
        'project_domain_name': 'Default',
        'region_name': catalog.REGION,
    }
