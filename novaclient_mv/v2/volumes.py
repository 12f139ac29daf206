"""Volumes attached to servers; the block storage service owns the volumes themselves."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.resources.work_status import DONE, PENDING

if TYPE_CHECKING:
    from novaclient_mv.v2 import servers


class Volume(resources.Resource):
    """A volume as it is attached to a server."""

    NAME_ATTR = 'display_name'
    # From 2.89 an attachment has no ``id``; before, both are the same.
    id_keys = ('volumeId', 'id')
    # From 2.101 the cloud answers before it has recorded an attachment.
    is_recorded_late = True

    id: str = field('ID', end_version='2.88')
    device: str = field('DEVICE')
    serverId: str = field('SERVER ID', key='server_id')
    volumeId: str = field('VOLUME ID', key='volume_id')
    attachment_id: str | None = field('ATTACHMENT ID', start_version='2.89')
    bdm_uuid: str = field('BDM UUID', start_version='2.89')
    tag: str | None = field('TAG', start_version='2.70')
    delete_on_termination: bool = field('DELETE ON TERMINATION', start_version='2.79')

    def work_status(self, end: resources.WorkEnd) -> resources.WorkStatus:
        """Return the progress: ``attached`` once it has a device, and ``attaching`` before.

        :param end: how that work ends.
        """
        state = 'attached' if self._info.get('device') else 'attaching'
        return resources.WorkStatus(state, DONE if state in end.states else PENDING)

    def __repr__(self) -> str:
        return f'<Volume: {self.id}>'


class VolumesOfServer(resources.Manager[Volume]):
    """The attached volumes of one server, so that each can be asked for again."""

    resource_class = Volume

    def __init__(self, api: resources.Api, server: servers.Server | str) -> None:
        super().__init__(api)
        self.server = server

    def get(self, volume: Volume | str) -> Volume:
        """One attached volume: ``GET /servers/{server_id}/os-volume_attachments/{id}``."""
        return self._show(
            'GET /servers/{server_id}/os-volume_attachments/{id}',
            'volumeAttachment',
            self.server,
            volume,
        )

    def list(self, limit: int | None = None, offset: int | None = None) -> builtins.list[Volume]:
        """The attached volumes.

        ``GET /servers/{server_id}/os-volume_attachments``
        """
        return self._read_list(
            'GET /servers/{server_id}/os-volume_attachments',
            'volumeAttachments',
            self.server,
            query={'limit': limit, 'offset': offset},
        )

    @versions.wraps('2.0', '2.100')
    def attach(self, **fields: resources.Value) -> Volume:
        """Attach a volume; the cloud has chosen the device when it answers.

        ``POST /servers/{server_id}/os-volume_attachments``
        """
        return self._create_one(
            'POST /servers/{server_id}/os-volume_attachments',
            'volumeAttachment',
            self.server,
            **fields,
        )

    @versions.newest
    @versions.wraps('2.101')
    def attach(self, **fields: resources.Value) -> Volume:
        """Attach a volume; the answer has no body, so the result is what was asked for.

        ``POST /servers/{server_id}/os-volume_attachments``
        """
        attachment = resources.without_none(fields)
        answer = self.send(
            'POST /servers/{server_id}/os-volume_attachments',
            self.server,
            body={'volumeAttachment': attachment},
        )
        values = {'serverId': str(resources.getid(self.server)), 'device': None, **attachment}
        return Volume(self, values, resp=answer)


class VolumeManager(resources.Manager[Volume]):
    """Volumes attached to servers; all raise ``NotFound`` for one that is not there."""

    resource_class = Volume

    @versions.parameters(tag='2.49..', delete_on_termination='2.79..')
    def create_server_volume(
        self,
        server_id: servers.Server | str,
        volume_id: str,
        device: str | None = None,
        tag: str | None = None,
        delete_on_termination: bool = False,
    ) -> Volume:
        """Attach a volume to a server.

        From 2.101 the cloud answers before it has chosen a device; :meth:`get_server_volume` tells
        it later.

        :param device: where the guest is to see it, as in ``/dev/vdb``.
        :param tag: by which the guest knows the device (from 2.49).
        :param delete_on_termination: delete the volume with the server (from 2.79).
        :raises BadRequest: the volume is not available, or the device name is wrong.
        :raises Conflict: the state or lock of the server forbids it.

        ``POST /servers/{server_id}/os-volume_attachments``
        """
        attached: Volume = VolumesOfServer(self.api, server_id).attach(
            volumeId=volume_id,
            device=device,
            tag=tag,
            delete_on_termination=delete_on_termination or None,
        )
        return attached

    @versions.parameters(delete_on_termination='2.85..')
    def update_server_volume(
        self,
        server_id: servers.Server | str,
        src_volid: str,
        dest_volid: str,
        delete_on_termination: bool | None = None,
    ) -> Volume | resources.StrWithMeta:
        """Replace an attached volume by another (administrators), or change how it is attached.

        :param dest_volid: the volume to use instead; the same volume to change only
            ``delete_on_termination``.
        :param delete_on_termination: delete the volume with the server (from 2.85).
        :returns: the attached volume, where the answer tells of it; Nova's has no body, so that it
            is the text ``None``.
        :raises BadRequest: the other volume is not available.
        :raises Conflict: the state or lock of the server forbids it.

        ``PUT /servers/{server_id}/os-volume_attachments/{id}``
        """
        attachment = resources.without_none(
            {'volumeId': dest_volid, 'delete_on_termination': delete_on_termination}
        )
        answer = self.send(
            'PUT /servers/{server_id}/os-volume_attachments/{id}',
            server_id,
            src_volid,
            body={'volumeAttachment': attachment},
        )
        if not answer.body:
            return self._text(answer)
        attached = self._wrapped(answer, 'volumeAttachment')
        return Volume(VolumesOfServer(self.api, server_id), attached, resp=answer)

    def get_server_volume(
        self,
        server_id: servers.Server | str,
        volume_id: str | None = None,
        attachment_id: str | None = None,
    ) -> Volume:
        """One volume attached to a server: ``GET /servers/{server_id}/os-volume_attachments/{id}``.

        :param attachment_id: the older name of ``volume_id``, which a warning tells.
        :raises TypeError: both are given, or neither.
        """
        return VolumesOfServer(self.api, server_id).get(_one_of(volume_id, attachment_id))

    def get_server_volumes(
        self, server_id: servers.Server | str, limit: int | None = None, offset: int | None = None
    ) -> builtins.list[Volume]:
        """The volumes attached to a server: ``GET /servers/{server_id}/os-volume_attachments``.

        :param limit: at most this many.
        :param offset: without so many at the beginning.
        """
        return VolumesOfServer(self.api, server_id).list(limit, offset)

    def delete_server_volume(
        self,
        server_id: servers.Server | str,
        volume_id: str | None = None,
        attachment_id: str | None = None,
    ) -> resources.TupleWithMeta:
        """Detach a volume (asynchronous).

        :param attachment_id: the older name of ``volume_id``, which a warning tells.
        :raises TypeError: both are given, or neither.
        :raises Conflict: the state or lock of the server forbids it.

        ``DELETE /servers/{server_id}/os-volume_attachments/{id}``
        """
        volume = _one_of(volume_id, attachment_id)
        operation = 'DELETE /servers/{server_id}/os-volume_attachments/{id}'
        return self._done(self.send(operation, server_id, volume))


def _one_of(volume_id: str | None, attachment_id: str | None) -> str:
    if attachment_id is not None and volume_id is None:
        import warnings

        warnings.warn('attachment_id is an older name; give volume_id.', UserWarning, 3)
    ids = [reference for reference in (volume_id, attachment_id) if reference is not None]
    if len(ids) != 1:
        raise TypeError('give either volume_id or attachment_id')
    return ids[0]
