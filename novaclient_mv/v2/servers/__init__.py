"""Servers: list, show, create, change and delete them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import filtering
from novaclient_mv.v2.servers import (
    addresses,
    all_pages,
    boot,
    consoles,
    diagnostics,
    filter_table,
    filters,
    images,
    interfaces,
    lifecycle,
    metadata,
    moves,
    passwords,
    recovery,
    requests,
)
from novaclient_mv.v2.servers import fields as server_fields
from novaclient_mv.v2.servers import security_groups as server_security_groups
from novaclient_mv.v2.servers import tags as server_tags

REBOOT_SOFT, REBOOT_HARD = 'SOFT', 'HARD'

ALL = -1
"""The limit that stands for all servers."""

# Programs know these by this module.
CONSOLE_TYPE_ACTION_MAPPING = consoles.CONSOLE_TYPE_ACTION_MAPPING
CONSOLE_TYPE_PROTOCOL_MAPPING = consoles.CONSOLE_TYPE_PROTOCOL_MAPPING
NetworkInterface = interfaces.NetworkInterface
SecurityGroup = server_security_groups.SecurityGroup


class Server(
    lifecycle.ServerLifecycleMethods,
    moves.ServerMovesMethods,
    recovery.ServerRecoveryMethods,
    images.ServerImagesMethods,
    consoles.ServerConsolesMethods,
    diagnostics.ServerDiagnosticsMethods,
    interfaces.ServerInterfacesMethods,
    addresses.ServerAddressesMethods,
    passwords.ServerPasswordsMethods,
    server_security_groups.ServerSecurityGroupsMethods,
    server_tags.ServerTagsMethods,
    server_fields.ServerFields,
):
    """A server, with what the cloud says of it as attributes."""

    manager: ServerManager

    HUMAN_ID = True
    show_command = 'server-show {id}'

    @property
    def networks(self) -> dict[str, list[str]]:
        """Name of each network, in order, to the server's addresses on it."""
        return server_fields.networks_of(self._info)

    def current_task(self) -> str:
        """Return its current task; a reboot leaves the status unchanged for a moment."""
        return str(self._info.get('OS-EXT-STS:task_state') or '')

    @versions.parameters(
        description='2.19..', hostname='2.90..', pinned_availability_zone='2.104..'
    )
    def update(
        self,
        name: str | None = None,
        description: str | None = None,
        hostname: str | None = None,
        pinned_availability_zone: str | None = requests.UNSET,
        *,
        disk_config: str | None = None,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
    ) -> Server | None:
        """Change name, description (2.19), hostname (2.90), pinned zone (2.104), partitioning or
        addresses for access: ``PUT /servers/{id}``.
        """
        changes = resources.without_none(
            {
                'description': description,
                'hostname': hostname,
                'disk_config': disk_config,
                'access_ip_v4': access_ip_v4,
                'access_ip_v6': access_ip_v6,
            }
        )
        changes |= requests.without_unset(pinned_availability_zone=pinned_availability_zone)
        updated: Server | None = self.manager.update(self, name, **changes)
        return updated

    def __repr__(self) -> str:
        # That of a created server asks for its name, which the answer to its creation lacks.
        try:
            name = getattr(self, 'name', 'unknown-name')
        except errors.Error:
            name = 'unknown-name'
        return f'<Server: {name}>'


