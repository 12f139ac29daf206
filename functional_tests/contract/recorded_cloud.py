"""A sandbox that holds what the recorded cloud held: exchanges can be replayed on it."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path
from typing import Any

from functional_tests.contract import facts, recorded_state
from novaclient_mv.sandbox import faults
from novaclient_mv.sandbox.compute import service_states
from novaclient_mv.sandbox.compute.servers import server_builder
from novaclient_mv.sandbox.state import clocks, tokens
from novaclient_mv.sandbox.state.rows import Row
from unit_tests.sandbox import caller

HOST = 'http://openstack.example.com'
PROJECT, NETWORK, IMAGE, ZONE = (
    recorded_state.PROJECT,
    recorded_state.NETWORK,
    recorded_state.IMAGE,
    recorded_state.ZONE,
)

MIGRATION_KEYS = (
    'source_compute', 'source_node', 'dest_compute', 'dest_node', 'dest_host',
    'old_instance_type_id', 'new_instance_type_id',
)  # fmt: skip
# Kinds of what every sandbox has from the start, and the recorded cloud had not.
_SEEDED = ('server', 'instance_action', 'port', 'service', 'flavor', 'image')


def service_id(host: str) -> str:
    """The id of the compute service of a host."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, host))


class RecordedCloud(caller.Caller):
    """The cloud of the recorded exchanges, with its users ``admin`` and ``fake``."""

    def __init__(self, path: Path) -> None:
        self.faults = faults.Faults()
        self._placing: str | None = None
        # Its facts are of one release, whatever a sandbox speaks.
        super().__init__(path, on_demand=self.faults, maximum=facts.newest())
        self._fill()
        self.user = ''
        self.users: dict[str, str] = {}
        for user in ('admin', 'fake'):
            self.login(user, 'openstack')
            assert self.token is not None
            self.users[user] = self.token
        with self.application.database.session() as session:
            # Some exchanges took place at other times.
            session.begin()
            session.connection.execute("UPDATE thing SET deleted = NULL WHERE kind = 'token'")
            session.commit()

    def copied(self, path: Path) -> RecordedCloud:
        """Another cloud, with all that this one has.

        :param path: where its state is to be.
        """
        # The log of a closed database is empty, so the file alone is all of it.
        shutil.copy(self.path, path)
        copy = RecordedCloud.__new__(RecordedCloud)
        copy.faults, copy._placing = faults.Faults(), None
        caller.Caller.__init__(copy, path, user=None, on_demand=copy.faults, maximum=facts.newest())
        copy.now, copy.project, copy.users = self.now, self.project, self.users
        copy.as_user(self.user)
        return copy

    def _fill(self) -> None:
        with self.application.database.session() as session:
            session.begin()
            session.insert('project', PROJECT, {}, name='openstack')
            password = tokens.digest('sandbox')
            admin = session.one('user', name='admin')
            assert admin is not None
            session.remove(admin)
            for name, roles in (
                ('admin', ['admin', 'member', 'reader']),
                ('fake', ['member', 'reader']),
            ):
                facts: dict[str, Any] = {'password': password, 'roles': {PROJECT: roles}}
                session.insert('user', name, facts, name=name)
            tiny, seeded = session.get('flavor', '1'), session.one('image')
            assert tiny is not None
            assert seeded is not None
            for kind in _SEEDED:
                for row in list(session.find(kind)):
                    session.remove(row)
            self._flavors(session, tiny.document)
            facts = {
                **seeded.document,
                'properties': {
                    'architecture': 'x86_64',
                    'auto_disk_config': 'True',
                    'kernel_id': 'nokernel',
                    'ramdisk_id': 'nokernel',
                },
            }
            session.insert('image', IMAGE, facts, project=PROJECT, name='fakeimage123456')
            session.insert('volume_type', 'lvm-1', {}, name='lvm-1')
            network = server_builder.private_network(session)
            assert network is not None
            session.insert('network', NETWORK, network.document, project=PROJECT, name='net')
            subnet = session.get('subnet', network.document['subnets'][0])
            assert subnet is not None
            subnet.document['cidr'] = recorded_state.SUBNET
            session.save(subnet)
            session.commit()
        for host in ('conductor', 'scheduler'):
            self.add_service(service_id(host), host, f'nova-{host}', 'internal')
        # The second one is there for what moves a server.
        machine = {**recorded_state.MACHINE, **recorded_state.HYPERVISOR}
        id = service_id(recorded_state.HOST)
        self.add_service(id, recorded_state.HOST, 'nova-compute', ZONE, machine=machine)
        self.add_host(recorded_state.SPARE_HOST)

    def _flavors(self, session: Any, tiny: dict[str, Any]) -> None:
        for name, id, ram, disk, vcpus, description, specs in recorded_state.FLAVORS:
            facts = {
                **tiny,
                'ram': ram,
                'disk': disk,
                'vcpus': vcpus,
                'description': description,
                'extra_specs': specs,
            }
            session.insert('flavor', id, facts, name=name)

    def begin(self, path: Path, now: float) -> None:
        """Go on with a copy of the state that this cloud was made with."""
        self.application.database.path = str(path)
        self.now, self._placing = now, None

    def as_user(self, name: str) -> None:
        """Go on as another user."""
        self.user, self.token = name, self.users[name]

    def add(self, kind: str, id: str, facts: dict[str, Any], **columns: Any) -> None:
        """Add a resource, unless it exists."""
        with self.application.database.session() as session:
            session.begin()
            if session.get(kind, id) is None:
                session.insert(kind, id, facts, **columns)
            session.commit()

    def remove(self, kind: str, id: str) -> None:
        """Remove a resource."""
        with self.application.database.session() as session:
            session.begin()
            row = session.get(kind, id)
            if row is not None:
                session.remove(row)
            session.commit()

    def replace(self, kind: str, id: str, facts: dict[str, Any], **columns: Any) -> None:
        """Add a resource, or replace it."""
        self.remove(kind, id)
        self.add(kind, id, facts, **columns)

    def clear(self, kind: str) -> None:
        """Take all things of a kind away."""
        with self.application.database.session() as session:
            session.begin()
            for row in list(session.find(kind, deleted=None)):
                session.remove(row)
            session.commit()

    def rows(self, kind: str) -> list[Row]:
        """All things of a kind, the oldest first."""
        with self.application.database.session() as session:
            return sorted(session.find(kind, deleted=None), key=lambda row: row.number)

    def row(self, kind: str, id: str) -> Row:
        """One thing, which is there."""
        with self.application.database.session() as session:
            found = session.get(kind, id)
        assert found is not None
        return found

    def revive_server(self, id: str | None, **changes: Any) -> None:
        """Take the deletion of a server back."""
        with self.application.database.session() as session:
            session.begin()
            row = session.get('server', id or '', even_deleted=True)
            assert row is not None
            row.deleted = None
            row.document.update(changes)
            session.save(row)
            session.commit()

    def add_host(self, name: str) -> None:
        """Put a compute host there."""
        self.add_service(service_id(name), name, 'nova-compute', ZONE)

    def add_service(
        self, id: str, host: str, binary: str, zone: str, created: float = 0.0, **others: Any
    ) -> None:
        """Put a service there."""
        facts = service_states.facts(host, binary, zone, **others)
        self.add('service', id, facts, parent=host, name=binary, created=created)

    def place_servers(self, zone: str) -> None:
        """Have servers built on their one host, which is in a zone; the spare one takes none."""
        if self._placing != zone:
            self._change_hosts(zone, is_spare_disabled=True)
            self._placing = zone

    def end_placing(self) -> None:
        """Have hosts as they were, so that servers can be moved."""
        if self._placing is not None:
            self._change_hosts(ZONE, is_spare_disabled=False)
            self._placing = None

    def _change_hosts(self, zone: str, *, is_spare_disabled: bool) -> None:
        with self.application.database.session() as session:
            session.begin()
            for host, changes in (
                (recorded_state.HOST, {'zone': zone}),
                (recorded_state.SPARE_HOST, {'disabled': is_spare_disabled}),
            ):
                row = session.get('service', service_id(host))
                if row is not None:
                    row.document.update(changes)
                    session.save(row)
            session.commit()

    def add_keypair(self, owner: str, name: str) -> None:
        """Put a key there."""
        key = {'public_key': 'ssh-rsa AAAA Generated-by-Nova', 'type': 'ssh'}
        key['fingerprint'] = ':'.join(['00'] * 16)
        self.add('keypair', f'{owner}/{name}', key, parent=owner, name=name)

    def add_migration(self, known: dict[str, Any], created: float) -> None:
        """Put a migration there, or change it.

        :param known: what is known of it, in the words of answers.
        """
        row = {
            'uuid': recorded_state.MIGRATION_UUID.format(known['id']),
            'migration_type': 'live-migration',
            'user_id': 'admin',
            'hidden': False,
            'updated': created,
            **dict.fromkeys(MIGRATION_KEYS),
            **known,
        }
        parent, project = known['instance_uuid'], known.get('project_id', PROJECT)
        columns = {'project': project, 'name': row['uuid'], 'created': created}
        self.replace('migration', str(known['id']), row, parent=parent, **columns)

    def add_network(self, id: str) -> None:
        """Put a network there, which is as the private one."""
        with self.application.database.session() as session:
            private = server_builder.private_network(session)
        assert private is not None
        self.add('network', id, private.document, project=PROJECT, name=f'net-{id}')

    def change_servers(self, **changes: Any) -> None:
        """Change all servers."""
        with self.application.database.session() as session:
            session.begin()
            for row in list(session.find('server', project=PROJECT)):
                clocks.settle(row.document, self.now)
                row.document.update(changes)
                session.save(row)
            session.commit()

    def has_servers(self) -> bool:
        """Whether there are servers in the recorded project."""
        with self.application.database.session() as session:
            return session.one('server', project=PROJECT) is not None

    def add_server(
        self,
        id: str,
        user: str,
        flavor_id: str = '1',
        *,
        name: str = 'new-server-test',
        project: str = PROJECT,
        **changes: Any,
    ) -> None:
        """Put a server there that the recorded exchanges take for granted.

        :param changes: to its document.
        """
        with self.application.database.session() as session:
            session.begin()
            flavor, image = session.get('flavor', flavor_id), session.get('image', IMAGE)
            assert flavor is not None
            facts = server_builder.document(user, flavor, image, self.now)
            facts.update(server_builder.running(self.now, 'compute', ZONE))
            facts.update(
                metadata={'My Server Name': 'Apache1'},
                access_ip_v4='1.2.3.4',
                access_ip_v6='80fe::',
                disk_config='AUTO',
                hostname='new-server-test',
                pinned_availability_zone=ZONE,
            )
            network = server_builder.private_network(session)
            assert network is not None
            address = server_builder.add_port(session, id, project, network, self.now)
            facts['addresses'] = {'private': [address]}
            facts.update(changes)
            session.insert('server', id, facts, project=project, name=name)
            session.commit()
