"""``/drivers``: hardware types, their interfaces and what else they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import handlers, hardware, kinds, refusals, views
from novaclient_mv.sandbox.baremetal.kinds import takes
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
_PREFERRED = 'is not specified, {} will not be a selection criterion for choosing backing physical'
_RAID = {
    'raid_level': "RAID level for the logical disk. Valid values are 'JBOD', '0', '1', '2', '5', "
    "'6', '1+0', '5+0' and '6+0'. Required.",
    'size_gb': "Size in GiB (Integer) for the logical disk. Use 'MAX' as size_gb if this logical "
    'disk is supposed to use the rest of the space available. Required.',
    'volume_name': 'Name of the volume to be created. If this is not specified, it will be '
    'auto-generated. Optional.',
    'is_root_volume': 'Specifies whether this disk is a root volume. By default, this is False. '
    'Optional.',
    'share_physical_disks': 'Specifies whether other logical disks can share physical disks with '
    'this logical disk. By default, this is False. Optional.',
    'disk_type': "The type of disk preferred. Valid values are 'hdd' and 'ssd'. "
    f'If this {_PREFERRED.format("disk type")} disks. Optional.',
    'interface_type': "The interface type of disk. Valid values are 'sata', 'scsi' and 'sas'. "
    f'If this {_PREFERRED.format("interface type")} disks. Optional.',
    'number_of_physical_disks': 'Number of physical disks to use for this logical disk. By '
    'default, the driver uses the minimum number of disks required for that RAID level. Optional.',
    'controller': 'Controller to use for this logical disk. If not specified, the driver will '
    'choose a suitable RAID controller on the bare metal node. Optional.',
    'physical_disks': 'The physical disks to use for this logical disk. If not specified, the '
    'driver will choose suitable physical disks to use. Optional.',
}


class Drivers(handlers.IronicHandlers):
    """Drivers."""

    @takes(type=kinds.one_of('classic', 'dynamic'), detail=kinds.flag, fields=kinds.words)
    def index(
        self, type: str | None = None, detail: bool | None = None, fields: list[str] | None = None
    ) -> Response:
        """``GET /v1/drivers``"""
        if detail and fields is not None:
            raise Refused(400, 'Can not specify ?detail=True and fields in the same request.')
        if (type is not None or detail is not None) and self.minor < 30:
            raise refusals.too_new(30)
        self._check_fields(fields)
        listed = [] if type == 'classic' else hardware.DRIVERS
        drivers = [self._facts(name, bool(detail), fields) for name in listed]
        return self.answer({'drivers': drivers})

    @takes(fields=kinds.words)
    def show(self, name: str, fields: list[str] | None = None) -> Response:
        """``GET /v1/drivers/{name}``"""
        self._check_fields(fields)
        if name not in hardware.DRIVERS:
            words = f'Could not find the following driver(s) or hardware type(s): {name}.'
            raise Refused(404, words)
        return self.answer(self._facts(name, True, fields))

    def properties(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/properties``"""
        _require_known(name)
        is_failing = name == hardware.DRIVERS[1]
        return self.answer(_FAILING_PROPERTIES if is_failing else _PROPERTIES)

    def raid(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/raid/logical_disk_properties``"""
        if self.minor < 12:
            raise refusals.too_new()
        _require_known(name)
        return self.answer(_RAID)

    def methods(self, name: str) -> Response:
        """``GET /v1/drivers/{name}/vendor_passthru/methods``: there are none"""
        _require_known(name)
        return self.answer({})

    @takes('method', body='data', method=kinds.text, data=kinds.anything)
    def pass_through(self, name: str, method: str) -> Response:
        """``POST /v1/drivers/{name}/vendor_passthru``"""
        _require_known(name)
        raise Refused(400, f'No handler for method {method}')

    def _check_fields(self, fields: list[str] | None) -> None:
        """Refuse fields that the version does not tell."""
        if fields is None:
            return
        if self.minor < 77:
            raise refusals.too_new()
        facts = self._facts(hardware.DRIVERS[0], True, None)
        if wrong := [name for name in fields if name not in facts]:
            raise Refused(400, f'Field(s) "{", ".join(wrong)}" are not valid')

    def _facts(self, name: str, detail: bool, fields: list[str] | None) -> Document:
        facts: Document = {
            'name': name,
            'hosts': [handlers.CONDUCTOR],
            'links': views.links(self.req, f'drivers/{name}'),
        }
        if self.minor >= 14:
            facts['properties'] = views.links(self.req, f'drivers/{name}/properties')
        if self.minor >= 30:
            facts['type'] = 'dynamic'
        if detail or fields:
            for interface, choices in hardware.INTERFACES.items():
                if self.minor >= hardware.MINIMUM.get(interface, 30):
                    facts[f'default_{interface}_interface'] = choices[0]
                    facts[f'enabled_{interface}_interfaces'] = list(choices)
        return facts if fields is None else views.only(facts, (*fields, 'links'))


def _require_known(name: str) -> None:
    if name not in hardware.DRIVERS:
        raise Refused(404, f"The driver '{name}' is unknown.")
