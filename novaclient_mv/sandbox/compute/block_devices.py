"""Disks that a request for a new server names: what each is made of, where it is, which boots."""

from __future__ import annotations

import string
import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import volume_states

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

INVALID = 'Block Device Mapping is Invalid'
BUSES = frozenset(('fdc', 'ide', 'lxc', 'sata', 'scsi', 'uml', 'usb', 'virtio', 'xen'))
TYPES = frozenset(('cdrom', 'disk', 'floppy', 'fs', 'lun'))


class Device:
    """One disk.

    :param attributes: an entry of ``block_device_mapping_v2``.
    """

    def __init__(self, attributes: Document) -> None:
        self.source: str = attributes.get('source_type') or 'volume'
        self.destination: str = attributes.get('destination_type') or (
            'local' if self.source in ('image', 'blank') else 'volume'
        )
        size = attributes.get('volume_size')
        self.size: int | None = None if size is None else int(size)
        self.id: str | None = attributes.get('uuid')
        index = attributes.get('boot_index')
        self.boot_index = -1 if index is None else int(index)
        self.name: str | None = attributes.get('device_name')
        self.tag: str | None = attributes.get('tag')
        self.volume_type: str | None = attributes.get('volume_type') or None
        self.is_swap = attributes.get('guest_format') == 'swap'
        self.bus: str | None = attributes.get('disk_bus')
        self.kind: str | None = attributes.get('device_type')
        self.is_none = schema_parts.is_true(attributes.get('no_device') or False)
        self.goes_with_server = schema_parts.is_true(attributes.get('delete_on_termination', False))

    @property
    def is_volume(self) -> bool:
        """Whether it is kept by the volume service, or will be."""
        is_there = self.destination == 'volume' or self.source in ('volume', 'snapshot')
        return is_there and not self.is_none

    @classmethod
    def of_old(cls, attributes: Document, root: str | None) -> Device:
        """A disk from an entry of ``block_device_mapping``.

        :param root: name of the disk that boots, where no image does.
        :raises Fault: 400.
        """
        virtual = str(attributes.get('virtual_name') or '')
        facts = {key: value for key, value in attributes.items() if key in _SAME}
        name = attributes.get('device_name')
        if attributes.get('volume_id'):
            facts |= {'source_type': 'volume', 'uuid': attributes['volume_id']}
        elif attributes.get('snapshot_id'):
            facts |= {'source_type': 'snapshot', 'uuid': attributes['snapshot_id']}
        elif virtual.startswith('ephemeral') or virtual == 'swap':
            facts |= {'source_type': 'blank', 'destination_type': 'local'}
            facts['guest_format'] = 'swap' if virtual == 'swap' else None
        elif not attributes.get('no_device'):
            raise Fault(400, f'{INVALID}: Unrecognized legacy format.')
        if root is not None and name is not None and _plain(name) == root:
            facts['boot_index'] = 0
        return cls(facts)


_SAME = ('device_name', 'volume_size', 'no_device', 'delete_on_termination')


def _plain(name: str) -> str:
    return name.rpartition('/')[2]


def require_sources(attributes: Document) -> None:
    """Refuse a disk of which a request does not say what its id is the id of.

    :param attributes: what the request says of the server.
    :raises Fault: 400.
    """
    for device in attributes.get('block_device_mapping_v2') or ():
        is_none = schema_parts.is_true(device.get('no_device') or False)
        if device.get('uuid') is not None and 'source_type' not in device and not is_none:
            raise Fault(400, f'Block device {device["uuid"]} has no source_type')


