"""A whole cloud in one process, from identity to bare metal, over one SQLite file.

The stop rule: it is faithful to what a client can rely on, and to nothing else.

- Faithful: which requests are accepted and which refused, with status and machine code; shapes and
  values of answers; versions; policy; state across requests and services, and its course in time.
- The refusal of a well-formed request names the resource at fault in the terms of the service,
  since some clients read them: a quota is "exceeded", a volume is "in use" or "already exists".
- Not faithful: the words for malformed input; which of two mistakes is reported; what a service
  does and says when it crashes. Where the real one answers 5xx, any 4xx will do.

The services differ from the real ones in their dispatch and in the errors of their language.
"""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import newest as newest
from novaclient_mv.sandbox.errors import INSTALL as INSTALL
from novaclient_mv.sandbox.errors import LACKS_PACKAGE as LACKS_PACKAGE
from novaclient_mv.sandbox.errors import SandboxError as SandboxError
from novaclient_mv.sandbox.errors import UnusablePolicy as UnusablePolicy

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import Unpack

    from requests.adapters import BaseAdapter

    from novaclient_mv.sandbox.cloud import Application, Options
    from novaclient_mv.sandbox.faults import Faults
    from novaclient_mv.sandbox.http.in_process import Answer
    from novaclient_mv.sandbox.http.tls import Certificate
    from novaclient_mv.sandbox.http.wsgi import Application as WSGIApplication
    from novaclient_mv.sandbox.http.wsgi import Request, Response

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
    from novaclient_mv.sandbox.http import transport

    if path is None:
        raise TypeError('The sandbox needs the path of its state.')
    return transport.SandboxAdapter(application(path, clock, **options))


def caller(
    path: str | os.PathLike[str],
    clock: Callable[[], float] = time.time,
    timeout: float | None = None,
    **options: Any,
) -> Callable[..., Answer]:
    """Return the function that sends requests to a sandbox in this process, without a socket or a
    library: it is called with method, URL, pairs of headers, and body.

    :param path: the file of the state.
    :param timeout: how many seconds to wait for an answer.
    :param options: as of :func:`application`.
    """
    from novaclient_mv.sandbox.http import in_process

    wsgi = application(path, clock, **options)
    return functools.partial(in_process.call, wsgi, timeout=timeout)


def application(
    path: str | os.PathLike[str],
    clock: Callable[[], float] = time.time,
    *,
    base_url: str | None = None,
    sync: bool = False,
    faults: Callable[[Request], Response | None] | None = None,
    on_demand: Faults | None = None,
    **options: Unpack[Options],
) -> Application:
    """The sandbox as a WSGI application: the parameters are those of ``cloud.Application``, and
    the options those of ``cloud.Options``.
    """
    from novaclient_mv.sandbox import cloud

    return cloud.Application(
        path, clock, base_url=base_url, sync=sync, faults=faults, on_demand=on_demand, **options
    )


def serve(
    path: str | os.PathLike[str],
    host: str = '127.0.0.1',
    port: int = 8774,
    clock: Callable[[], float] = time.time,
    ready: Callable[[str], None] | None = None,
    *,
    servers: int = 0,
    certificate: Certificate | None = None,
    warn: Callable[[str], None] | None = None,
    recorded: Callable[[Application], WSGIApplication] | None = None,
    **options: Any,
) -> None:
    """Serve a sandbox over HTTP until SIGTERM or Ctrl-C; ``/sandbox/faults`` takes faults.

    :param port: 0 for any that is free.
    :param ready: called with the base URL once connections are accepted.
    :param servers: how many servers are to be there besides the usual ones.
    :param certificate: for HTTPS; see :func:`certificate`.
    :param warn: called with a line for each rule of the policy file that is ignored, or has another
        name now.
    :param recorded: makes an application of it that keeps what is exchanged; see :func:`recorder`.
    :param options: as of :func:`application`.
    :raises SandboxError: the state cannot be used or seeded, or there is no HTTP server.
    :raises UnusablePolicy: the policy file cannot be used.
    """
    from novaclient_mv.sandbox import faults
    from novaclient_mv.sandbox.http import server

    options.setdefault('on_demand', faults.Faults())
    served = application(path, clock, **options)
    for note in served.policy_notes():
        if warn is not None:
            warn(note)
    # A state that cannot be used is refused now, not at each request.
    is_new = served.database.is_new()
    if options.get('seed') is not None and not is_new:
        path = served.database.path
        raise SandboxError(
            f'{path} is filled already, and a seed is for a new state: reset it with '
            f'"sandbox-reset --state {path}", or name another one with --state.'
        )
    if servers:
        served.seed_servers(servers)
    outermost = served if recorded is None else recorded(served)
    server.serve(outermost, host, port, ready, certificate)


def recorder(
    path: str, clock: Callable[[], float], masked: Callable[[str], str], version: str
) -> Callable[[Application], WSGIApplication]:
    """Return what keeps each exchange of an application in a file, as HAR 1.2; called with one, it
    raises ``SandboxError`` if the file cannot be written.

    :param masked: takes the secrets out of a text.
    :param version: of this program.
    """
    from novaclient_mv.sandbox.http import har

    def record(application: Application) -> WSGIApplication:
        archive = har.Archive(path, {'name': 'nova-mv sandbox', 'version': version})
        return har.Recorded(application, archive, clock, masked)

    return record


def certificate(folder: str, host: str) -> Certificate:
    """A certificate of this computer for HTTPS, signed by itself.

    :param folder: where the files of the certificate and of its key are to be.
    :param host: name or address of the server, besides ``localhost``.
    :raises SandboxError: the program openssl is not there, or failed.
    """
    from novaclient_mv.sandbox.http import tls

    return tls.certificate(folder, host)


def reset(path: str | os.PathLike[str], is_named: bool = False) -> None:
    """Empty the state; whoever uses it next finds a new one, also one who has it open.

    :param is_named: the path is a user's: a damaged file is removed only if it was a state.
    :raises SandboxError: it is another program's file, or cannot be written.
    """
    from novaclient_mv.sandbox import cloud
    from novaclient_mv.sandbox.state import database, seed

    fill = seed.filler(None, cloud.seeders)
    database.Database(path, time.time, fill).reset(is_named)


def settings(base_url: str = BASE_URL, user: str = 'admin') -> dict[str, str]:
    """Return a client's settings for a login.

    :param user: ``admin``, ``demo``, or another one whose project has the same name; or
        ``reader``, ``manager`` or ``service``, who has that role alone in the project ``demo``.
    """
    from novaclient_mv.sandbox.identity import catalog
    from novaclient_mv.sandbox.state import seed

    return {
        'auth_url': f'{base_url}/identity/v3',
        'username': user,
        'password': seed.PASSWORD,
        'project_name': 'demo' if user in seed.ROLES else user,
        'user_domain_name': 'Default',
        'project_domain_name': 'Default',
        'region_name': catalog.REGION,
    }
