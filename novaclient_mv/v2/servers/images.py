"""Server actions on images: create an image, back up, rebuild."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import pending_work
from novaclient_mv.v2.servers import action, requests
from novaclient_mv.v2.servers.requests import UNSET
from novaclient_mv.wire.request import Answer

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerImages(action.ServerActions[resources.R]):
    """Images, backups and rebuilds of one server (asynchronous)."""

    def create_image(
        self, server: Server | str, image_name: str, metadata: Mapping[str, str] | None = None
    ) -> resources.StrWithMeta:
        """Create an image of a server: ``POST /servers/{id}/action createImage``.

        :param metadata: properties of the image.
        :returns: the id of the image.
        :raises Conflict: the server's state forbids it.
        """
        image = {'name': image_name, 'metadata': dict(metadata or {})}
        answer = self.send(
            'POST /servers/{id}/action createImage', server, body={'createImage': image}
        )
        image_id = resources.StrWithMeta(self._image_id(answer), answer)
        return pending_work.noted(image_id, answer, server)

    @versions.wraps('2.0', '2.44')
    def _image_id(self, answer: Answer) -> str:
        """The answer has the image's address in a header."""
        image_id = str(answer.headers.get('Location') or '').rstrip('/').rpartition('/')[2]
        if not image_id:
            raise resources.unexpected(answer, 'the address of the image')
        return image_id

    @versions.newest
    @versions.wraps('2.45')
    def _image_id(self, answer: Answer) -> str:
        """The answer has the image's id in its body."""
        return str(resources.member(answer, 'image_id', str))

    def backup(
        self,
        server: Server | str,
        backup_name: str,
        backup_type: str,
        rotation: int | str,
        metadata: Mapping[str, str] | None = None,
    ) -> resources.TupleWithMeta | resources.DictWithMeta:
        """Back up a server: create an image, and delete the oldest ones of its type.

        :param backup_type: as in ``daily``.
        :param rotation: how many of the type to keep.
        :param metadata: properties of the image.
        :returns: a mapping with ``image_id`` (from 2.45), before that an empty tuple.

        ``POST /servers/{id}/action createBackup``
        """
        body: dict[str, Any] = {
            'name': backup_name,
            'backup_type': backup_type,
            'rotation': rotation,
        }
        if metadata:
            body['metadata'] = dict(metadata)
        return self._backed_up(self._sent_action('createBackup', server, body))

    @versions.wraps('2.0', '2.44')
    def _backed_up(self, answer: Answer) -> resources.TupleWithMeta:
        """The answer has the image's address in a header."""
        return self._done(answer)

    @versions.newest
    @versions.wraps('2.45')
    def _backed_up(self, answer: Answer) -> resources.DictWithMeta:
        """The answer has the image's id in its body."""
        resources.member(answer, 'image_id', str)
        return pending_work.noted(resources.DictWithMeta(answer.body, answer), answer)

    @versions.parameters(
        in_place={'files': '2.0..2.56'},
        description='2.19..',
        key_name='2.54..',
        userdata='2.57..',
        trusted_image_certificates='2.63..',
        hostname='2.90..',
    )
    def rebuild(
        self,
        server: Server | str,
        image: resources.Resource | str,
        password: str | None = None,
        disk_config: str | None = None,
        preserve_ephemeral: bool = False,
        name: str | None = None,
        meta: Mapping[str, str] | None = None,
        files: Mapping[str, requests.Contents] | None = None,
        *,
        description: str | None = UNSET,
        key_name: str | None = UNSET,
        userdata: requests.Contents | None = UNSET,
        trusted_image_certificates: Sequence[str] | None = UNSET,
        hostname: str | None = UNSET,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
    ) -> resources.R:
        """Rebuild a server from an image; its id, addresses and volumes stay.

        :param image: image or its id.
        :param password: password of the administrator; the cloud makes one where none is given.
        :param disk_config: ``AUTO`` or ``MANUAL``.
        :param preserve_ephemeral: keep the ephemeral disk, where the hypervisor can.
        :param meta: metadata in place of the present.
        :param files: path in the server to contents (up to 2.56).
        :param description: new description, ``None`` or an empty one for none (from 2.19).
        :param key_name: other keypair, ``None`` for none (from 2.54).
        :param userdata: text, bytes or file for cloud-init, ``None`` or empty for none (from 2.57).
        :param trusted_image_certificates: ids, ``None`` for none (from 2.63).
        :param hostname: name of the host in the guest (from 2.90).
        :param access_ip_v4: address to show for access; ``access_ip_v6`` likewise.
        :raises UnsupportedAttribute: an argument that this version lacks.
        :raises Conflict: the server's state forbids it.

        ``POST /servers/{id}/action rebuild``
        """
        optional = {
            'adminPass': password,
            'OS-DCF:diskConfig': disk_config,
            'preserve_ephemeral': bool(preserve_ephemeral) or None,
            'name': name,
            'metadata': dict(meta) if meta else None,
            'personality': requests.personality(files) or None,
            'accessIPv4': access_ip_v4,
            'accessIPv6': access_ip_v6,
        }
        fields = {
            'imageRef': str(resources.getid(image)),
            **resources.without_none(optional),
            **requests.without_unset(
                description=description or None,
                key_name=key_name,
                user_data=requests.userdata_of(userdata),
                trusted_image_certificates=trusted_image_certificates,
                hostname=hostname,
            ),
        }
        answer = self.send('POST /servers/{id}/action rebuild', server, body={'rebuild': fields})
        info = self._wrapped(answer, 'server')
        return pending_work.noted(self.resource_class(self, info, resp=answer), answer, server)


class ServerImagesMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    create_image = resources.manager_method(ServerImages.create_image)
    backup = resources.manager_method(ServerImages.backup)

    @versions.parameters(
        description='2.19..',
        key_name='2.54..',
        userdata='2.57..',
        trusted_image_certificates='2.63..',
        hostname='2.90..',
    )
    def rebuild(
        self,
        image: resources.Resource | str,
        password: str | None = None,
        preserve_ephemeral: bool = False,
        *,
        disk_config: str | None = None,
        name: str | None = None,
        meta: Mapping[str, str] | None = None,
        files: Mapping[str, requests.Contents] | None = None,
        description: str | None = UNSET,
        key_name: str | None = UNSET,
        userdata: requests.Contents | None = UNSET,
        trusted_image_certificates: Sequence[str] | None = UNSET,
        hostname: str | None = UNSET,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
    ) -> Server:
        """Rebuild this server, see ``ServerManager.rebuild``:
        ``POST /servers/{id}/action rebuild``.
        """
        options = {
            'disk_config': disk_config,
            'name': name,
            'meta': meta,
            'files': files,
            'access_ip_v4': access_ip_v4,
            'access_ip_v6': access_ip_v6,
            **requests.without_unset(
                description=description,
                key_name=key_name,
                userdata=userdata,
                trusted_image_certificates=trusted_image_certificates,
                hostname=hostname,
            ),
        }
        rebuilt: Server = self.manager.rebuild(
            self, image, password=password, preserve_ephemeral=preserve_ephemeral, **options
        )
        return rebuilt
