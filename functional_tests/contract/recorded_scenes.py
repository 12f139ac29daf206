"""Preconditions of the recorded exchanges about the life of servers, created before each.

Of the answer a scene knows nothing, not even the status.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from functional_tests.contract import (
    recorded_cloud,
    recorded_contents,
    recorded_servers,
    recorded_state,
)
from novaclient_mv.sandbox.state import clocks

_SERVER = re.compile(r'/servers/([0-9a-f-]{36})')

# State that the server of an action is in, where the exchange that brought it there is not
# recorded.
_STATES = {
    'os-start': 'stopped',
    'resume': 'suspended',
    'unpause': 'paused',
    'unrescue': 'rescued',
    'shelveOffload': 'shelved',
    'unshelve': 'shelved_offloaded',
    'confirmResize': 'resized',
    'revertResize': 'resized',
}


class Scene:
    """One exchange that is about to be replayed.

    :param path: with the ids of our own things.
    """

    def __init__(
        self, cloud: recorded_cloud.RecordedCloud, record: dict[str, Any], path: str
    ) -> None:
        self.cloud = cloud
        self.record = record
        self.full_path = path
        self.path = urlsplit(path).path
        self.query = parse_qs(urlsplit(path).query)
        found = _SERVER.search(path)
        self.server = found[1] if found else None

    def prepare(self) -> None:
        """Make what the exchange needs."""
        operation = self.record['operation'] or ''
        self._faults(operation)
        self._contents(operation)
        if operation.startswith('POST /servers/{id}/action '):
            self._for_action(operation.rpartition(' ')[2])
        elif '/servers/{server_id}/migrations' in operation:
            self._live_migration()
        elif operation == 'GET /os-console-auth-tokens/{id}':
            recorded_servers.require_any(self.cloud, self.record)
            (server, *_) = self.cloud.rows('server')
            token = {**recorded_state.CONSOLE, 'instance_uuid': server.id}
            self.cloud.add('console_token', self.path.rpartition('/')[2], token, parent=server.id)
        elif operation == 'POST /os-server-external-events':
            for event in self.record['request']['events']:
                self.cloud.add_server(event['server_uuid'], 'admin')
        elif operation == 'PUT /os-services/{id}' and 'host' in self.record['request']:
            self.cloud.add_host(self.record['request']['host'])
        elif 'os-assisted-volume-snapshots' in operation:
            self._attached_volume()

    def _contents(self, operation: str) -> None:
        """The subject of an exchange."""
        if operation in ('GET /servers', 'GET /servers/detail'):
            recorded_servers.require_any(self.cloud, self.record)
        record = {**self.record, 'path': self.full_path}
        if operation == 'POST /servers':
            asked = self.record['request']['server'].get('availability_zone')
            # The recorded cloud built a server on its one host, whatever zone it was to be in.
            self.cloud.place_servers(asked or recorded_state.DEFAULT_ZONE)
        make = recorded_contents.MAKERS.get(operation)
        if make is not None:
            make(self.cloud, record)
        if recorded_servers.is_tagged(record):
            self.cloud.change_servers(tags=list(recorded_state.TAGS))

    def _faults(self, operation: str) -> None:
        """Add the faults at the time of the exchange."""
        self.cloud.faults.clear()
        is_down = any(part in self.record['test'] for part in recorded_state.DOWN_CELLS)
        if is_down and self.record['method'] == 'GET':
            self.cloud.faults.add('down_cell')
        elif 'token_expired' in self.record['test']:
            # The network service refused the token.
            self.cloud.faults.add('error', status=401, message=recorded_state.REFUSED_TOKEN)

    # -- actions

    def _for_action(self, action: str) -> None:
        body = self.record['request'][action] or {}
        if action in _STATES:
            self._bring_to(_STATES[action])
        if action == 'unshelve':
            self.cloud.change_servers(
                vm_state='shelved_offloaded', task_state=None, plan=[], host=None
            )
            if body.get('host') and 'non_valid_host' not in self.record['test']:
                self.cloud.add_host(body['host'])
        elif action in ('forceDelete', 'restore'):
            # The recorded cloud put deletions off.
            self.cloud.revive_server(self.server, vm_state='soft-delete', task_state=None, plan=[])
        elif action == 'evacuate':
            self.cloud.add_host(body.get('host') or 'openstack-node-01')
            self.cloud.change_servers(host='down')
        elif action == 'os-migrateLive' and body.get('host'):
            self.cloud.change_servers(host='openstack-node-01')
        elif action == 'rebuild' and body.get('key_name'):
            for user in ('admin', 'fake'):
                self.cloud.add_keypair(user, body['key_name'])
        else:
            self._for_connection(action, body)

    def _for_connection(self, action: str, body: dict[str, Any]) -> None:
        if 'SecurityGroup' in action:
            project = recorded_cloud.PROJECT
            self.cloud.add('security_group', 'test', {}, project=project, name=body['name'])
            if action == 'removeSecurityGroup':
                self.cloud.change_servers(security_groups=[{'name': body['name']}])
        elif action == 'addFixedIp':
            self.cloud.add_network(body['networkId'])
        elif action in ('removeFixedIp', 'addFloatingIp', 'removeFloatingIp'):
            self._addresses(action, body)

    def _bring_to(self, state: str) -> None:
        if state == 'resized':
            resize = {'id': 1, 'status': 'finished', 'migration_type': 'resize'}
            self.cloud.add_migration({**resize, 'instance_uuid': self.server}, self.cloud.now)
        self.cloud.change_servers(vm_state=state, task_state=None, plan=[])

    def _addresses(self, action: str, body: dict[str, Any]) -> None:
        kind = 'floating' if action == 'removeFloatingIp' else 'fixed'
        address = body.get('fixed_address') or body['address']
        entry = {
            'addr': address,
            'version': 4,
            'OS-EXT-IPS:type': kind,
            'OS-EXT-IPS-MAC:mac_addr': 'fa:16:3e:00:00:01',
        }
        self.cloud.change_servers(addresses={'private': [entry]})
        floating = {
            'floating_ip_address': body['address'],
            'fixed_ip_address': None,
            'port_id': None,
        }
        self.cloud.add('floating_ip', body['address'], floating, project=recorded_cloud.PROJECT)

    # -- migrations

    def _live_migration(self) -> None:
        """A live migration of the server in the state that the answer tells of."""
        if self.record['operation'] == 'GET /servers/{server_id}/migrations':
            known, created = recorded_state.UNDER_WAY
            known = {**known, 'instance_uuid': self.server}
            self.cloud.add_migration(known, clocks.moment(created))
        words = self.path.partition('/migrations/')[2].split('/')
        number, test = unquote(words[0]), self.record['test']
        if number and 'migration_not_found' not in test:
            state = 'completed' if 'not_running' in test else 'running'
            known = {'id': number, 'status': state, 'instance_uuid': self.server}
            self.cloud.add_migration(known, self.cloud.now)
        if number:
            self.cloud.change_servers(vm_state='active', task_state='migrating', plan=[])

    def _attached_volume(self) -> None:
        text = f'{self.record["request"]} {self.query}'
        found = re.search(r"volume_id['\"]: ?['\"]([0-9a-f-]{36})", text)
        assert found is not None
        if not self.cloud.has_servers():
            self.cloud.add_server('9168b536-cd40-4630-b43f-b259807c6e88', 'admin')
        self.cloud.change_servers(volumes=[{'id': found[1], 'delete_on_termination': False}])
