"""Preconditions of the recorded exchanges about the life of servers, created before each."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from functional_tests.contract import facts, recorded_answers, recorded_cloud, recorded_contents
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
        self.answer = record['response']
        found = _SERVER.search(path)
        self.server = found[1] if found else None

    def prepare(self) -> None:
        """Make what the exchange needs."""
        operation = self.record['operation'] or ''
        self._faults(operation)
        if self.record['status'] < 400 and self.answer.map:
            make = recorded_contents.MAKERS.get(operation)
            if make is not None:
                make(self.cloud, {**self.record, 'path': self.full_path})
        if operation.startswith('POST /servers/{id}/action '):
            self._for_action(operation.rpartition(' ')[2])
        elif '/os-instance-actions' in operation:
            self._history()
        elif operation == 'GET /os-migrations':
            self._all_migrations()
        elif '/servers/{server_id}/migrations' in operation:
            self._live_migration()
        elif operation == 'GET /os-console-auth-tokens/{id}':
            token = {**self.answer.map.get('console', {}), 'kind': 'serial'}
            server = token.get('instance_uuid')
            self.cloud.add('console_token', self.path.rpartition('/')[2], token, parent=server)
        elif operation == 'POST /os-server-external-events':
            for event in self.record['request']['events']:
                self.cloud.add_server(event['server_uuid'], 'admin')
        elif operation == 'PUT /os-services/{id}' and 'host' in self.record['request']:
            self.cloud.add_host(self.record['request']['host'])
        elif 'os-assisted-volume-snapshots' in operation:
            self._attached_volume()

    def _faults(self, operation: str) -> None:
        """Add the faults at the time of the exchange."""
        self.cloud.faults.clear()
        if self.answer.tells('UNKNOWN'):
            self.cloud.faults.add('down_cell')
        elif operation == 'GET /os-networks/{id}' and self.record['status'] == 401:
            # The network service refused the token.
            message = self.answer.map['unauthorized']['message']
            self.cloud.faults.add('error', status=401, message=message)

    # -- actions

    def _for_action(self, action: str) -> None:
        body = self.record['request'][action] or {}
        if self.record['status'] < 400 and action in _STATES:
            self._bring_to(_STATES[action])
        if action == 'unshelve':
            self.cloud.change_servers(
                vm_state='shelved_offloaded', task_state=None, plan=[], host=None
            )
            if self.record['status'] < 400 and body.get('host'):
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
            key = {'public_key': 'ssh-rsa AAAA', 'fingerprint': '00:11', 'type': 'ssh'}
            for user in ('admin', 'fake'):
                id = f'{user}/{body["key_name"]}'
                self.cloud.add('keypair', id, key, parent=user, name=body['key_name'])
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
            row = _migration({'id': 1, 'status': 'finished', 'migration_type': 'resize'})
            self.cloud.replace('migration', '1', row, parent=self.server)
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

    # -- histories and migrations

    def _history(self) -> None:
        """The recorded actions in the place of those that were replayed."""
        actions = self.answer.things('instanceActions', 'instanceAction')
        marker = self.query.get('marker')
        if self.record['status'] >= 400 or not (actions or marker):
            return
        self.cloud.clear('instance_action')
        if marker:
            starts = [clocks.moment(each['start_time']) for each in actions]
            start = min(starts, default=self.cloud.now)
            self._add_action({'action': 'stop', 'request_id': marker[0]}, start + 3600)
        for action in actions:
            self._add_action(action, clocks.moment(action['start_time']))

    def _add_action(self, action: dict[str, Any], start: float) -> None:
        events = [
            {
                'event': each['event'],
                'start': clocks.moment(each['start_time']),
                'finish': clocks.moment(each['finish_time']),
                'result': each['result'],
                'host': each.get('host', 'compute'),
                'details': each.get('details'),
            }
            for each in action.get('events', [])
        ]
        if not events:
            # A list does not show them, but their end is when the action was changed.
            end = clocks.moment(action['updated_at']) if action.get('updated_at') else start
            events = [{'start': start, 'finish': end}]
        row = {
            'action': action['action'],
            'message': None,
            'events': events,
            'user_id': self.cloud.user,
            'project_id': recorded_cloud.PROJECT,
        }
        id = f'{self.server}/{action["request_id"]}'
        self.cloud.replace(
            'instance_action',
            id,
            row,
            parent=self.server,
            name=action['request_id'],
            created=start,
        )
        self.cloud.now = max(self.cloud.now, *[each['finish'] for each in events]) + 1

    def _all_migrations(self) -> None:
        migrations = self.answer.things('migrations')
        marker = self.query.get('marker')
        if marker:
            created = [clocks.moment(each['created_at']) for each in migrations]
            newest = {'id': 99, 'uuid': marker[0], 'status': 'done'}
            self._add_migration(newest, max([0.0, *created]) + 3600)
        # From 2.59 the newest comes first, and of those of one moment the last one.
        is_old = int(self.record['microversion'].partition('.')[2]) < 59
        for each in migrations if is_old else reversed(migrations):
            self._add_migration(each, clocks.moment(each['created_at']))

    def _add_migration(self, recorded: dict[str, Any], created: float) -> None:
        row = _migration(recorded)
        self.cloud.replace(
            'migration',
            str(recorded['id']),
            row,
            parent=recorded.get('instance_uuid', self.server),
            project=recorded.get('project_id', recorded_cloud.PROJECT),
            name=row['uuid'],
            created=created,
        )

    def _live_migration(self) -> None:
        """A live migration of the server in the state that the answer tells of."""
        for each in self.answer.things('migrations'):
            self._add_migration(each, clocks.moment(each['created_at']))
        words = self.path.partition('/migrations/')[2].split('/')
        number, status = unquote(words[0]), self.record['status']
        if number and status != 404:
            state = 'running' if status < 400 else 'completed'
            self._add_migration({'id': number, 'status': state}, self.cloud.now)
        if number:
            self.cloud.change_servers(vm_state='active', task_state='migrating', plan=[])

    def _attached_volume(self) -> None:
        text = f'{self.record["request"]} {self.query}'
        found = re.search(r"volume_id['\"]: ?['\"]([0-9a-f-]{36})", text)
        assert found is not None
        if not self.cloud.has_servers():
            self.cloud.add_server('9168b536-cd40-4630-b43f-b259807c6e88', 'admin')
        self.cloud.change_servers(volumes=[{'id': found[1], 'delete_on_termination': False}])


def of_sample(
    cloud: recorded_cloud.RecordedCloud, sample: facts.Sample, path: str, body: Any
) -> Scene:
    """The scene of a request that was recorded without its answer."""
    if isinstance(body, dict):
        for action in body.values():
            host = action.get('host') if isinstance(action, dict) else None
            if host is not None:
                # Recorded with a random name.
                cloud.add_host(host)
    record = {
        'operation': sample.operation,
        'request': body,
        'response': recorded_answers.RecordedAnswer(None),
        'status': sample.status,
    }
    return Scene(cloud, record, path)


def _migration(recorded: dict[str, Any]) -> dict[str, Any]:
    """The facts of a recorded migration."""
    updated = recorded.get('updated_at')
    return {
        'uuid': recorded.get('uuid') or f'11111111-1111-1111-1111-{recorded["id"]:>012}',
        'migration_type': recorded.get('migration_type', 'live-migration'),
        'status': recorded['status'],
        **{
            key: recorded.get(key)
            for key in (
                'source_compute', 'source_node', 'dest_compute', 'dest_node', 'dest_host',
                'old_instance_type_id', 'new_instance_type_id',
            )
        },
        'user_id': recorded.get('user_id', 'admin'),
        'hidden': False,
        'updated': clocks.moment(updated) if updated else recorded_cloud.caller.START,
    }  # fmt: skip
