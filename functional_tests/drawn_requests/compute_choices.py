"""Puts servers of the sandbox on the hosts that the running Nova chose: any that fits is right."""

from __future__ import annotations

import re
from typing import Any

from functional_tests.drawn_requests.service import Step
from novaclient_mv.sandbox import newest
from novaclient_mv.sandbox.state import clocks

_HOST = 'OS-EXT-SRV-ATTR:host'
_CREATES = ('/servers', '/os-volumes_boot')
_SERVER = re.compile(r'/servers/\{server:(\d+)\}/action$')


def follow(clouds: Any, step: Step) -> None:
    """After a step that lets both clouds choose a host, have the server on the same one in both."""
    servers = clouds.things.get('server')
    if step.method != 'POST' or not servers:
        return
    acted = _SERVER.search(step.path)
    if acted is not None and isinstance(step.body, dict) and 'unshelve' in step.body:
        number = int(acted[1]) % len(servers)
    elif step.path.rstrip('/').endswith(_CREATES):
        number = len(servers) - 1
    else:
        return
    ours, theirs = (_shown(clouds, index, number) for index in (0, 1))
    if ours.get('status') == theirs.get('status') and ours.get(_HOST) and theirs.get(_HOST):
        _put(clouds, servers[number][0], theirs[_HOST], theirs['OS-EXT-AZ:availability_zone'])


def _shown(clouds: Any, index: int, number: int) -> dict[str, Any]:
    path = f'/v2.1/servers/{{server:{number}}}'
    shown: dict[str, Any] = clouds.ask(index, 'GET', path, newest.COMPUTE).body.get('server', {})
    return shown


def _put(clouds: Any, id: str, host: str, zone: str) -> None:
    with clouds.sandbox.sql() as session:
        session.begin()
        server = session.get('server', id)
        clocks.settle(server.document, session.now)
        if server.document['host'] != host:
            server.document.update(host=host, availability_zone=zone)
            session.save(server)
        session.commit()
