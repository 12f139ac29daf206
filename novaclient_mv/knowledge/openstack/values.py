"""Values of options that ours spell otherwise, global options, and what other services' commands
are named instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from novaclient_mv.knowledge.openstack.lines import OpenstackLine

PINS = tuple(f'--os-{service}-api-version' for service in ('compute', 'baremetal', 'placement'))

SETTINGS: Mapping[str, str] = {
    '--verbose': '',
    '--quiet': '',
    '--log-file': '',
    '--verify': '',
    '--insecure': '--insecure',
    '--debug': '--debug',
    '--timing': '--timings',
    '--help': '--help',
    '--version': '--version',
    '--os-beta-command': '',
    '--os-default-domain': '--os-default-domain-name {}',
}
"""Global options that ours spell otherwise, or that have no counterpart; others are the same."""

_REASONS = {
    'network': 'a command of Networking; use openstack.',
    'volume': 'a command of Block Storage; use openstack.',
    'image': 'a command of the image service; use openstack.',
    'identity': 'a command of Keystone; use openstack.',
    'object-store': 'a command of Swift; use openstack.',
}


def reason_of_group(name: str, group: str) -> str:
    """Return why a command of another service has no equivalent, and what to use."""
    return f'{name} is {_REASONS.get(group, "a command of the program openstack itself.")}'


def _network(value: str, line: OpenstackLine) -> list[str]:
    """A network by name or id, as an interface of a new server."""
    key = 'net-id' if is_id(value) else 'net-name'
    return ['--nic', f'{key}={value}']


def is_id(value: str) -> bool:
    """Whether a value looks like an id."""
    bare = value.replace('-', '')
    return len(bare) == 32 and all(letter in '0123456789abcdefABCDEF' for letter in bare)


def _nic(value: str, line: OpenstackLine) -> list[str]:
    """An interface of a new server; theirs takes a name for the id of a network."""
    pairs = [pair.partition('=') for pair in value.split(',')]
    spelled = [
        f'net-name={text}' if key == 'net-id' and not is_id(text) else f'{key}{sign}{text}'
        for key, sign, text in pairs
    ]
    return ['--nic', ','.join(spelled)]


FUNCTIONS: Mapping[str, Callable[[str, OpenstackLine], list[str]]] = {
    'network': _network,
    'nic': _nic,
}
"""Functions that ``{name}`` in an option's template calls with a value."""
