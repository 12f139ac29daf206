"""The few names that sessions of Placement draw from, so that they meet again."""

from __future__ import annotations


def _ids(kind: int, count: int) -> tuple[str, ...]:
    return tuple(f'{kind}0000000-0000-4000-8000-00000000000{number}' for number in range(count))


PROVIDERS = _ids(1, 6)
AGGREGATES = _ids(2, 3)
CONSUMERS = tuple(f'{{consumer_id:{number}}}' for number in range(4))
USERS = ('u1', 'u2')
OWN_CLASSES = ('CUSTOM_GOLD', 'CUSTOM_IRON')
CLASSES = (
    'VCPU', 'MEMORY_MB', 'DISK_GB', 'CUSTOM_GOLD', 'VCPU', 'MEMORY_MB', 'DISK_GB', 'CUSTOM_GOLD',
    'VCPU', 'MEMORY_MB', 'CUSTOM_NOPE',
)  # fmt: skip
OWN_TRAITS = ('CUSTOM_A', 'CUSTOM_B')
TRAITS = (
    'HW_CPU_X86_AVX', 'STORAGE_DISK_SSD', 'COMPUTE_NODE', 'MISC_SHARES_VIA_AGGREGATE', 'CUSTOM_A',
)  # fmt: skip
