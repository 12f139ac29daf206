"""A sandbox that holds what the recorded cloud held: exchanges can be replayed on it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from novaclient_mv.sandbox import clocks, tokens
from novaclient_mv.sandbox.compute import server_builder
from unit_tests.sandbox import caller

HOST = 'http://openstack.example.com'
PROJECT = '6f70656e737461636b20342065766572'
NETWORK = '3cb9bc59-5699-4588-a4b1-b87f96708bc6'
IMAGE = '70a599e0-31e7-49b7-b260-868f441e862b'
ZONE = 'us-west'

# Name, id, memory, disk, processors, description and extra specs, as the recorded cloud had them.
FLAVORS: tuple[tuple[str, str, int, int, int, str | None, dict[str, str]], ...] = (
    ('m1.large', '4', 8192, 80, 4, None, {}),
    ('m1.xlarge', '5', 16384, 160, 8, None, {}),
    ('m1.tiny.specs', '6', 512, 1, 1, None, {}),
    (
        'm1.small.description',
        '7',
        2048,
        20,
        1,
        'test description',
        {'hw:cpu_policy': 'shared', 'hw:numa_nodes': '1'},
    ),
)
SPECS_OF_6 = {'hw:mem_page_size': '2048', 'hw:cpu_policy': 'dedicated'}


def service_id(host: str) -> str:
    """The id of the compute service of a host."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, host))


class RecordedCloud(caller.Caller):
    """The cloud of the recorded exchanges, with its users ``admin`` and ``fake``."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._fill()
        self.users: dict[str, str] = {}
        for user in ('admin', 'fake'):
            self.login(user, 'openstack')
            assert self.token is not None
            self.users[user] = self.token

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
            self._flavors(session)
            seeded = session.one('image')
            assert seeded is not None
            facts = {
                **seeded.document,
                'properties': {'architecture': 'x86_64', 'auto_disk_config': 'True'},
            }
            session.insert('image', IMAGE, facts, project=PROJECT, name='fakeimage123456')
            network = server_builder.private_network(session)
            assert network is not None
            session.insert('network', NETWORK, network.document, project=PROJECT, name='net')
            for host in ('compute', 'openstack-node-01'):
                facts = {
                    'host': host,
                    'binary': 'nova-compute',
                    'zone': ZONE,
                    'disabled': False,
                    'disabled_reason': None,
                    'forced_down': False,
                }
                session.insert('service', service_id(host), facts, parent=host, name='nova-compute')
            session.commit()

    def _flavors(self, session: Any) -> None:
        tiny = session.get('flavor', '1')
        for name, id, ram, disk, vcpus, description, specs in FLAVORS:
            facts = {
                **tiny.document,
                'ram': ram,
                'disk': disk,
                'vcpus': vcpus,
                'description': description,
                'extra_specs': specs,
            }
            session.insert('flavor', id, facts, name=name)

    def as_user(self, name: str) -> None:
        """Go on as another user."""
        self.token = self.users[name]

    def add(self, kind: str, id: str, facts: dict[str, Any], **columns: Any) -> None:
        """Put a thing there, unless it is there."""
        with self.application.database.session() as session:
            session.begin()
            if session.get(kind, id) is None:
                session.insert(kind, id, facts, **columns)
            session.commit()

    def remove(self, kind: str, id: str) -> None:
        """Take a thing away."""
        with self.application.database.session() as session:
            session.begin()
            row = session.get(kind, id)
            if row is not None:
                session.remove(row)
            session.commit()

    def replace(self, kind: str, id: str, facts: dict[str, Any], **columns: Any) -> None:
        """Put a thing there, in the place of one that may be there."""
        self.remove(kind, id)
        self.add(kind, id, facts, **columns)

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
        facts = {
            'host': name,
            'binary': 'nova-compute',
            'zone': ZONE,
            'disabled': False,
            'disabled_reason': None,
            'forced_down': False,
        }
        self.add('service', service_id(name), facts, parent=name, name='nova-compute')

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

    def add_server(self, id: str, user: str, flavor_id: str = '1') -> None:
        """Put a server there that the recorded exchanges take for granted."""
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
            address = server_builder.add_port(session, id, PROJECT, network, self.now)
            facts['addresses'] = {'private': [address]}
            session.insert('server', id, facts, project=PROJECT, name='new-server-test')
            session.commit()
