"""Compute."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

from functional_tests.comparison import Answer, Difference
from functional_tests.drawn_requests import (
    compute_choices,
    compute_cleaning,
    compute_operations,
)
from functional_tests.drawn_requests.compute_values import (
    HOSTS,
    IMAGES,
    PROJECT,
    VOLUMES,
)
from functional_tests.drawn_requests.drawing import MISSING_UUID, Draw
from functional_tests.drawn_requests.service import Caller, Operation, Service, Step, wait_for
from novaclient_mv.sandbox import newest
from novaclient_mv.sandbox.state import volume_states

_NEWEST = newest.COMPUTE
_MINOR = int(_NEWEST.partition('.')[2])
_SESSIONS_OF_A_CLOUD = 12
_PARTINGS_OF_A_CLOUD = 4
_MOMENT = 600.0
_SHARE_OF_OTHER_DOORS = 0.08
_FLAVOR = {'swap': 0, 'ephemeral': 0}
_CONTENTS: dict[str, Any] = {
    'hosts': [*HOSTS],
    'servers': [],
    'flavors': [
        {'name': 'm1.tiny', 'id': '1', 'ram': 512, 'disk': 1, 'vcpus': 1, **_FLAVOR},
        {'name': 'm1.small', 'id': '2', 'ram': 2048, 'disk': 20, 'vcpus': 1, **_FLAVOR},
        {'name': 'm1.medium', 'id': '3', 'ram': 4096, 'disk': 40, 'vcpus': 2, **_FLAVOR},
        {'name': 'm1.large', 'id': '4', 'ram': 8192, 'disk': 80, 'vcpus': 4, **_FLAVOR},
        {'name': 'm1.xlarge', 'id': '5', 'ram': 16384, 'disk': 160, 'vcpus': 8, **_FLAVOR},
        {
            'name': 'm1.tiny.specs', 'id': '6', 'ram': 512, 'disk': 1, 'vcpus': 1, **_FLAVOR,
            'extra_specs': {'hw:numa_nodes': '1'},
        },
    ],
    'images': [
        {'name': 'fakeimage123456', 'properties': {
            'kernel_id': 'nokernel', 'ramdisk_id': 'nokernel', 'architecture': 'x86_64',
        }},
    ],
    'networks': [{'name': 'private', 'cidr': '192.168.1.0/24'}],
}  # fmt: skip
_CALLERS = {
    'admin': Caller('admin', PROJECT, ('admin', 'manager', 'member', 'reader')),
    'member': Caller('member', PROJECT, ('member', 'reader')),
    'manager': Caller('manager', PROJECT, ('manager', 'member', 'reader')),
    'reader': Caller('reader', PROJECT, ('reader',)),
}
# In Nova's functional fixtures anybody of a project may do what a member may: what a reader may
# not do cannot be compared there.
_CHANGES = ('POST', 'PUT', 'DELETE')
_FEW, _MANY = (*range(20), '1', True), 50
_DOOR = '/v2.1/'
_OTHER_DOORS = ('/v2/', f'/v2/{PROJECT}/', f'/v2.1/{PROJECT}/')
_ADDRESSES = re.compile(
    r'\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b|\b[0-9a-f]{56}\b'
    r'|\br-[0-9a-z]{8}\b'
)
_INSTANCE = re.compile(r'\binstance-[0-9a-f]{8}\b')
# Numbers that a database counts, and may give again.
_NUMBERS = re.compile(
    r'(?<=[Aa]ggregate )\d+|(?<=aggregates/)\d+|(?<= flavor )\d+|(?<= for )\d+(?= /)'
)


class Compute(Service):
    """Compute; ids are the service's, and what is done goes on after the answer."""

    name = 'compute'
    prefix = ''
    contents = _CONTENTS
    callers = _CALLERS
    versions = tuple((2, minor) for minor in range(1, _MINOR + 1))
    own_ids = frozenset((*IMAGES, *VOLUMES, PROJECT))
    operations = tuple(compute_operations.operations())
    length = 100
    parameters = (
        'limit', 'marker', 'sort_key', 'sort_dir', 'all_tenants', 'deleted', 'name', 'status',
        'changes-since', 'tags', 'user_id', 'reserved', 'detailed', 'is_public', 'locked',
    )  # fmt: skip

    def __init__(self) -> None:
        self._sessions = self._partings = 0
        self._worked = 0

    def version_header(self, version: str) -> tuple[str, str]:
        """The header that asks for a version."""
        return 'OpenStack-API-Version', f'compute {version}'

    def token(self, caller: Caller, is_sandbox: bool) -> str | None:
        """The running Nova knows one project alone."""
        return caller.token if is_sandbox else f'{caller.user}:{",".join(caller.roles)}'

    def message(self, body: Any) -> str | None:
        """The words of an error."""
        if isinstance(body, dict) and len(body) == 1:
            (error,) = body.values()
            if isinstance(error, dict) and 'message' in error:
                return str(error['message'])
        return None

    def masked(self, text: str) -> str:
        """A text without addresses and the like."""
        text = _INSTANCE.sub('<instance>', _ADDRESSES.sub('<address>', text))
        return _NUMBERS.sub('<number>', text)

    def prepare(self, session: Any) -> None:
        """Give images and volumes the ids that they have in the running Nova."""
        session.insert('project', PROJECT, {}, name='openstack')
        for id in VOLUMES:
            facts = volume_states.document('admin', 1)
            session.insert(volume_states.KIND, id, facts, project=PROJECT, name='volume')
        (image,) = session.find('image')
        for id in IMAGES:
            session.insert(
                'image', id, dict(image.document), project=image.project, name=image.name,
                created=image.created,
            )  # fmt: skip
        session.remove(image)
        group = next(iter(session.find('security_group')))
        session.insert(
            'security_group', PROJECT, dict(group.document), project=PROJECT, name='default'
        )

    def begin(self, clouds: Any) -> None:
        """Begin with new clouds now and then; otherwise remove what is there from both."""
        self._partings += clouds.has_parted
        if self._partings == _PARTINGS_OF_A_CLOUD or self._sessions == _SESSIONS_OF_A_CLOUD:
            clouds.restart()
        clouds.has_parted = False
        if clouds.is_new:
            clouds.sandbox.reset()
            self._sessions = self._partings = 0
        else:
            for index in (0, 1):
                compute_cleaning.delete_servers(clouds, index)
            clouds.sandbox.clock.leapt += _MOMENT
            wait_for(lambda: not compute_cleaning.servers(clouds, 1), 'servers are not deleted', 30)
            for index in (0, 1):
                compute_cleaning.clean(clouds, index, _CALLERS)
        self._sessions += 1
        for kind, path, key in _KEPT:
            lists = [
                compute_cleaning.listed(
                    clouds.ask(index, 'GET', path, _NEWEST if key != 'network' else '2.1').body
                )
                for index in (0, 1)
            ]
            for listed in lists:
                listed.sort(key=lambda each: (each.get('binary', ''), each.get('host', '')))
            for ours, theirs in zip(*lists, strict=False):
                clouds.keep(kind, ours['id'], theirs['id'])

    def draw_step(self, draw: Draw, only: str | None = None) -> Step:
        """A step that its role may be compared in."""
        step = super().draw_step(draw, only)
        if step.role == 'reader' and step.method in _CHANGES:
            step = replace(step, role='member')
        backup = step.body.get('createBackup') if isinstance(step.body, dict) else None
        if isinstance(backup, dict) and backup.get('rotation') in _FEW:
            # In Nova's functional fixtures the images that go are any.
            backup['rotation'] = _MANY
        return step

    def valid_step(
        self, draw: Draw, operation: Operation, version: tuple[int, int], role: str | None = None
    ) -> Step:
        """A step, now and then at the endpoint of old or with the project in its path."""
        if not draw.chance(_SHARE_OF_OTHER_DOORS):
            return super().valid_step(draw, operation, version, role)
        door = draw.one_of(_OTHER_DOORS)
        # The endpoint of old knows no versions.
        asked = (2, 1) if door.startswith('/v2/') else version
        step = super().valid_step(draw, operation, asked, role)
        return replace(step, path=step.path.replace(_DOOR, door, 1))

    def opening(self, draw: Draw) -> list[Step]:
        """One or two servers, a key and a group."""
        steps = [
            _made('POST /v2.1/servers', compute_operations.server_of(draw, draw.one_of(HOSTS)))
            for _ in range(draw.number(1, 2))
        ]
        by_name = {operation.name: operation for operation in self.operations}
        for path in draw.some_of(
            ('os-keypairs', 'os-server-groups', 'os-aggregates', 'flavors'), 2, 4
        ):
            steps.append(self.valid_step(draw, by_name[f'POST /v2.1/{path}'], (2, _MINOR), 'admin'))
        return steps

    def resolve(self, clouds: Any, index: int, kind: str, number: str) -> Any:
        """The host where a server is not, or the request of one of its actions."""
        if kind == 'action':
            return _request(clouds, index, number)
        if kind != 'other_host':
            return MISSING_UUID if kind != 'aggregate' else '99'
        servers = clouds.things.get('server')
        if not servers:
            return HOSTS[0]
        id = servers[int(number) % len(servers)][index]
        server = clouds.ask(index, 'GET', f'/v2.1/servers/{id}', _NEWEST).body.get('server', {})
        return HOSTS[server.get('OS-EXT-SRV-ATTR:host') == HOSTS[0]]

    def observe(self, clouds: Any, step: Step, answers: tuple[Answer, Answer]) -> None:
        """Keep what was made, and wait until no server is on its way."""
        if step.method == 'GET' or all(answer.status >= 400 for answer in answers):
            return
        if all(answer.status < 400 for answer in answers):
            self._keep(clouds, step, answers)
            self._forget(clouds, step)
        if _STARTS_WORK.search(step.path):
            clouds.sandbox.clock.leapt += _MOMENT
            wait_for(lambda: _rests(clouds, step), 'a server does not come to rest', 10)
            self._worked = int(time.time())
            compute_choices.follow(clouds, step)

    def await_readiness(self, step: Step) -> None:
        """The usage of the running Nova has a server from the second after its launch on."""
        if _USAGE in step.path:
            wait_for(lambda: int(time.time()) > self._worked, 'the clock stands still')

    def is_certain(self, clouds: Any, step: Step, difference: Difference) -> bool:
        """After a parting, what was deleted may be there on one cloud alone."""
        if not self._partings or difference.kind not in ('values', 'order'):
            return True
        is_of_all = any(name in _OF_DELETED for name, _ in step.query)
        return not (is_of_all or any(path in step.path for path in _HISTORIES))

    def _keep(self, clouds: Any, step: Step, answers: tuple[Answer, Answer]) -> None:
        for path, kind, key in _MADE:
            if step.method == 'POST' and step.path.rstrip('/').endswith(path):
                bodies = [answer.body for answer in answers]
                if all(isinstance(body, dict) and key in body for body in bodies):
                    ours, theirs = (body[key] for body in bodies)
                    name = 'port_id' if kind == 'port' else 'id'
                    if name in ours and name in theirs:
                        clouds.keep(kind, ours[name], theirs[name])

    def _forget(self, clouds: Any, step: Step) -> None:
        # The database of the running Nova gives the number of what is gone again.
        gone = _AGGREGATE.search(step.path) if step.method == 'DELETE' else None
        if gone is not None:
            pairs = clouds.things.get('aggregate', [])
            pairs[int(gone[1]) % len(pairs)] = ('0', '0')


