"""Management of a node's hardware: boot device, indicators, interrupts, virtual media."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.nodes import sections
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class Indicator(resources.Resource):
    """A light on a component of a node."""

    id_keys = ('name',)
    name: str = field()
    component: str = field()
    readonly: bool = field()
    states: list[str] = field(cell=lambda states: ', '.join(states or ()))


class IndicatorState(resources.Resource):
    """The state of one indicator."""

    id_keys = ('name',)
    name: str = field()
    state: str = field()


class NodeManagement(sections.NodeSection[resources.R]):
    """The boot device, indicators and virtual media of a node."""

    def get_boot_device(self, node: Node | str) -> resources.DictWithMeta:
        """The boot device of a node, and whether it stays.

        ``GET /nodes/{id}/management/boot_device``
        """
        return self._object('GET /nodes/{id}/management/boot_device', node)

    def get_supported_boot_devices(self, node: Node | str) -> builtins.list[str]:
        """The devices that a node can boot from.

        ``GET /nodes/{id}/management/boot_device/supported``
        """
        return self._values(
            'GET /nodes/{id}/management/boot_device/supported', 'supported_boot_devices', node
        )

    def set_boot_device(
        self, node: Node | str, boot_device: str, persistent: bool = False
    ) -> resources.TupleWithMeta:
        """Set the boot device of a node: ``PUT /nodes/{id}/management/boot_device``.

        :param boot_device: ``pxe``, ``disk``, ``cdrom``, ``bios``, ``safe`` or ``wanboot``.
        :param persistent: for all boots, not for the next one only.
        """
        body = {'boot_device': boot_device, 'persistent': persistent}
        return self._put('PUT /nodes/{id}/management/boot_device', node, body=body)

    @versions.wraps('1.29')
    def inject_nmi(self, node: Node | str) -> resources.TupleWithMeta:
        """Inject a non-maskable interrupt (NMI) into a node.

        ``PUT /nodes/{id}/management/inject_nmi``
        """
        return self._put('PUT /nodes/{id}/management/inject_nmi', node, body={})

    @versions.wraps('1.63')
    def list_indicators(self, node: Node | str) -> builtins.list[Indicator]:
        """The indicators of a node: ``GET /nodes/{id}/management/indicators``."""
        answer = self.send('GET /nodes/{id}/management/indicators', node)
        rows = resources.member(answer, 'indicators', list)
        return resources.ListWithMeta(
            (Indicator(self, row, loaded=True, resp=answer) for row in rows), answer
        )

    @versions.wraps('1.63')
    def get_indicator(self, node: Node | str, indicator: Indicator | str) -> str:
        """The state of an indicator: ``GET /nodes/{id}/management/indicators/{name}``.

        :param indicator: an indicator, or its name, as in ``led@chassis``.
        """
        whole: IndicatorState = self.get_indicator_state(node, indicator)
        return resources.StrWithMeta(whole.state, whole)

    @versions.wraps('1.63')
    def get_indicator_state(self, node: Node | str, indicator: Indicator | str) -> IndicatorState:
        """The state of an indicator, with all that the answer tells.

        :param indicator: an indicator, or its name, as in ``led@chassis``.

        ``GET /nodes/{id}/management/indicators/{name}``
        """
        operation = 'GET /nodes/{id}/management/indicators/{name}'
        answer = self.send(operation, node, indicator)
        resources.member(answer, 'state', str)
        info = {'name': str(resources.getid(indicator)), **answer.body}
        return IndicatorState(self, info, loaded=True, resp=answer)

    @versions.wraps('1.63')
    def set_indicator(
        self, node: Node | str, indicator: Indicator | str, state: str
    ) -> resources.TupleWithMeta:
        """Set the state of an indicator: ``PUT /nodes/{id}/management/indicators/{name}``.

        :param state: ``on``, ``off`` or ``blinking``.
        """
        operation = 'PUT /nodes/{id}/management/indicators/{name}'
        name = str(resources.getid(indicator))
        return self._put(operation, node, name, body={'state': state})

    @versions.wraps('1.89')
    def attach_virtual_media(
        self,
        node: Node | str,
        device_type: str,
        image_url: str,
        image_download_source: str | None = None,
    ) -> resources.TupleWithMeta:
        """Attach an image to a virtual media device of a node: ``POST /nodes/{id}/vmedia``.

        :param device_type: ``cdrom``, ``disk`` or ``floppy``.
        :param image_download_source: ``http``, ``local`` or ``swift``.
        """
        fields = {
            'device_type': device_type,
            'image_url': image_url,
            'image_download_source': image_download_source,
        }
        return self._put('POST /nodes/{id}/vmedia', node, body=resources.without_none(fields))

    @versions.wraps('1.89')
    def detach_virtual_media(
        self, node: Node | str, device_types: builtins.list[str] | None = None
    ) -> resources.TupleWithMeta:
        """Detach virtual media from a node: ``DELETE /nodes/{id}/vmedia``.

        :param device_types: devices to detach from, all without it.
        """
        query = {'device_types': ','.join(device_types) if device_types else None}
        return self._done(self.send('DELETE /nodes/{id}/vmedia', node, query=query))

    @versions.wraps('1.93')
    def get_virtual_media(self, node: Node | str) -> resources.DictWithMeta:
        """The virtual media of a node, as its driver tells them: ``GET /nodes/{id}/vmedia``."""
        answer = self.send('GET /nodes/{id}/vmedia', node)
        # A driver may answer with a list of devices.
        body = answer.body
        return resources.DictWithMeta(body if isinstance(body, dict) else {'vmedia': body}, answer)
