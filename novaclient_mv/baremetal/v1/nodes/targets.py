"""States of nodes: what verbs lead to, and which ones are failures."""

from __future__ import annotations

from typing import Final

ENDS: Final = {
    'active': ('active',),
    'adopt': ('active',),
    'clean': ('manageable',),
    'deleted': ('available',),
    'deploy': ('active',),
    'inspect': ('manageable',),
    'manage': ('manageable',),
    'provide': ('available',),
    'rebuild': ('active',),
    'rescue': ('rescue',),
    'service': ('active',),
    'undeploy': ('available',),
    'unrescue': ('active',),
}
"""A verb to the states in which its work ends well."""

FAILURES: Final = frozenset(
    (
        *('adopt failed', 'clean failed', 'deploy failed', 'inspect failed', 'rescue failed'),
        *('service failed', 'unrescue failed', 'error'),
    )
)
"""Provision states in which work has failed; ``error`` is that of a deletion, and of power."""

POWER: Final = {
    'on': 'power on',
    'off': 'power off',
    'reboot': 'rebooting',
    'soft off': 'soft power off',
    'soft reboot': 'soft rebooting',
}
"""The API's target by the value that is requested."""
