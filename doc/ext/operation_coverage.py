"""Each operation of an API with the commands and methods that reach it, and what is left
out on purpose.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import reached_operations
from reached_operations import Reached

from novaclient_mv.api_versions import VersionRange, next_version, previous_version
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service

COMPUTE_LEFT_OUT = {
    r'\w+ /os-cells.*': 'Cells of the first version: 410 at every version since Nova 20 (Train).',
    r'\w+ /os-certificates.*': 'Certificates: 410 at every version since Nova 16 (Pike).',
    r'\w+ /os-cloudpipe.*': 'VPN servers of projects: 410 at every version since Nova 16 (Pike).',
    r'\w+ /os-fixed-ips.*': 'Fixed addresses: 410 at every version since Nova 18 (Rocky).',
    r'\w+ /os-floating-ip-dns.*': 'Names of addresses: 410 at every version since Nova 18 (Rocky).',
    r'\w+ /os-floating-ips-bulk.*': (
        'Ranges of floating addresses: 410 at every version since Nova 18 (Rocky).'
    ),
    r'\w+ /os-fping.*': 'Pings of servers: 410 at every version since Nova 18 (Rocky).',
    r'(POST|DELETE) /os-networks.*': (
        'Changes of networks: 410 at every version since Nova 18 (Rocky) or 21 (Ussuri).'
    ),
    r'(POST|DELETE) /os-tenant-networks.*': (
        'Changes of networks: 410 at every version since Nova 21 (Ussuri).'
    ),
    r'\w+ /os-security-group-default-rules.*': (
        'Rules of new security groups: 410 at every version since Nova 21 (Ussuri).'
    ),
    r'\w+ /servers/{server_id}/consoles.*': (
        'Consoles of XenServer: 410 at every version since Nova 21 (Ussuri).'
    ),
    r'GET /servers/{server_id}/os-virtual-interfaces': (
        'Interfaces of nova-network: 410 at every version since Nova 18 (Rocky).'
    ),
    r'(POST|DELETE) /os-baremetal-nodes.*': (
        'Changes of baremetal nodes: 400 at every version; the baremetal service makes them.'
    ),
    r'GET /versions/{id}': 'The version document, which is read at the endpoint itself.',
    r'GET /{anything}': 'A list of versions for paths without one, which is read at the root.',
}
COMPUTE_LIBRARY_ONLY = {
    r'\w+ /os-volumes_boot.*': 'Another path for servers, which the commands reach as servers.'
}

BAREMETAL_LEFT_OUT = {
    r'GET /(v1)?': 'Version documents: a refusal tells the range, before there is a version.',
    r'GET /(nodes/{id}/)?volume': 'Links to two lists: volume connectors and volume targets.',
    r'GET /chassis/{id}/nodes': 'The list of nodes can be narrowed to a chassis.',
    r'DELETE /inspection_rules': (
        'All rules at once: Ironic 39 answers 500; each is deleted by its UUID.'
    ),
}

BAREMETAL_LIBRARY_ONLY = {
    r'GET /lookup|POST /(heartbeat/{id}|continue_inspection)': (
        'For the agents on nodes, which prove themselves with a token.'
    ),
    r'POST /events': 'For other services, such as the network service.',
    r'GET /portgroups/{id}/ports': (
        'Another path for the list of ports, which can be narrowed to a port group.'
    ),
    r'PUT /runbooks/{id}/traits': 'All traits at once; the commands add and remove them.',
}

PLACEMENT_LEFT_OUT = {'GET /': 'The version document, which is read at the endpoint itself.'}

REFUSED = {'GET /os-console-auth-tokens/{id}': VersionRange(None, '2.30')}
"""Versions that have an operation only to answer 400."""

VERSION_DOCUMENTS = {
    'GET /': ('client.versions.list', 'version-list'),
    'GET /v2.1/': ('client.versions.everywhere', 'version-list'),
    'GET /v2/': ('client.versions.everywhere', 'version-list'),
}
"""Version documents, read by their URL before there is a version, and what reads them."""


class Exceptions(NamedTuple):
    """Patterns of operations that an API leaves unreached, with the reason.

    :param left_out: operations that neither a method nor a command reaches.
    :param library_only: operations that only methods reach.
    """

    left_out: Mapping[str, str]
    library_only: Mapping[str, str]


EXCEPTIONS = {
    COMPUTE.name: Exceptions(COMPUTE_LEFT_OUT, COMPUTE_LIBRARY_ONLY),
    BAREMETAL.name: Exceptions(BAREMETAL_LEFT_OUT, BAREMETAL_LIBRARY_ONLY),
    PLACEMENT.name: Exceptions(PLACEMENT_LEFT_OUT, {}),
}
"""Service to what is not reached in its API."""


class Operation(NamedTuple):
    """An operation of the API, the versions that have it, and what reaches it at which versions."""

    id: str
    versions: VersionRange
    is_removed: bool
    methods: Reached
    commands: Reached

    @property
    def group(self) -> str:
        """Return the subject of its path."""
        words = [each for each in self.id.split(' ')[1].split('/') if each and each[0] != '{']
        if not words or words[0] in ('v1', 'v2', 'v2.1', 'versions'):
            return 'Version documents'
        is_part = words[0] in ('servers', 'flavors', 'nodes', 'volume') and len(words) > 1
        return '/'.join(
            words[:2] if is_part and words[1] not in ('action', 'detail') else words[:1]
        )


@functools.cache
def operations(service: Service = COMPUTE) -> tuple[Operation, ...]:
    """All operations of a service, from the table that ships with the package."""
    package, _, calendar = service.calendar.partition(':')
    file = importlib.resources.files(package) / calendar.replace('microversions', 'operations')
    methods = _by_operation(reached_operations.of_methods(service))
    commands = _by_operation(reached_operations.of_commands(service))
    for operation, (method, command) in VERSION_DOCUMENTS.items() if service == COMPUTE else ():
        methods.setdefault(operation, {})[method] = [VersionRange()]
        commands.setdefault(operation, {})[command] = [VersionRange()]
    return tuple(
        Operation(
            each['id'],
            _versions(service, each),
            each['removed'],
            methods.get(each['id'], {}),
            commands.get(each['id'], {}),
        )
        for each in json.loads(file.read_text(encoding='utf-8'))
    )


def _versions(service: Service, each: Mapping[str, Any]) -> VersionRange:
    """The versions that serve an operation of the table."""
    start = service.first
    if each['min'] is not None and service.version(each['min']) != service.range.start:
        start = service.version(each['min'])
    refused = REFUSED.get(each['id'])
    if refused is not None:
        start = next_version(refused.end)
    return VersionRange(start, None if each['max'] is None else service.version(each['max']))


def _by_operation(reached: Mapping[str, Reached]) -> dict[str, Reached]:
    """Operation to what reaches it, the most specific first: what reaches fewer operations."""
    found: dict[str, Reached] = {}
    for name in sorted(reached, key=lambda each: (len(reached[each]), each)):
        for operation, ranges in reached[name].items():
            found.setdefault(operation, {})[name] = ranges
    return found


def reason(table: Mapping[str, str], operation: str) -> str | None:
    """Why an operation stands in a table of exceptions, if it does."""
    return next((text for pattern, text in table.items() if re.fullmatch(pattern, operation)), None)


def uncovered(wanted: VersionRange, ranges: Iterable[VersionRange]) -> list[VersionRange]:
    """The versions of a range that none of the others has."""
    found = []
    start = wanted.start
    for each in sorted(ranges, key=lambda versions: versions.start):
        if each.end < start:
            continue
        if each.start > wanted.end:
            break
        if each.start > start:
            found.append(VersionRange(start, previous_version(each.start)))
        if each.is_open or each.end >= wanted.end:
            return found
        start = next_version(each.end)
    return [*found, VersionRange(start, wanted.end)]
