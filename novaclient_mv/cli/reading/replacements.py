"""Commands and options that end at a version, and what to use instead from then on."""

from __future__ import annotations

_NETWORK, _IMAGE = 'the network service', 'the image service'
_VOLUME, _BAREMETAL = 'the block storage service', 'the baremetal service'
_BEGINNINGS = {
    'compute-baremetal-node-': _BAREMETAL,
    'floating-ip-': _NETWORK,
    'image-': _IMAGE,
    'network-': _NETWORK,
    'secgroup-': _NETWORK,
    'server-fixed-ip-': _NETWORK,
    'server-floating-ip-': _NETWORK,
    'tenant-network-': _NETWORK,
    'volume-': _VOLUME,
}
_POWER = 'the power management of the host'
_RATIO, _ACCEPTED = 'the disk allocation ratio of the host', 'a host that the scheduler accepts'
_DETECTION = "Nova's own detection"
_COMMANDS = {
    'host-list': 'service-list and hypervisor-list',
    'host-reboot': _POWER,
    'host-show': 'hypervisor-show',
    'host-shutdown': _POWER,
    'host-startup': _POWER,
    'host-update': 'service-enable',
    'hypervisor-stats': 'hypervisor-list and the placement service',
    'placement-resource-class-rename': 'placement-resource-class-create',
}
_OPTIONS = {
    'flavor-create --rxtx-factor': f'QoS policies of {_NETWORK}',
    'host-evacuate --force': _ACCEPTED,
    'host-evacuate --on-shared-storage': _DETECTION,
    'host-evacuate-live --disk-over-commit': _RATIO,
    'host-evacuate-live --force': _ACCEPTED,
    'placement-allocation-candidate-list --group': '--resources-in-group',
    **{
        f'{command} --{option}': _NETWORK
        for command in ('quota-class-update', 'quota-update')
        for option in ('fixed-ips', 'floating-ips', 'security-group-rules', 'security-groups')
    },
    'server-create --file': '--user-data',
    'server-evacuate --force': _ACCEPTED,
    'server-evacuate --on-shared-storage': _DETECTION,
    'server-live-migrate --disk-over-commit': _RATIO,
    'server-live-migrate --force': _ACCEPTED,
    'server-rebuild --file': '--user-data',
}
"""By the names of a command and an option. Quotas of injected files have nothing in their place."""


def of_command(name: str) -> str | None:
    """Return what takes the place of a command that ended; ``None`` where nothing does."""
    of_name = _COMMANDS.get(name)
    beginnings = (text for start, text in _BEGINNINGS.items() if name.startswith(start))
    return of_name or next(beginnings, None)


def of_option(command: str, option: str) -> str | None:
    """Return what takes the place of an option that ended; ``None`` where nothing does."""
    return _OPTIONS.get(f'{command} {option}')