_USAGE = '/os-simple-tenant-usage'
_AGGREGATE = re.compile(r'/os-aggregates/\{aggregate:(\d+)\}$')
_STARTS_WORK = re.compile(
    r'/(servers|os-volumes_boot)(/[^/]+(/action|/os-interface.*|/os-volume_attachments.*)?)?/?$'
)
_SERVER = re.compile(r'/(?:servers|os-volumes_boot)/(\{server:\d+\})')
_DELETES = ('DELETE /v2.1/servers/{id}', 'DELETE /v2.1/os-volumes_boot/{id}', 'forceDelete')
_OF_DELETED = ('deleted', 'soft_deleted', 'changes-since', 'changes-before', 'start', 'end')
_HISTORIES = ('/os-migrations', _USAGE)
_KEPT = (
    ('service', '/v2.1/os-services', 'service'),
    ('hypervisor', '/v2.1/os-hypervisors', 'hypervisor'),
    ('network', '/v2.1/os-networks', 'network'),
)
_MADE = (
    ('/servers', 'server', 'server'),
    ('/os-volumes_boot', 'server', 'server'),
    ('/os-server-groups', 'group', 'server_group'),
    ('/os-aggregates', 'aggregate', 'aggregate'),
    ('/os-interface', 'port', 'interfaceAttachment'),
)


