"""Creates servers: looks up what a request names, and stores what becomes of it."""

from __future__ import annotations

import functools
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from novaclient_mv.sandbox.compute import block_devices, compute_hosts, group_placement, quotas
from novaclient_mv.sandbox.compute.servers import (
    server_builder,
    server_destination,
    server_fit,
    server_hints,
    server_history,
    server_password,
    server_ports,
    server_states,
    server_work,
)
from novaclient_mv.sandbox.http import formats, schema_parts
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import addresses, clocks, image_store

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

# A server with this in its name fails to build.
FAILING = 'sandbox-error'

_ONE_PORT = (
    'Failed to launch instances: Unable to launch multiple instances with a single configured port '
    'ID. Please launch your instance one by one with different ports.'
)


class Creation:
    """One ``POST /servers``.

    :param body: the request's body, which matches its schema.
    """

    def __init__(self, handler: ComputeController, body: Document) -> None:
        self.handler = handler
        self.db = handler.db
        self.now = handler.now
        self.attributes: Document = body['server']
        self.hints = server_hints.of(body)
        self.reservation = server_builder.reservation_id()
        self.password = self.attributes.get('adminPass') or server_work.new_password()
        self.groups: list[str] = []

    def run(self) -> list[Row]:
        """Create the servers; returns them in order.

        :raises Fault: 400, 403 or 409.
        """
        self._count()
        block_devices.require_sources(self.attributes)
        # Who may say where it goes is decided before anything is looked up.
        destination = server_destination.Destination(self.handler, self.attributes)
        self.groups = self._security_groups()
        flavor = self._flavor()
        self._require_one()
        destination.require_zone()
        devices = block_devices.Devices(self.handler, self.attributes)
        image = self._image(devices)
        devices.check_boot()
        keypair = self._key()
        if self._count() > 1 and any(device.source == 'volume' for device in devices.listed):
            raise Fault(400, 'Cannot attach one or more volumes to multiple instances')
        destination.require_hosts()
        networks = self._networks()
        devices.check(flavor)
        if image is not None:
            root = devices.root
            is_local = root is None or not root.is_volume
            server_fit.require_image(self.handler, flavor, image, is_local)
        count = self._require_room(flavor)
        create = functools.partial(
            self._create, count, flavor, image, devices, keypair, networks, destination
        )
        self.db.mark()
        created = create(is_placed=True)
        if count > 1 and any(row.document['plan'][-1][1].get('fault') for row in created):
            # A scheduler places all servers of a request, or none.
            self.db.return_to_mark()
            created = create(is_placed=False)
        return created

    def _create(
        self,
        count: int,
        flavor: Row,
        image: Row | None,
        devices: block_devices.Devices,
        keypair: Row | None,
        networks: list[Document],
        destination: server_destination.Destination,
        is_placed: bool,
    ) -> list[Row]:
        """Store the servers; those that are not to be placed fail."""
        created = []
        for number in range(count):
            name = self.attributes['name'].strip()
            if count > 1:
                name = f'{name}-{number + 1}'
            id = str(uuid.uuid4())
            facts = server_builder.document(self.handler.context.user_id, flavor, image, self.now)
            facts.update(
                self._facts(id, name, image or devices.boot_image()),
                key_name=keypair and keypair.name,
                launch_index=number,
            )
            facts['pinned_availability_zone'] = destination.zone
            facts['volumes'], facts['attachments'] = devices.entries()
            host = destination.host_for(facts) if is_placed else None
            self._plan(facts, id, name, networks, host, destination.failure(facts))
            if keypair is not None:
                server_password.leave(facts, keypair, self.password)
            row = self._store(id, name, facts)
            devices.attach(row, flavor)
            created.append(row)
        return created

    # -- what the request says

    def _count(self) -> int:
        minimum = int(self.attributes.get('min_count', 1))
        most = int(self.attributes.get('max_count', minimum))
        if minimum > most:
            raise Fault(400, 'min_count must be <= max_count')
        return most

    def _require_one(self) -> None:
        """Refuse several servers where what is asked for is for one only."""
        if self._count() == 1:
            return
        networks = self.attributes.get('networks') or []
        for network in networks if isinstance(networks, list) else ():
            if network.get('fixed_ip'):
                words = 'max_count cannot be greater than 1 if an fixed_ip is specified.'
                raise Fault(400, f'Failed to launch instances: {words}')
            if network.get('port'):
                raise Fault(400, _ONE_PORT)
        if self.attributes.get('hostname'):
            raise Fault(400, 'Unable to allocate a single hostname to multiple instances')

    def _flavor(self) -> Row:
        from novaclient_mv.sandbox.compute.flavors import find_flavor

        # Clients of old sent the flavor's URL.
        try:
            path = urlsplit(str(self.attributes['flavorRef'])).path
        except ValueError as error:
            raise Fault(400, 'Malformed request body') from error
        try:
            return find_flavor(self.handler, path.rpartition('/')[2])
        except Fault as fault:
            raise Fault(400, fault.message) from None

    def _image(self, devices: block_devices.Devices) -> Row | None:
        id = self.attributes.get('imageRef')
        if not id:
            if devices.has_any:
                return None
            raise Fault(400, 'Missing imageRef attribute')
        row = self.handler.find_image(id)
        if row is None or not image_store.is_visible(row, self.handler.context):
            raise Fault(400, 'Can not find requested image')
        if row.document['status'] != 'active':
            raise Fault(400, f'Image {id} is not active.')
        return row

    def _require_room(self, flavor: Row) -> int:
        """Refuse more than the quotas of the project allow; returns how many servers it is to be.

        They are as many as there is room for, between what is wanted at least and at most.
        """
        project, user = self.handler.context.project_id or '', self.handler.context.user_id
        one = {'instances': 1, 'cores': flavor.document['vcpus'], 'ram': flavor.document['ram']}
        count, most = int(self.attributes.get('min_count', 1)), self._count()
        quotas.require_room(self.db, project, user, {name: count * one[name] for name in one})
        count = max(count, min(most, quotas.room(self.db, project, user, one, most)))
        server_fit.require_files(self.db, project, self.attributes.get('personality') or [])
        quotas.require_metadata(self.db, project, self.attributes.get('metadata') or {})
        for group in self._server_groups():
            members = len(group_placement.servers_of(self.db, group)) + count - 1
            message = 'Quota exceeded, too many servers in group'
            quotas.require_fewer(self.db, project, 'server_group_members', members, message)
        return count

    def _key(self) -> Row | None:
        name = self.attributes.get('key_name')
        if name is None:
            return None
        user = self.handler.context.user_id
        keypair = self.db.get('keypair', f'{user}/{name}')
        if keypair is None:
            raise Fault(400, 'Invalid key_name provided.')
        return keypair

    def _security_groups(self) -> list[str]:
        """The names of the security groups that are asked for by name or id."""
        references = [
            security_group['name']
            for security_group in self.attributes.get('security_groups') or []
            if 'name' in security_group
        ]
        groups = list(self.db.find('security_group', project=self.handler.context.project_id))
        names: dict[str, None] = {}
        for name in references:
            group = next((row for row in groups if name in (row.id, row.name)), None)
            if group is None and name != 'default':
                raise Fault(400, f"Unable to find security_group with name or id '{name}'")
            names[str(group.name) if group else name] = None
        return list(names) or ['default']

    def _require_network_id(self, choice: Document) -> None:
        id = choice.get('uuid')
        if choice.get('port'):
            return
        if id is None:
            raise Fault(400, "Bad network format: missing 'uuid'")
        if not formats.matches('uuid', id):
            words = 'Bad networks format: network uuid is not in proper format'
            raise Fault(400, f'{words} ({id})')

    def _networks(self) -> list[Document]:
        """Return the networks of the server: rows with the requested port or address of each."""
        choices = self.attributes.get('networks', 'auto')
        if choices == 'none':
            return []
        if choices == 'auto' or not choices:
            network = server_builder.private_network(self.db)
            return [{'network': network}] if network is not None else []
        for choice in choices:
            self._require_network_id(choice)
        networks = []
        for choice in choices:
            port = self._port(choice['port']) if choice.get('port') else None
            id = port.document['network_id'] if port else choice.get('uuid')
            network = self.db.get('network', id)
            if network is None or not self._may_use(network):
                raise Fault(400, f'Network {id} could not be found.')
            if not network.document['subnets'] and not port:
                raise Fault(400, f'Network {id} requires a subnet in order to boot instances on.')
            networks.append(
                {
                    'network': network,
                    'address': choice.get('fixed_ip'),
                    'tag': choice.get('tag'),
                    'port': port,
                }
            )
        return networks

    def _may_use(self, network: Row) -> bool:
        facts, context = network.document, self.handler.context
        is_open = facts.get('shared') or facts.get('router:external')
        return bool(is_open or context.is_admin or network.project == context.project_id)

    def _port(self, id: str) -> Row:
        row = self.db.get('port', id)
        context = self.handler.context
        if row is None or (row.project != context.project_id and not context.is_admin):
            raise Fault(400, f'Port id {id} could not be found.')
        if row.document.get('device_id'):
            raise Fault(409, f'Port {id} is still in use.')
        if not row.document['fixed_ips']:
            raise Fault(400, f'Port {id} requires a FixedIP in order to be used.')
        return row

    # -- what becomes of it

    def _facts(self, id: str, name: str, image: Row | None) -> Document:
        attributes = self.attributes
        hostname = attributes.get('hostname') or server_builder.hostname_of(name, id)
        description = attributes.get('description')
        if 'description' not in attributes and not self.handler.matches('2.19'):
            # Before 2.19 the name was stored as the description too.
            description = attributes['name'].strip()
        return {
            'reservation_id': self.reservation,
            'hostname': hostname,
            'description': description,
            'access_ip_v4': attributes.get('accessIPv4', ''),
            'access_ip_v6': attributes.get('accessIPv6', ''),
            'config_drive': 'True'
            if schema_parts.is_true(attributes.get('config_drive', False))
            else '',
            'disk_config': attributes.get('OS-DCF:diskConfig')
            or server_builder.disk_config_of(image),
            'metadata': dict(attributes.get('metadata') or {}),
            'tags': sorted(set(attributes.get('tags') or [])),
            'trusted_image_certificates': attributes.get('trusted_image_certificates'),
            'user_data': attributes.get('user_data'),
            'security_groups': [{'name': name} for name in self.groups],
            'scheduler_hints': self.hints,
            'server_groups': self._server_groups(),
        }

    def _server_groups(self) -> list[str]:
        ids = list(self.hints.get('group', []))
        for id in ids:
            if self.db.get('server_group', id, self.handler.context.project_id) is None:
                raise Fault(400, f'Instance group {id} could not be found.')
        return ids

    def _plan(
        self,
        facts: Document,
        id: str,
        name: str,
        networks: list[Document],
        host: str | None,
        failure: str,
    ) -> None:
        """Plan the server's build, or its failure.

        :param failure: the fault of a server that no host takes.
        """
        if host not in compute_hosts.takers(self.db) or FAILING in name:
            failed = {
                'vm_state': 'error',
                'task_state': None,
                'fault': server_states.fault(
                    failure,
                    self.now + server_states.ERROR_SECONDS,
                    details=f'sandbox: no host took the server {name}',
                ),
            }
            clocks.plan(facts, self.now, (server_states.ERROR_SECONDS, failed))
            return
        plugged: dict[str, list[Document]] = {}
        for network in networks:
            plugged.setdefault(network['network'].name, []).extend(self._plug(id, network))
        assert host is not None
        half = server_states.BUILD_SECONDS / 2
        built = self.now + server_states.BUILD_SECONDS
        clocks.plan(
            facts,
            self.now,
            (half, {'task_state': 'spawning', 'host': host, 'addresses': plugged}),
            (server_states.BUILD_SECONDS, server_builder.running(built, host, self._zone_of(host))),
        )

    def _zone_of(self, host: str) -> str:
        return compute_hosts.takers(self.db).get(host, 'nova')

    def _plug(self, server: str, request: Document) -> list[Document]:
        """Give the server a port; returns its addresses."""
        port: Row | None = request.get('port')
        if port is None:
            project = self.handler.context.project_id or ''
            address = server_builder.add_port(
                self.db,
                server,
                project,
                request['network'],
                self.now,
                address=request.get('address'),
                tag=request.get('tag'),
            )
            return [address]
        server_ports.bind(self.db, port, server, request.get('tag'))
        return addresses.fixed_of(port)

    def _store(self, id: str, name: str, facts: Document) -> Row:
        self.db.insert('server', id, facts, project=self.handler.context.project_id, name=name)
        row = self.db.get('server', id)
        assert row is not None
        steps = facts['plan']
        final = steps[-1][1]
        server_history.record(
            self.handler,
            row,
            'create',
            steps[-1][0] - self.now,
            host=final.get('host'),
            failure=final['fault']['message'] if final['vm_state'] == 'error' else None,
        )
        return row
