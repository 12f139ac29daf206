"""Hosts of servers: their services, and the states of servers on them."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Caller


def state(cloud: Caller, id: str) -> tuple[str, str | None]:
    """The status of a server, and its task."""
    shown = cloud.server(id)
    return shown['status'], shown['OS-EXT-STS:task_state']


def host(cloud: Caller, id: str) -> str:
    return str(cloud.server(id)['OS-EXT-SRV-ATTR:host'])


def other(name: str) -> str:
    return {'host1': 'host2', 'host2': 'host1'}[name]


def set_service(cloud: Caller, name: str, **changes: Any) -> None:
    """Change the compute service of a host."""
    found = cloud('GET', f'/v2.1/os-services?host={name}&binary=nova-compute', '2.53').body
    path = f'/v2.1/os-services/{found["services"][0]["id"]}'
    assert cloud('PUT', path, '2.53', changes).status == 200