def _request(clouds: Any, index: int, text: str) -> str:
    """The request of an action of a server, by the numbers of both."""
    # The running Nova keeps its actions by other ids than its answers have.
    server, _, number = text.partition('.')
    path = f'/v2.1/servers/{{server:{server}}}/os-instance-actions'
    actions = clouds.ask(index, 'GET', path, _NEWEST).body.get('instanceActions', ())
    ids = [each['request_id'] for each in actions]
    return str(ids[-1 - int(number) % len(ids)]) if ids else f'req-{MISSING_UUID}'


def _rests(clouds: Any, step: Step) -> bool:
    """Whether nothing is under way after a step."""
    server = _SERVER.search(step.path)
    if server is None:
        servers = compute_cleaning.servers(clouds, 1)
    else:
        answer = clouds.ask(1, 'GET', f'/v2.1/servers/{server[1]}', _NEWEST)
        if step.operation.endswith(_DELETES):
            return bool(answer.status == 404)
        servers = [answer.body['server']] if answer.status == 200 else []
    # These end by themselves, though no task is told.
    before = {'BUILD', 'DELETED'}
    if step.operation.endswith('confirmResize'):
        before.add('VERIFY_RESIZE')
    return all(
        server['OS-EXT-STS:task_state'] is None and server['status'] not in before
        for server in servers
    )


def _made(operation: str, body: Any) -> Step:
    method, path = operation.split()
    return Step(operation, method, path, (), _NEWEST, 'admin', (), body)
