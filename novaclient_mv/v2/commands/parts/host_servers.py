"""The servers of a host that a command line names, exactly or by a part of its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args, all_of, arg
from novaclient_mv.cli.running import results

if TYPE_CHECKING:
    # Help of a command needs no resources.
    Servers = list[v2.servers.Server]
    Work = Callable[[Servers], results.Shown]

_HOSTNAME = 'OS-EXT-SRV-ATTR:hypervisor_hostname'
_MAX_NAMED = 5
_WILD = frozenset('%_')
"""Characters of a name that Nova reads as any others where it looks for a part."""

_GENERATED = re.compile('instance-[0-9a-f]{8}')
"""Names by which hypervisors know servers, where Nova is not told others."""

host = arg(
    'host', help='Hypervisor hostname of the host, or a part of it if no host has that name.'
)
selection = all_of(
    arg('--strict', action='store_true', group='part', help='Match the name of the host exactly.'),
    arg(
        '--partial',
        action='store_true',
        group='part',
        yields=True,
        help='Include all hosts with this in their names.',
    ),
    arg(
        '--yes',
        action='store_true',
        yields=True,
        help='Do not ask before changing servers of hosts that were named in part.',
    ),
)


def worked_on(
    client: v2.Client, args: Args, verb: str, work: Work, max_servers: int | None = None
) -> results.Question:
    """Work on the servers of a host; a person is asked unless it was named exactly."""
    candidates = _candidates(client, args.host)
    exact = [] if args.partial else _exact(client, args.host, candidates)
    if args.strict and not exact:
        raise errors.ResourceNotFound(f'No host has exactly the name {args.host}.')
    hosts = exact or candidates
    servers = _servers(client, hosts)[:max_servers]
    others = [hostname(candidate) for candidate in candidates if candidate not in hosts]
    is_exact = exact or all(hostname(selected) == args.host for selected in hosts)
    counted = f'{len(servers)} server{"" if len(servers) == 1 else "s"}'
    return results.Question(
        results.Rows(
            ('Name', 'ID', 'Host'),
            [(server.name, server.id, host_of(server)) for server in servers],
        ),
        '' if is_exact or not servers else f'{verb} {counted}?',
        lambda: work(servers),
        [] if args.strict or not others else [_left_out(args.host, others)],
    )


def _left_out(name: str, others: Sequence[str]) -> str:
    """The line that names hosts that were not taken."""
    listed = ', '.join(others[:_MAX_NAMED])
    more = len(others) - _MAX_NAMED
    listed += f' and {more} more' if more > 0 else ''
    verb, them = ('has', 'it') if len(others) == 1 else ('have', 'them')
    return f'{listed} also {verb} {name} in the name: --partial includes {them}'


def host_of(server: v2.servers.Server) -> str:
    """The hostname of the hypervisor that a server was found on."""
    return str(server._info[_HOSTNAME])


def hostname(hypervisor: v2.hypervisors.Hypervisor) -> str:
    """The hostname of a hypervisor; empty where it has none."""
    return str(hypervisor._info.get('hypervisor_hostname') or '')


def _candidates(client: v2.Client, part: str) -> list[v2.hypervisors.Hypervisor]:
    """The hypervisors with a text in their hostnames."""
    if not part.strip():
        raise errors.CommandError('The name of the host is empty.')
    try:
        hypervisors = client.hypervisors.search(part, servers=True)
    except errors.NotFound as error:
        from novaclient_mv import resources

        manager = client.hypervisors
        raise resources.suggesting(error, part, manager.every, manager.name_key) from None
    if not _WILD.isdisjoint(part):
        hypervisors = [
            hypervisor
            for hypervisor in hypervisors
            if part.casefold() in hostname(hypervisor).casefold()
            or not hypervisor._info.get('servers')
        ]
    if not hypervisors:
        raise errors.ResourceNotFound(f'No host has {part} in its name.')
    return hypervisors


def _exact(
    client: v2.Client, name: str, candidates: Iterable[v2.hypervisors.Hypervisor]
) -> list[v2.hypervisors.Hypervisor]:
    """Return the candidates with exactly this hostname; without any, with this host of their
    service, which often lacks the domain.
    """
    exact = [candidate for candidate in candidates if hostname(candidate) == name]
    if exact:
        return exact
    try:
        hosts = client.hypervisors.of_service_host(name)
    except (errors.NotFound, errors.Forbidden):
        return []
    ids = {hypervisor.id for hypervisor in hosts}
    return [candidate for candidate in candidates if candidate.id in ids]


def _servers(client: v2.Client, hosts: Iterable[v2.hypervisors.Hypervisor]) -> Servers:
    """The servers of hypervisors, with the names that their owners gave them."""
    manager, servers = client.servers, []
    for hypervisor in hosts:
        rows: Sequence[dict[str, str]] = hypervisor._info.get('servers') or ()
        own_names = _own_names(client, hostname(hypervisor)) if rows else {}
        for row in rows:
            name = own_names.get(row['uuid']) or row['name']
            fields = {
                'id': row['uuid'],
                'name': row['uuid'] if _GENERATED.fullmatch(name) else name,
                _HOSTNAME: hostname(hypervisor),
            }
            servers.append(manager.resource_class(manager, fields))
    return servers


def _own_names(client: v2.Client, host: str) -> dict[str, str]:
    """Id to name of the servers of a hypervisor, which tells its own names for them."""
    try:
        return client.servers.names_on(host)
    except errors.Error:
        # They are only shown: what is done does not depend on them.
        return {}
