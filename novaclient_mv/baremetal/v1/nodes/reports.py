"""Reports on a node's hardware and past: BIOS settings, firmware, history, inventory."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.nodes import sections
from novaclient_mv.resources import Time, field

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class BiosValue(resources.Resource):
    """A BIOS setting as every version shows it."""

    id_keys = ('name',)
    name: str = field()
    value: str = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class BiosSetting(BiosValue, since='1.74'):
    """A BIOS setting of a node."""

    attribute_type: str = field()
    allowable_values: list[Any] = field()
    lower_bound: int | None = field()
    upper_bound: int | None = field()
    min_length: int | None = field()
    max_length: int | None = field()
    read_only: bool | None = field()
    reset_required: bool | None = field()
    unique: bool | None = field()


class FirmwareComponent(resources.Resource):
    """A part of a node that has firmware."""

    id_keys = ('component',)
    component: str = field()
    initial_version: str = field()
    current_version: str = field()
    last_version_flashed: str = field()
    created_at: Time = field()
    updated_at: Time | None = field()
    identity: dict[str, Any] = field(start_version='1.114')


class HistoryEvent(resources.Resource):
    """Something that happened to a node."""

    id_keys = ('uuid',)
    uuid: str = field('UUID')
    created_at: Time = field()
    severity: str = field()
    event: str = field()
    event_type: str = field()
    conductor: str | None = field()
    user: str = field()
    project: str = field(start_version='1.113')
    state: str = field('Provisioning State', start_version='1.115')
    target_provision_state: str | None = field('Target Provisioning State', start_version='1.115')
    duration_seconds: float = field(start_version='1.115')


class InterfaceValidation(resources.Resource):
    """Whether the driver can work with what a node has for one of its interfaces."""

    id_keys = ('interface',)
    interface: str = field()
    result: bool | None = field()
    reason: str | None = field()


class NodeReports(sections.NodeSection[resources.R]):
    """The records of one node."""

    @versions.wraps('1.40')
    @versions.parameters(detail='1.74..', fields='1.74..')
    def list_bios_settings(
        self, node: Node | str, detail: bool | None = None, fields: Sequence[str] | None = None
    ) -> builtins.list[BiosSetting]:
        """The BIOS settings of a node: ``GET /nodes/{id}/bios``.

        :param detail: with types and bounds of the values (from 1.74).
        :param fields: tell these fields only (from 1.74).
        """
        query = {'detail': detail or None, 'fields': ','.join(fields) if fields else None}
        answer = self.send('GET /nodes/{id}/bios', node, query=query)
        rows = resources.member(answer, 'bios', list)
        return resources.ListWithMeta((BiosSetting(self, row, loaded=True) for row in rows), answer)

    @versions.wraps('1.40')
    def get_bios_setting(self, node: Node | str, name: str) -> BiosSetting:
        """One BIOS setting of a node: ``GET /nodes/{id}/bios/{name}``.

        :raises NotFound: the node has no such setting.
        """
        answer = self.send('GET /nodes/{id}/bios/{name}', node, name)
        setting = self._wrapped(answer, name, BiosSetting)
        return BiosSetting(self, setting, loaded=True, resp=answer)

    @versions.wraps('1.86')
    def list_firmware(self, node: Node | str) -> builtins.list[FirmwareComponent]:
        """The firmware components of a node: ``GET /nodes/{id}/firmware``."""
        answer = self.send('GET /nodes/{id}/firmware', node)
        rows = resources.member(answer, 'firmware', list)
        return resources.ListWithMeta(
            (FirmwareComponent(self, row, loaded=True) for row in rows), answer
        )

    @versions.wraps('1.78')
    def list_history(self, node: Node | str, detail: bool = False) -> builtins.list[HistoryEvent]:
        """Return the events of a node, the oldest first: ``GET /nodes/{id}/history``.

        :param detail: all fields of the events.
        """
        query: dict[str, Any] = {'detail': detail or None}
        events: dict[str, HistoryEvent] = {}
        while True:
            answer = self.send('GET /nodes/{id}/history', node, query=query)
            rows = resources.member(answer, 'history', list)
            page = [HistoryEvent(self, row, loaded=True, resp=answer) for row in rows]
            fresh = {event.id: event for event in page if event.id not in events}
            events.update(fresh)
            # The link to the next page has two markers, one of which is None.
            if not answer.body.get('next') or not fresh:
                return resources.ListWithMeta(events.values(), answer)
            query['marker'] = page[-1].id

    @versions.wraps('1.78')
    def get_history_event(self, node: Node | str, event: HistoryEvent | str) -> HistoryEvent:
        """One event in the history of a node, with all its fields.

        ``GET /nodes/{id}/history/{event}``
        """
        answer = self.send('GET /nodes/{id}/history/{event}', node, event)
        body = resources.member(answer, resources.UNWRAPPED, dict)
        return HistoryEvent(self, body, loaded=True, resp=answer)

    @versions.wraps('1.81')
    def get_inventory(self, node: Node | str) -> resources.DictWithMeta:
        """Return the result of a node's inspection: ``inventory`` and ``plugin_data``.

        :raises NotFound: it was not inspected.

        ``GET /nodes/{id}/inventory``
        """
        return self._object('GET /nodes/{id}/inventory', node)
