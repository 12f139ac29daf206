"""Chooses the address of a server and runs the program ssh."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors, v2
from novaclient_mv.clouds import encodings


class Target(NamedTuple):
    """The target of a login, and its options.

    :param network: name of the network whose address is used; needed where a server has several.
    :param address_type: ``floating`` or ``fixed``.
    :param extra: further words for ssh, as a shell would read them.
    """

    login: str
    port: int
    network: str | None
    address_type: str
    is_ipv6: bool
    identity: str
    extra: str


def command_line(server: v2.servers.Server, target: Target) -> list[str]:
    """The words that run ssh to a server."""
    address = _address(server, target)
    words = ['ssh', '-6' if target.is_ipv6 else '-4', '-p', str(target.port)]
    if target.identity:
        words += ['-i', target.identity]
    # After the host, so that a command may stand there as well as options.
    return [*words, f'{target.login}@{address}', *shlex.split(target.extra)]


def run(words: Sequence[str]) -> None:
    """Run ssh on this terminal, and wait for its end."""
    import subprocess

    try:
        status = subprocess.call([encodings.for_system(word) for word in words])
    except OSError as error:
        raise errors.Error(f'Cannot run {words[0]}: {error.strerror}.') from error
    if status:
        raise errors.Error(f'{words[0]} ended with status {status}.')


def _address(server: v2.servers.Server, target: Target) -> str:
    networks: Mapping[str, Any] = server.addresses
    name = f'{server.name} ({server.id})'
    network = target.network or _only(networks, name)
    if network not in networks:
        labels = ', '.join(sorted(networks))
        raise errors.ResourceNotFound(
            f'{name} is not on the network {network!r}; it is on {labels or "none"}.'
        )
    version = 6 if target.is_ipv6 else 4
    for address in networks[network]:
        # The type came with 2.1; without it, each address may be either.
        address_type = address.get('OS-EXT-IPS:type', target.address_type)
        if address.get('version') == version and address_type == target.address_type:
            return str(address['addr'])
    raise errors.ResourceNotFound(
        f'{name} has no {target.address_type} IPv{version} address on the network {network}.'
    )


def _only(networks: Mapping[str, Any], name: str) -> str:
    if not networks:
        raise errors.ResourceNotFound(f'{name} has no addresses.')
    if len(networks) > 1:
        raise errors.NoUniqueMatch(
            f'{name} is on several networks; choose with --network: {", ".join(sorted(networks))}.',
            ids=sorted(networks),
        )
    return next(iter(networks))
