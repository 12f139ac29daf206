"""``/drivers``: hardware types, their interfaces and what else they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies, collection, hardware, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

Document = dict[str, Any]

_PROPERTIES = {'B1': 'B1 description. Required.', 'B2': 'B2 description. Required.'}
_FAILING_PROPERTIES = {
    'failing_steps': 'Processes that fail: power, verify, inspect, clean, provide, deploy, adopt, '
    'rescue, unrescue, service, delete; deploy by default. Optional.',
    'waiting_steps': 'Processes that wait for an agent for a minute. Optional.',
    'holding_steps': 'Processes that hold until "unhold": clean, provide, deploy, service. '
    'Optional.',
}
_RAID = {
    'raid_level': 'RAID level for the logical disk. Required.',
    'size_gb': "Size in GiB for the logical disk, or 'MAX' for the rest of the space. Required.",
    'volume_name': 'Name of the volume. Optional.',
    'is_root_volume': 'Whether the root volume is on this disk. Optional.',
    'share_physical_disks': 'Whether physical disks are shared. Optional.',
    'disk_type': "Kind of disks, 'hdd' or 'ssd'. Optional.",
    'interface_type': "Interface of disks, 'sata', 'scsi' or 'sas'. Optional.",
    'number_of_physical_disks': 'Number of physical disks. Optional.',
    'controller': 'RAID controller. Optional.',
    'physical_disks': 'Physical disks to use. Optional.',
}


class Drivers(collection.IronicHandlers):
    """Drivers."""

    def index(self) -> Response:
        """``GET /v1/drivers``"""
        self.arguments('type', 'detail', 'fields')
        for name in ('type', 'detail'):
            if self.req.parameter(name) is not None and self.minor < 30:
                raise refusals.too_new(30)
        kind = self.req.parameter('type')
        if kind not in (None, 'classic', 'dynamic'):
            raise Refused(400, '"type" filter must be one of "classic" or "dynamic", if specified.')
        detail = bodies.flag(self.req.parameter('detail') or 'False', 'detail')
        fields = self._fields()
        listed = [] if kind == 'classic' else hardware.DRIVERS
        drivers = [self._facts(name, detail, fields) for name in listed]
        return self.answer({'drivers': drivers})

    def show(self, name: str) -> Response:
        """``GET /v1/drivers/{name}``"""
        self.arguments('fields')
        self._require(name)
        return self.answer(self._facts(name, True, self._fields()))

    def properties(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/properties``"""
        self._require(name)
        is_failing = name == hardware.DRIVERS[1]
        return self.answer(_FAILING_PROPERTIES if is_failing else _PROPERTIES)

    def raid(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/raid/logical_disk_properties``"""
        if self.minor < 12:
            raise refusals.too_new()
        self._require(name)
        return self.answer(_RAID)

    def methods(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/vendor_passthru/methods``: there are none"""
        self._require(name)
        return self.answer({})

    def call(self, name: str) -> Response:
        """``POST /v1/drivers/{name}/vendor_passthru``"""
        self._require(name)
        method = self.req.parameter('method')
        if not method:
            raise Refused(400, 'Missing mandatory parameter: method')
        raise Refused(400, f'No handler for method {method}')

    call_put = call_delete = call_get = call

    def _require(self, name: str) -> None:
        if name not in hardware.DRIVERS:
            words = f'Could not find the following driver(s) or hardware type(s): {name}.'
            raise Refused(404, words)

    def _fields(self) -> list[str] | None:
        text = self.req.parameter('fields')
        if text is None:
            return None
        if self.minor < 77:
            raise refusals.too_new()
        valid_names = list(self._facts(hardware.DRIVERS[0], True, None))
        for name in text.split(','):
            if name not in valid_names:
                raise Refused(400, f'Schema error: {name!r} is not one of {valid_names}')
        return [*text.split(','), 'links']

    def _facts(self, name: str, detail: bool, fields: list[str] | None) -> Document:
        facts: Document = {
            'name': name,
            'hosts': [collection.CONDUCTOR],
            'links': views.links(self.req, f'drivers/{name}'),
        }
        if self.minor >= 14:
            facts['properties'] = views.links(self.req, f'drivers/{name}/properties')
        if self.minor >= 30:
            facts['type'] = 'dynamic'
        if detail or fields:
            for interface, choices in hardware.INTERFACES.items():
                if self.minor >= hardware.LEAST.get(interface, 30):
                    facts[f'default_{interface}_interface'] = choices[0]
                    facts[f'enabled_{interface}_interfaces'] = list(choices)
        return facts if fields is None else views.only(facts, fields)
