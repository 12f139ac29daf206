"""Attributes of resources: who may set which when, and the kinds of their values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Document, Fault

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


class Attribute(NamedTuple):
    """An attribute of a resource, and who may set or see it; its default says what it is."""

    default: Any
    create: bool = True
    update: bool = True
    is_for_admins: bool = False
    is_hidden: bool = False


def constant(default: Any, is_hidden: bool = False) -> Attribute:
    """An attribute that no request sets."""
    return Attribute(default, create=False, update=False, is_hidden=is_hidden)


def once(default: Any) -> Attribute:
    """An attribute that is given when the resource is made, and stays."""
    return Attribute(default, update=False)


def check(
    handler: Controller,
    attributes: Mapping[str, Attribute],
    document: Document,
    rule: str,
    required: Collection[str] | None = None,
) -> None:
    """Refuse what a request may not set, and values of a wrong kind."""
    is_new = required is not None
    shared: Document = {
        'name': '',
        **({'project_id': '', 'tenant_id': '', 'tags': []} if is_new else {}),
    }
    if unknown := sorted({*document} - {*shared, *attributes}):
        raise Fault(400, f'Unrecognized attribute(s) {", ".join(map(repr, unknown))}')
    for name in required or ():
        if document.get(name) is None:
            raise Fault(400, f"Required attribute '{name}' not specified")
        if name.endswith('_id') and not formats.matches('uuid', document[name]):
            raise Fault(400, f'Invalid input for {name}: it is not a UUID.')
    for name in sorted(document):
        attribute = attributes.get(name) or Attribute(shared[name])
        if not (attribute.create if is_new else attribute.update):
            raise Fault(400, f"Attribute '{name}' is set by the service alone, or once.")
        if attribute.is_for_admins:
            handler.require_admin(f'{rule}:{name}')
        if not is_kind(name, document[name], attribute.default):
            raise Fault(400, f"Invalid input for {name}. Reason: '{document[name]}' is not valid.")
        if document[name] is None and isinstance(attribute.default, list):
            # Null empties a list.
            document[name] = []


def is_kind(name: str, value: Any, default: Any) -> bool:
    """Whether an attribute may have a value."""
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