class Devices:
    """The disks of one request.

    :param attributes: what the request says of the server.
    """

    def __init__(self, handler: ComputeController, attributes: Document) -> None:
        self.handler = handler
        self.db = handler.db
        old, new = attributes.get('block_device_mapping'), attributes.get('block_device_mapping_v2')
        if old and new:
            raise Fault(
                400,
                'Using different block_device_mapping syntaxes is not allowed in the same request.',
            )
        self.has_image = bool(attributes.get('imageRef'))
        self.is_old = bool(old)
        self.has_any = bool(old or new)
        root = None if self.has_image else 'vda'
        self.listed = [Device.of_old(mapping, root) for mapping in old or ()]
        self.listed += [Device(mapping) for mapping in new or ()]

    @property
    def root(self) -> Device | None:
        """The disk that boots, where it is not the image of the request."""
        return next((device for device in self.listed if device.boot_index == 0), None)

    def boot_image(self) -> Row | None:
        """The image that the first disk is made of, where that is a volume."""
        root = self.root
        if root is None or root.source != 'image':
            return None
        return self.db.get('image', root.id or '')

    @property
    def _project(self) -> str | None:
        context = self.handler.context
        return None if context.is_admin else context.project_id

    def volume_of(self, device: Device) -> Row:
        """The volume that a disk is, or that its snapshot is of.

        :raises Fault: 400.
        """
        id = device.id or ''
        if device.source == 'snapshot':
            snapshot = self.db.get('snapshot', id, self._project)
            if snapshot is None:
                raise Fault(400, f'Snapshot {id} could not be found.')
            id = snapshot.document['volume_id']
        row = volume_states.find(self.db, id, self._project)
        if row is None:
            raise Fault(400, f'{INVALID}: failed to get volume {id}.')
        return row

    # -- checks, in the order in which they are made

    def check_boot(self) -> None:
        """Refuse to boot from what cannot: without an image, the first disk has to."""
        root = self.root
        if self.has_image or root is None or root.is_none or root.id is None:
            return
        if root.source == 'image':
            self._require_image(root)
        elif root.source in ('volume', 'snapshot'):
            volume = self.volume_of(root)
            if not volume.document['bootable']:
                raise Fault(400, f'Block Device {volume.id} is not bootable.')

    def check(self, flavor: Row) -> None:
        """Refuse disks that cannot be.

        :raises Fault: 400.
        """
        for device in self.listed:
            if not device.is_none:
                self._check_shape(device)
        if self.has_any and not (self.is_old and self.has_image):
            self._check_order()
        for device in self.listed:
            if not device.is_none:
                self._check_source(device)
        self._check_local(flavor)

    def _check_shape(self, device: Device) -> None:
        if device.source != 'blank' and device.id is None:
            raise Fault(400, f'{INVALID}: Missing device UUID.')
        if device.source == 'blank' and device.id is not None:
            raise Fault(400, f'{INVALID}: Invalid device UUID.')
        is_local_image = device.source == 'image' and device.destination == 'local'
        if is_local_image and (device.boot_index != 0 or not self.has_image):
            raise Fault(400, f'{INVALID}: Mapping image to local is not supported.')
        if device.destination == 'local' and device.source in ('volume', 'snapshot'):
            raise Fault(400, f'{INVALID}: A {device.source} cannot become a local disk.')
        if device.kind not in (None, *TYPES) or device.bus not in (None, *BUSES):
            raise Fault(400, f'{INVALID}.')
        if device.volume_type is not None:
            if device.destination == 'local':
                raise Fault(400, f'{INVALID}: A local disk has no volume type.')
            if device.source == 'volume':
                raise Fault(400, f'{INVALID}: The type of a volume cannot be changed.')
            self._require_type(device.volume_type)

    def _check_order(self) -> None:
        """Disks that boot are numbered from 0, without gaps."""
        order = sorted(device.boot_index for device in self.listed if device.boot_index >= 0)
        if order != list(range(len(order))) or not order:
            raise Fault(
                400,
                f'{INVALID}: Boot sequence for the instance and image/block device mapping '
                'combination is not valid.',
            )

    def _check_source(self, device: Device) -> None:
        if device.source == 'image':
            self._require_image(device)
        elif device.source == 'volume':
            _require_free(self.volume_of(device))
        elif device.source == 'snapshot':
            self.volume_of(device)
        if (
            device.destination == 'volume'
            and device.source in ('image', 'blank')
            and not device.size
        ):
            raise Fault(400, f'A volume that is made of {device.source} needs a size.')

    def _check_local(self, flavor: Row) -> None:
        """Local disks have room in the flavor."""
        blank = [
            entry
            for entry in self.listed
            if (entry.source, entry.destination) == ('blank', 'local') and entry.boot_index != 0
        ]
        room = flavor.document['ephemeral']
        if sum(device.size or 0 for device in blank if not device.is_swap) > room:
            raise Fault(400, 'Ephemeral disks requested are larger than the instance type allows.')
        swaps = [device.size or 0 for device in blank if device.is_swap]
        if len(swaps) > 1:
            raise Fault(400, 'More than one swap drive requested.')
        if sum(swaps) > (flavor.document['swap'] or 0):
            raise Fault(400, 'Swap drive requested is larger than instance type allows.')

    def _require_image(self, device: Device) -> None:
        image = self.handler.find_image(device.id or '')
        if image is None:
            raise Fault(400, f'{INVALID}: failed to get image {device.id}.')

    def _require_type(self, name: str) -> None:
        from novaclient_mv.sandbox.state import volume_types

        if volume_types.find(self.db, name) is None:
            raise Fault(400, f'Volume type {name} could not be found.')

    # -- what becomes of them

    def entries(self) -> tuple[list[Document], dict[str, Document]]:
        """Return the volumes of a server's document, and the attachment of each."""
        volumes: list[Document] = []
        attachments: dict[str, Document] = {}
        names = self._names()
        for device, name in zip(self._in_order(), names, strict=True):
            if device.is_volume:
                is_there = device.source == 'volume'
                id = device.id if is_there and device.id else str(uuid.uuid4())
                volumes.append({'id': id, 'delete_on_termination': device.goes_with_server})
                attachments[id] = volume_states.new_attachment(name, tag=device.tag)
        return volumes, attachments

    def attach(self, server: Row, flavor: Row) -> None:
        """Make the volumes that there are not yet, and attach all to the server."""
        volumes = [device for device in self._in_order() if device.is_volume]
        for device, entry in zip(volumes, server.document['volumes'], strict=True):
            id = entry['id']
            if device.source != 'volume':
                self._make(device, id, server, flavor)
            volume = volume_states.find(self.db, id)
            assert volume is not None
            volume_states.attach(self.db, server, volume, volume_states.attachment(server, id))

    def _make(self, device: Device, id: str, server: Row, flavor: Row) -> None:
        size = device.size or flavor.document['disk'] or 1
        facts: Document = {'bootable': device.source == 'image'}
        if device.source == 'snapshot':
            snapshot = self.db.get('snapshot', device.id or '')
            assert snapshot is not None
            size = max(device.size or 0, snapshot.document['size'])
            is_bootable = self.volume_of(device).document['bootable']
            facts |= {'snapshot_id': snapshot.id, 'bootable': is_bootable}
        if device.source == 'image':
            image = self.db.get('image', device.id or '')
            assert image is not None
            facts['volume_image_metadata'] = {'image_id': image.id, 'image_name': image.name or ''}
        if device.volume_type:
            facts['volume_type'] = device.volume_type
        document = volume_states.document(server.document['user_id'], size, **facts)
        self.db.insert(volume_states.KIND, id, document, project=server.project, name='')

    def _in_order(self) -> list[Device]:
        """The disks as they get their names: what boots comes first."""
        there = [device for device in self.listed if not device.is_none]
        return sorted(there, key=lambda device: device.boot_index != 0)

    def _names(self) -> list[str]:
        """The device name of each disk in order; local ones come before volumes."""
        ordered = self._in_order()
        letters_in_use = {_plain(device.name)[2:] for device in ordered if device.name}
        has_root = any(device.boot_index == 0 for device in ordered)
        letters = (letter for letter in string.ascii_lowercase if letter not in letters_in_use)
        if not has_root:
            # The image of the request is the first disk.
            next(letters)
        names: dict[int, str] = {}
        for device in sorted(
            ordered, key=lambda device: (device.boot_index != 0, device.is_volume)
        ):
            name = _plain(device.name) if device.name else f'vd{next(letters)}'
            names[id(device)] = f'/dev/{name}'
        return [names[id(device)] for device in ordered]


def _require_free(volume: Row) -> None:
    status = volume.document['status']
    if not volume_states.is_free(volume):
        raise Fault(
            400,
            f"Invalid volume: volume '{volume.id}' status must be 'available' or 'reserved'. "
            f"Currently in '{status}'",
        )
