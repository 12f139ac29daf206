"""Resources, their fields, and the managers that read and write them."""

from __future__ import annotations

from novaclient_mv.compat.manager_names import HookableMixin
from novaclient_mv.compat.request_ids import (
    BytesWithMeta,
    DictWithMeta,
    ListWithMeta,
    RequestIdMixin,
    StrWithMeta,
    TupleWithMeta,
    collected,
)
from novaclient_mv.resources.fields import Brief, Field, PythonText, Time, field
from novaclient_mv.resources.find import (
    BootingManagerWithFind,
    Finder,
    ManagerWithFind,
    exactly_named,
    in_batches,
    names_of,
    suggesting,
)
from novaclient_mv.resources.ids import getid, is_uuid
from novaclient_mv.resources.known_keys import beyond, by_name, known
from novaclient_mv.resources.listing import Listing, by_page, every_page, every_row
from novaclient_mv.resources.manager import Api, Body, Id, Manager, R, Value, without_none
from novaclient_mv.resources.manager_methods import manager_method
from novaclient_mv.resources.pending_work import Begun, BegunWork, waited_for
from novaclient_mv.resources.resource import Resource
from novaclient_mv.resources.work_status import WorkEnd, WorkStatus
from novaclient_mv.wire.answers import UNWRAPPED, member, unexpected

__all__ = [
    'UNWRAPPED',
    'Api',
    'Begun',
    'BegunWork',
    'Body',
    'BootingManagerWithFind',
    'Brief',
    'BytesWithMeta',
    'DictWithMeta',
    'Field',
    'Finder',
    'HookableMixin',
    'Id',
    'ListWithMeta',
    'Listing',
    'Manager',
    'ManagerWithFind',
    'PythonText',
    'R',
    'RequestIdMixin',
    'Resource',
    'StrWithMeta',
    'Time',
    'TupleWithMeta',
    'Value',
    'WorkEnd',
    'WorkStatus',
    'beyond',
    'by_name',
    'by_page',
    'collected',
    'every_page',
    'every_row',
    'exactly_named',
    'field',
    'getid',
    'in_batches',
    'is_uuid',
    'known',
    'manager_method',
    'member',
    'names_of',
    'suggesting',
    'unexpected',
    'waited_for',
    'without_none',
]
