"""Cells that are down: their servers and services are known, but nobody can ask about them."""

from __future__ import annotations

import fnmatch

from novaclient_mv.sandbox.http.wsgi import Fault, Request

DOWN_HOSTS = 'sandbox.down_hosts'
"""Key of a request's environment: patterns of the hosts whose cell is down."""

UNKNOWN = 'UNKNOWN'


def any_is_down(request: Request) -> bool:
    """Whether some cell is down."""
    return bool(request.environ.get(DOWN_HOSTS))


def is_down(request: Request, host: str | None) -> bool:
    """Whether the cell of a host is down; what has no host is only when every cell is (``*``)."""
    patterns = request.environ.get(DOWN_HOSTS)
    if not patterns:
        return False
    return any(fnmatch.fnmatchcase(host or '', pattern) for pattern in patterns)


def require_reachable(request: Request, host: str | None) -> None:
    """Refuse what only the cell of a host knows.

    :raises Fault: 500, which is how Nova fails then.
    """
    if is_down(request, host):
        raise Fault(500, 'The cell is down.')


def require_all(request: Request) -> None:
    """Refuse what must be asked of every cell.

    :raises Fault: 500.
    """
    if any_is_down(request):
        raise Fault(500, 'A cell is down.')
