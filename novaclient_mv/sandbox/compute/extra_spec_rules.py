"""Rules of well-known namespaces of extra specs: names as patterns, and kinds of values."""

from __future__ import annotations

import functools
import json
import math
import os
import re
from collections.abc import Callable
from typing import NamedTuple

from novaclient_mv.sandbox.http import boolean_words
from novaclient_mv.sandbox.http.wsgi import Fault

# Whether a value is of the kind.
Kind = Callable[[str], bool]

_TRAITS = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))), 'data', 'traits.json'
)


def _any(value: str) -> bool:
    return True


def _boolean(value: str) -> bool:
    return value.strip().lower() in boolean_words.TRUE + boolean_words.FALSE


def _integer(minimum: float = -math.inf, most: float = math.inf) -> Kind:
    def is_one(value: str) -> bool:
        try:
            return minimum <= int(value) <= most
        except ValueError:
            return False

    return is_one


def _one_of(*words: str) -> Kind:
    return lambda value: value in words


def _format(pattern: str) -> Kind:
    return lambda value: re.fullmatch(pattern, value) is not None


_FROM_0, _FROM_1 = _integer(0), _integer(1)
_CPUS = _format(r'\^?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*')
_LEVEL = _one_of('custom', 'high', 'normal', 'low')


class Rule(NamedTuple):
    """Specs of one kind of value.

    :param names: patterns of the text after the namespace's colon.
    """

    kind: Kind
    names: str


# Columns of a host's state that a flavor may be tied to; the second ones have keys of their own.
_CAPABILITIES = (
    'aggregates cell_uuid cpu_allocation_ratio current_workload disk_allocation_ratio '
    'disk_available_least disk_mb_used failed_builds free_disk_gb free_disk_mb free_ram_mb host '
    'host_ip hypervisor_hostname hypervisor_type hypervisor_version id local_gb local_gb_used '
    'mapped memory_mb memory_mb_used num_instances num_io_ops ram_allocation_ratio running_vms '
    'service_id total_usable_disk_gb total_usable_ram_mb updated uuid vcpus vcpus_total vcpus_used'
)
_DEEP_CAPABILITIES = (
    'cpu_info instances limits metrics nodename numa_topology pci_device_pools pci_stats stats '
    'supported_hv_specs supported_instances'
)
_RESOURCES = (
    'VCPU MEMORY_MB DISK_GB PCI_DEVICE SRIOV_NET_VF NUMA_SOCKET NUMA_CORE NUMA_THREAD '
    'NUMA_MEMORY_MB IPV4_ADDRESS VGPU VGPU_DISPLAY_HEAD NET_BW_EGR_KILOBIT_PER_SEC '
    'NET_BW_IGR_KILOBIT_PER_SEC PCPU MEM_ENCRYPTION_CONTEXT FPGA PGPU '
    'NET_PACKET_RATE_KILOPACKET_PER_SEC NET_PACKET_RATE_EGR_KILOPACKET_PER_SEC '
    'NET_PACKET_RATE_IGR_KILOPACKET_PER_SEC CUSTOM_[A-Z0-9_]+'
)

