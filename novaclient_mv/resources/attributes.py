"""The ``__dict__`` of a resource: filled with its fields when it is first looked at.

Programs read resources by ``vars()`` as python-novaclient's (kloudbuster 8.1, manila 17). A list
of many rows has no need of it, so that a row costs no more than its mapping until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.values import Protocol


class Resource(Protocol):
    """The attributes of a resource that are used here."""

    _has_attributes: bool

    def _readable(self) -> Mapping[str, Any]: ...


_own = vars(RequestIdMixin)['__dict__']
"""Reads and sets the dictionary that Python keeps for the attributes of an object."""


def own(resource: Resource) -> dict[str, Any]:
    """The attributes that are set on a resource, without looking at its fields."""
    attributes: dict[str, Any] = _own.__get__(resource)
    return attributes


def fill(resource: Resource) -> dict[str, Any]:
    """Set each field of a resource as an attribute, once; what a program has set stays."""
    attributes = own(resource)
    # A copy that is being made has nothing yet.
    if '_info' in attributes and not resource._has_attributes:
        attributes.setdefault('x_openstack_request_ids', [])
        for name, value in resource._readable().items():
            if is_free(resource, name):
                attributes.setdefault(name, value)
        resource._has_attributes = True
    return attributes


def is_free(resource: Resource, name: object) -> bool:
    """Whether a field can be an attribute: a property or method of its name takes precedence."""
    return isinstance(name, str) and not hasattr(type(resource), name)


_SHOWN_SETTINGS = ('NAME_ATTR', 'HUMAN_ID')
"""Settings of classes that programs of python-novaclient read."""


def is_setting(resource: Resource, name: str) -> bool:
    """Whether a name is a value of the class alone, which no cloud has sent."""
    if name.startswith('_') or name in _SHOWN_SETTINGS or name in own(resource):
        return False
    of_classes = (vars(kind)[name] for kind in type(resource).__mro__ if name in vars(kind))
    value = next(of_classes, None)
    return not (callable(value) or hasattr(value, '__get__'))


class AttributesAndFields:
    """Replaces ``__dict__`` in the class of resources."""

    def __get__(self, resource: Resource, owner: type | None = None) -> dict[str, Any]:
        return fill(resource)

    def __set__(self, resource: Resource, attributes: dict[str, Any]) -> None:
        _own.__set__(resource, attributes)
