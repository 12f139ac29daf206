"""Resources, their fields, and the managers that read and write them."""

from __future__ import annotations

from novaclient_mv.resources.fields import Field
from novaclient_mv.resources.find import BootingManagerWithFind, ManagerWithFind
from novaclient_mv.resources.ids import getid, is_uuid
from novaclient_mv.resources.manager import HookableMixin, Manager, R, given
from novaclient_mv.resources.request_ids import (
    BytesWithMeta,
    DictWithMeta,
    ListWithMeta,
    RequestIdMixin,
    StrWithMeta,
    TupleWithMeta,
    collected,
)
from novaclient_mv.resources.resource import Resource
from novaclient_mv.wire.answers import member, unexpected

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
