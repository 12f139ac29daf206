"""Lines as servers write them to logs."""

from __future__ import annotations

LOGGER = 'nova.api.openstack.requestlog'
USER, PROJECT = 'a' * 32, 'b' * 32
SERVER = '5bea6712-34aa-41ea-92cc-4da8da679c8a'
REQUEST_ID = 'req-1564ab14-83ad-4762-b72e-a3135a2c5fdc'
CONTEXT = f'None {REQUEST_ID} {USER} {PROJECT} - - default default'


def own(
    version: str = '2.53',
    request: str = 'GET /v2.1/servers',
    context: str = CONTEXT,
    time: str = '2026-11-22 01:31:34',
    address: str = '10.0.0.1',
) -> str:
    """A line of Nova's own log."""
    return (
        f'{time}.288 3786 INFO {LOGGER} [{context}] {address} "{request}" status: 200 len: 1861 '
        f'microversion: {version} time: 0.336621'
    )


def placement(request: str = 'GET /resource_providers', version: str = '1.36') -> str:
    """A line of Placement's own log, for a request that another service sent."""
    context = f'{REQUEST_ID} req-{SERVER} {USER} {PROJECT} - - default default'
    return (
        f'2026-11-22 01:31:34.288 8324 INFO placement.requestlog [{context}] 10.0.0.1 "{request}" '
        f'status: 200 len: 53 microversion: {version}'
    )


def ironic(request: str = 'GET /v1/nodes?limit=2') -> str:
    """A line of Ironic's own log."""
    return (
        f'2026-11-22 01:31:34.288 19186 INFO ironic.api [{CONTEXT}] 10.0.0.1 - {request} - 200 '
        '(14.79ms)'
    )


def access(
    *fields: str,
    request: str = 'GET /v2.1/servers',
    lead: str = '10.0.0.2 - - ',
    time: str = '22/Nov/2026:01:31:34 +0000',
    more: str = '',
) -> str:
    """An access line of a web server, with quoted fields behind status and size."""
    quoted = ''.join(f' "{field}"' for field in fields)
    return f'{lead}[{time}] "{request} HTTP/1.1" 200 1861{more}{quoted}'


def uwsgi(request: str = 'GET /v2.1/servers', pid: int = 3786) -> str:
    """A line that uWSGI writes without a format of its own."""
    return (
        f'[pid: {pid}|app: 0|req: 12/34] 10.0.0.3 () {{40 vars in 741 bytes}} '
        f'[Sun Nov 22 01:31:34 2026] {request} => generated 2566 bytes in 45 msecs '
        '(HTTP/1.1 200) 7 headers in 241 bytes (2 switches on core 0)'
    )
