"""python-novaclient's name for resources and managers: a face of :mod:`novaclient_mv.resources`."""

from __future__ import annotations

from novaclient_mv.resources import (
    BootingManagerWithFind,
    BytesWithMeta,
    DictWithMeta,
    Field,
    HookableMixin,
    ListWithMeta,
    Manager,
    ManagerWithFind,
    R,
    RequestIdMixin,
    Resource,
    StrWithMeta,
    TupleWithMeta,
    collected,
    getid,
    is_uuid,
    member,
    unexpected,
)
from novaclient_mv.resources import without_none as given

__all__ = [
    'BootingManagerWithFind',
    'BytesWithMeta',
    'DictWithMeta',
    'Field',
    'HookableMixin',
    'ListWithMeta',
    'Manager',
    'ManagerWithFind',
    'R',
    'RequestIdMixin',
    'Resource',
    'StrWithMeta',
    'TupleWithMeta',
    'collected',
    'getid',
    'given',
    'is_uuid',
    'member',
    'unexpected',
]