NAMESPACES: dict[str, tuple[Rule, ...]] = {
    'accel': (Rule(_any, 'device_profile'),),
    'aggregate_instance_extra_specs': (Rule(_any, '.+'),),
    'capabilities': (
        Rule(_any, _CAPABILITIES),
        Rule(_any, ' '.join(rf'{scope}(:\w+)*' for scope in _DEEP_CAPABILITIES.split())),
    ),
    'hw': (
        Rule(
            _boolean,
            'boot_menu cpu_realtime ephemeral_encryption hide_hypervisor_id locked_memory '
            'mem_encryption pmu vif_multiqueue_enabled virtio_packed_ring',
        ),
        Rule(
            _FROM_1,
            r'cpu_cores cpu_max_cores cpu_max_sockets cpu_max_threads cpu_sockets cpu_threads '
            r'numa_mem\.\d+ numa_nodes',
        ),
        Rule(_FROM_0, 'serial_port_count'),
        Rule(_integer(0, 15), 'redirected_usb_ports'),
        Rule(_CPUS, r'cpu_dedicated_mask numa_cpus\.\d+'),
        Rule(_format(r'(\^)?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*'), 'cpu_realtime_mask'),
        Rule(_format(r'(large|small|any|\d+([kKMGT]i?)?(b|bit|B)?)'), 'mem_page_size'),
        Rule(_one_of('dedicated', 'shared', 'mixed'), 'cpu_policy'),
        Rule(_one_of('prefer', 'isolate', 'require'), 'cpu_thread_policy'),
        Rule(_one_of('isolate', 'share'), 'emulator_threads_policy'),
        Rule(_one_of('plain', 'luks', 'luksv2'), 'ephemeral_encryption_format'),
        Rule(_one_of('amd-sev', 'amd-sev-es', 'amd-sev-snp', 'intel-tdx'), 'mem_encryption_model'),
        Rule(_one_of('required', 'preferred', 'legacy', 'socket'), 'pci_numa_affinity_policy'),
        Rule(
            _one_of('sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'),
            'sound_model',
        ),
        Rule(_one_of('tpm-tis', 'tpm-crb'), 'tpm_model'),
        Rule(_one_of('user', 'host', 'deployment'), 'tpm_secret_security'),
        Rule(_one_of('1.2', '2.0'), 'tpm_version'),
        Rule(_one_of('none', 'nec-xhci', 'qemu-xhci'), 'usb_model'),
        Rule(_one_of('intel', 'smmuv3', 'virtio', 'auto'), 'viommu_model'),
        Rule(_one_of('none', 'pause', 'poweroff', 'reset', 'disabled'), 'watchdog_action'),
    ),
    'hw_rng': (Rule(_boolean, 'allowed'), Rule(_FROM_0, 'rate_bytes rate_period')),
    'hw_video': (Rule(_FROM_0, 'ram_max_mb'),),
    'os': (Rule(_one_of('disabled', 'required'), 'secure_boot'),),
    'pci_passthrough': (Rule(_format(r'[^:]+:\d+(?:\s*,\s*[^:]+:\d+)*'), 'alias'),),
    'quota': (
        Rule(
            _FROM_0,
            'cpu_limit cpu_period cpu_shares cpu_shares_share disk_io_limit disk_io_shares_share '
            'disk_(read|total|write)_(bytes|iops)_sec memory_limit memory_shares_share '
            'vif_(in|out)bound_(average|burst|peak) vif_limit vif_shares_share',
        ),
        Rule(
            _integer(), 'cpu_quota cpu_reservation disk_io_reservation memory_reservation '
            'vif_reservation',
        ),
        Rule(_LEVEL, '(cpu|disk_io|memory|vif)_shares_level'),
    ),
    'vmware': (Rule(_any, 'hw_version storage_policy'),),
}  # fmt: skip
# These two may have the name of a group of theirs in the place of a blank end.
GROUPED: dict[str, tuple[Rule, ...]] = {
    'resources': (Rule(_integer(), _RESOURCES),),
    'trait': (Rule(_one_of('required', 'forbidden'), 'CUSTOM_[A-Z0-9_]+'),),
}
# Specs of no namespace.
BARE: dict[str, Kind] = {'group_policy': _one_of('isolate', 'none'), 'hide_hypervisor_id': _boolean}
_GROUP = re.compile(r'(resources|trait)[A-Za-z0-9_-]*')


def check(key: str, value: str) -> None:
    """Refuse a name or a value that a well-known namespace does not have.

    Names of other namespaces, and of none, are anybody's.

    :raises Fault: 400.
    """
    kind = _kind(key)
    if kind is None or not kind(value):
        raise Fault(400, f"Validation failed; extra spec '{key}' cannot be '{value}'.")


def _kind(key: str) -> Kind | None:
    """The kind of a spec's value; ``None`` for a name that is unknown in its namespace."""
    namespace, colon, name = key.partition(':')
    if not colon:
        return BARE.get(key, _any)
    group = _GROUP.fullmatch(namespace)
    if group is not None:
        rules = GROUPED[group[1]]
        if group[1] == 'trait' and name in _traits():
            return rules[0].kind
    elif namespace in NAMESPACES:
        rules = NAMESPACES[namespace]
    else:
        return _any
    for rule in rules:
        if any(re.fullmatch(pattern, name) for pattern in rule.names.split()):
            return rule.kind
    return None


@functools.cache
def _traits() -> frozenset[str]:
    """The traits of placement's own list."""
    with open(_TRAITS, encoding='utf-8') as file:
        return frozenset(json.load(file))