class ServerManager(
    lifecycle.ServerLifecycle[Server],
    moves.ServerMoves[Server],
    recovery.ServerRecovery[Server],
    images.ServerImages[Server],
    server_tags.ServerTags[Server],
    consoles.ServerConsoles[Server],
    diagnostics.ServerDiagnostics[Server],
    interfaces.ServerInterfaces[Server],
    addresses.ServerAddresses[Server],
    metadata.ServerMetadata[Server],
    passwords.ServerPasswords[Server],
    server_security_groups.ServerSecurityGroups[Server],
    boot.ServerBoot[Server],
):
    """Servers of a project, or of all projects."""

    kind = 'server'
    resource_class = Server

    @staticmethod
    def transform_userdata(userdata: requests.Contents) -> str:
        """Text, bytes or a file for cloud-init, as the API takes it: in base64."""
        return requests.encoded(userdata)

    def get(self, server: Server | str) -> Server:
        """One server by its id: ``GET /servers/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._show('GET /servers/{id}', 'server', server)

    @resources.by_page
    def list(
        self,
        detailed: bool = True,
        search_opts: Mapping[str, Any] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_keys: Sequence[str] | None = None,
        sort_dirs: Sequence[str] | None = None,
    ) -> resources.Listing[Server]:
        """Servers; one page as the cloud cuts it, or all with ``limit=-1``.

        :param detailed: all fields, not only id, name and links.
        :param search_opts: filters by the API's names; empty ones are not sent, but for
            ``locked`` and ``config_drive``.
        :param marker: id of the server before the first.
        :param limit: number of servers; ``-1`` for all pages.
        :param sort_keys: fields to sort by; ``sort_dirs`` has ``asc`` or ``desc`` for each.
        :raises UnsupportedAttribute: the filter ``locked`` below 2.73.
        :raises BadRequest: a filter or sort key that the cloud refuses.

        ``GET /servers/detail`` or ``GET /servers``
        """
        operation = 'GET /servers/detail' if detailed else 'GET /servers'
        filter_table.FILTERS.check(search_opts or {}, self)
        query = filters.list_query(search_opts or {}, marker, sort_keys, sort_dirs)
        whole = None
        if limit == ALL:

            def page(marker: str | None) -> Sequence[Server]:
                return self._read_list(operation, 'servers', query={**query, 'marker': marker})

            every = self._listing(operation, 'servers', query=query, limit=None)
            whole = resources.Listing(lambda: all_pages.until_empty(page, marker), every.pages)
        rows = None if limit == ALL else limit or None
        return filtering.listing(
            self, filter_table.FILTERS, operation, 'servers', query, rows, detailed, whole
        )

    def _name_filter(self, name: object) -> object:
        """A name as it is, but for characters that would be read as those of a pattern."""
        return filters.name_filter(name)

    iterate = resources.every_page(list)

    @versions.parameters(
        in_place={
            'files': '2.0..2.56',
            'description': '2.19..',
            'tags': '2.52..',
            'trusted_image_certificates': '2.63..',
            'host': '2.74..',
            'hypervisor_hostname': '2.74..',
            'hostname': '2.90..',
        }
    )
    def create(
        self,
        name: str,
        image: resources.Resource | str | None,
        flavor: resources.Resource | str,
        meta: Mapping[str, str] | None = None,
        files: Mapping[str, requests.Contents] | None = None,
        reservation_id: bool = False,
        min_count: int | None = None,
        max_count: int | None = None,
        security_groups: Sequence[str] | None = None,
        userdata: requests.Contents | None = None,
        key_name: str | None = None,
        availability_zone: str | None = None,
        block_device_mapping: Mapping[str, str] | None = None,
        block_device_mapping_v2: Sequence[Mapping[str, Any]] | None = None,
        nics: str | Sequence[Mapping[str, str]] | None = None,
        scheduler_hints: Mapping[str, Any] | None = None,
        config_drive: bool | str | None = None,
        disk_config: str | None = None,
        admin_pass: str | None = None,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
        description: str | None = None,
        tags: Sequence[str] | None = None,
        trusted_image_certificates: Sequence[str] | None = None,
        host: str | None = None,
        hypervisor_hostname: str | None = None,
        hostname: str | None = None,
    ) -> Any:  # noqa: ANN401 - a server, or the text that is asked for by reservation_id
        """Create a server, or several: ``POST /servers``.

        :param image: image or its id; ``None`` to start from a block device.
        :param meta: metadata, keys to values.
        :param files: path in the server to contents (up to 2.56).
        :param reservation_id: answer with the reservation's id, not with the server.
        :param userdata: text, bytes or file for cloud-init.
        :param block_device_mapping: device name to ``ID:TYPE:SIZE:DELETE``.
        :param block_device_mapping_v2: block devices with the API's keys.
        :param nics: ``auto`` or ``none`` (from 2.37), or mappings with ``net-id``, ``port-id``,
            ``v4-fixed-ip``, ``v6-fixed-ip``, ``tag``. Needed from 2.37.
        :param disk_config: ``AUTO`` or ``MANUAL``.
        :raises UnsupportedAttribute: an argument that this version lacks.
        :raises ValueError: ``nics`` or block devices that this version cannot have.
        :raises BadRequest: something that the cloud does not know or take.
        :raises Forbidden: not allowed, or a quota is used up.
        """
        self._validate_create_nics(nics)
        requests.DeviceChoice(self.api_version).check(nics, block_device_mapping_v2)
        return self._boot(
            'reservation_id' if reservation_id else 'server',
            *(name, image, flavor),
            meta=meta,
            files=files,
            userdata=userdata,
            reservation_id=reservation_id,
            return_raw=reservation_id,
            min_count=min_count,
            max_count=max_count,
            security_groups=security_groups,
            key_name=key_name,
            availability_zone=availability_zone,
            block_device_mapping=block_device_mapping,
            block_device_mapping_v2=block_device_mapping_v2,
            nics=nics,
            scheduler_hints=scheduler_hints,
            config_drive=config_drive,
            admin_pass=admin_pass,
            disk_config=disk_config,
            access_ip_v4=access_ip_v4,
            access_ip_v6=access_ip_v6,
            description=description,
            tags=tags,
            trusted_image_certificates=trusted_image_certificates,
            host=host,
            hypervisor_hostname=hypervisor_hostname,
            hostname=hostname,
        )

    def default_nics(self) -> str | None:
        """The networks of a server for which none were chosen, as the version wants them said."""
        networks: str | None = requests.NetworkChoice(self.api_version).default()
        return networks

    @versions.parameters(
        description='2.19..', hostname='2.90..', pinned_availability_zone='2.104..'
    )
    def update(
        self,
        server: Server | str,
        name: str | None = None,
        description: str | None = None,
        hostname: str | None = None,
        pinned_availability_zone: str | None = requests.UNSET,
        *,
        disk_config: str | None = None,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
    ) -> Server | None:
        """Change a server's name, description (2.19), hostname (2.90) or pinned zone (2.104).

        :param description: new description; an empty one removes it.
        :param pinned_availability_zone: the server's zone, or ``None`` to unpin it.
        :param disk_config: ``AUTO`` or ``MANUAL``.
        :param access_ip_v4: address to show for access; ``access_ip_v6`` likewise.
        :raises Conflict: the zone is not the server's, or it cannot be changed now.

        ``PUT /servers/{id}``
        """
        fields: dict[str, Any] = resources.without_none(
            {
                'name': name,
                'hostname': hostname,
                'OS-DCF:diskConfig': disk_config,
                'accessIPv4': access_ip_v4,
                'accessIPv6': access_ip_v6,
            }
        )
        if description is not None:
            fields['description'] = description or None
        if pinned_availability_zone is not requests.UNSET:
            fields['pinned_availability_zone'] = pinned_availability_zone
        if not fields:
            return None
        answer = self.send('PUT /servers/{id}', server, body={'server': fields})
        return Server(self, self._wrapped(answer, 'server'), resp=answer)

    def delete(self, server: Server | str) -> resources.TupleWithMeta:
        """Delete a server (asynchronous).

        :raises NotFound: the resource does not exist.
        :raises Conflict: it is locked.

        ``DELETE /servers/{id}``
        """
        return self._done(self.send('DELETE /servers/{id}', server))

    def find_one(
        self, reference: str, all_projects: bool = False, is_deleted: bool = False
    ) -> Server:
        """The server with this id or exact name.

        :param all_projects: look in all projects (administrators).
        :param is_deleted: look among deleted ones (administrators).
        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several servers have this name.

        ``GET /servers/{id}``, ``GET /servers``
        """
        if resources.is_uuid(reference):
            try:
                return self.get(reference)
            except errors.NotFound:
                pass
        pattern = requests.name_pattern(reference)
        servers = self._named(pattern, all_projects, is_deleted)
        matches = [server for server in servers if server._info.get('name') == reference]
        if not matches:
            raise self.missing(reference, lambda: self._named(None, all_projects, is_deleted))
        if len(matches) > 1:
            raise self.ambiguous(reference, matches)
        return matches[0]

    def finder(
        self, references: Iterable[str], all_projects: bool = False
    ) -> resources.Finder[Server]:
        """:meth:`find_one` for several references: a call finds one, and names share requests.

        :param references: those that it will be called with.
        :param all_projects: look in all projects (administrators).

        ``GET /servers/{id}``, ``GET /servers``
        """
        return resources.Finder(
            lambda reference: self.find_one(reference, all_projects),
            self.ambiguous,
            resources.in_batches(resources.names_of(references), requests.name_choice),
            lambda names: self._named(requests.any_name_pattern(names), all_projects),
        )

    def _named(
        self, pattern: str | None, all_projects: bool, is_deleted: bool = False
    ) -> Iterator[Server]:
        """The servers whose names match a pattern, or all, with no more than their names."""
        search: dict[str, Any] = {'name': pattern}
        if all_projects:
            search['all_tenants'] = 1
        if is_deleted:
            search['deleted'] = True
        # Nobody asked for a list, so that no notice of its filters is due.
        for server in self._pages('GET /servers', 'servers', query=search):
            server.set_loaded(False)
            yield server
