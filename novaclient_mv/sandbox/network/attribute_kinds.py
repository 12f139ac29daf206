"""Kinds of attributes' values of networks and their parts, also within lists."""

from __future__ import annotations

from typing import Any

# Lists of texts, and lists of objects that hold texts and numbers.
TEXT_LISTS = frozenset(
    ('availability_zone_hints', 'dns_nameservers', 'security_groups', 'service_types', 'tags')
)
OBJECT_LISTS = frozenset(
    (
        'allocation_pools', 'allowed_address_pairs', 'external_fixed_ips', 'extra_dhcp_opts',
        'fixed_ips', 'host_routes', 'routes',
    )
)  # fmt: skip
# The one number among the ids.
SEGMENT = 'provider:segmentation_id'
GATEWAY = 'external_gateway_info'


def is_kind(name: str, value: Any, default: Any) -> bool:
    """Whether an attribute may have a value.

    :param default: what it is when it is not given; null for a text or a number.
    """
    if value is None:
        return True
    if name in TEXT_LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if name in OBJECT_LISTS:
        return isinstance(value, list) and all(_is_flat(item) for item in value)
    if name == GATEWAY:
        return _is_gateway(value)
    if name.endswith('_id') and name != SEGMENT:
        return isinstance(value, str)
    if default is None:
        return _is_text_or_number(value)
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    return isinstance(value, type(default))


def _is_text_or_number(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _is_flat(value: Any) -> bool:
    """Whether it is an object of texts and numbers."""
    return isinstance(value, dict) and all(
        item is None or _is_text_or_number(item) for item in value.values()
    )


def _is_gateway(value: Any) -> bool:
    kinds = {'network_id': '', 'enable_snat': True, 'external_fixed_ips': [], 'qos_policy_id': None}
    return isinstance(value, dict) and all(
        name in kinds and is_kind(name, item, kinds[name]) for name, item in value.items()
    )
