"""The machines below the compute services: their sizes and ids, which several services show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from novaclient_mv.sandbox.state.rows import Row, Session

OWN_MEMORY_MB = 512
"""The memory that a host reserves for itself."""

_MACHINE: dict[str, Any] = {
    'type': 'sandbox',
    'version': 1000,
    'vcpus': 32,
    'memory_mb': 131072,
    'disk_gb': 2048,
    'topology': {'cores': 8, 'threads': 2, 'sockets': 2},
}


def machine_of(service: Row) -> dict[str, Any]:
    """Return the size of a service's host, and the programs on it."""
    return {**_MACHINE, **service.document.get('machine', {})}


def id_of(service: Row) -> str:
    """The id of the machine below a compute service."""
    own: str | None = machine_of(service).get('id')
    if own:
        return own
    # Loaded late: it takes longer than most requests.
    import uuid

    return str(uuid.uuid5(uuid.NAMESPACE_URL, f'hypervisor of {service.id}'))


def name_of(service: Row) -> str:
    """The name of the machine below a compute service."""
    name: str = machine_of(service).get('name') or service.document['host']
    return name


def all_of(session: Session) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Id, name and facts of the machine of each compute service, the oldest first."""
    for service in session.find('service', name='nova-compute', order='number'):
        yield id_of(service), name_of(service), machine_of(service)
