"""python-novaclient's name for resources and managers: a face of :mod:`novaclient_mv.resources`."""

from novaclient_mv.resources import (
    BootingManagerWithFind as BootingManagerWithFind,
    BytesWithMeta as BytesWithMeta,
    DictWithMeta as DictWithMeta,
    Field as Field,
    HookableMixin as HookableMixin,
    ListWithMeta as ListWithMeta,
    Manager as Manager,
    ManagerWithFind as ManagerWithFind,
    R as R,
    RequestIdMixin as RequestIdMixin,
    Resource as Resource,
    StrWithMeta as StrWithMeta,
    TupleWithMeta as TupleWithMeta,
    collected as collected,
    getid as getid,
    is_uuid as is_uuid,
    member as member,
    unexpected as unexpected,
)
from novaclient_mv.resources import without_none as _without_none

given = _without_none
