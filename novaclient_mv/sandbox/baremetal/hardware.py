"""The hardware types of the sandbox, and the interfaces that each has."""

from __future__ import annotations

from novaclient_mv.sandbox.baremetal import node_machine
from novaclient_mv.sandbox.baremetal.refusals import Refused

DRIVERS = ('fake-hardware', node_machine.FAILING_DRIVER)

INTERFACES = {
    'console': ('fake', 'no-console'),
    'bios': ('fake', 'no-bios'),
    'deploy': ('fake',),
    'power': ('fake',),
    'inspect': ('fake', 'no-inspect'),
    'storage': ('noop', 'fake'),
    'firmware': ('fake', 'no-firmware'),
    'raid': ('fake', 'no-raid'),
    'vendor': ('fake', 'no-vendor'),
    'boot': ('fake',),
    'rescue': ('fake', 'no-rescue'),
    'management': ('fake',),
    'network': ('noop',),
}
"""The implementations of each interface, the default first."""

MINIMUM = {'storage': 33, 'rescue': 38, 'bios': 40, 'firmware': 86}
"""The minor version that tells of an interface, where it is not 1.30."""

STEP_INTERFACES = ['vendor', 'power', 'management', 'firmware', 'deploy', 'bios', 'raid']

CLEAN_STEPS = {('bios', 'apply_configuration'), ('bios', 'factory_reset')}
"""Steps of the fake hardware for manual cleaning."""

SERVICE_STEPS = CLEAN_STEPS | {('raid', 'create_configuration'), ('raid', 'delete_configuration')}
"""Its steps for service."""

RESERVED_STEPS = ('hold', 'wait', 'power_on', 'power_off', 'reboot')
"""Steps that no interface carries out; the fake hardware passes over them."""


def check_driver(driver: object, conductor_group: str) -> None:
    """Refuse a driver that no conductor has.

    :raises Refused: 400.
    """
    if driver not in DRIVERS or conductor_group:
        words = 'No valid host was found. Reason: No conductor service registered which supports'
        raise Refused(400, f'{words} driver {driver} for conductor group "{conductor_group}".')


def check_interface(name: str, value: str) -> None:
    """Refuse an implementation that an interface does not have.

    :raises Refused: 400.
    """
    if value not in INTERFACES[name]:
        words = f'Could not find the {name} interface {value}. Valid interfaces are'
        raise Refused(400, f'{words} {sorted(INTERFACES[name])}.')
