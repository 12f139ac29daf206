"""Hypervisors: the machine below each compute service."""

from __future__ import annotations

import copy
import json
import re
import time
from typing import Any

from novaclient_mv.sandbox.compute import (
    cells,
    compute_hosts,
    controller,
    host_contents,
    service_states,
)
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, once, pages, parameter
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http import formats, schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import baremetal_nodes, machines
from novaclient_mv.sandbox.state.rows import Row

CPU = {'arch': 'x86_64', 'model': 'Nehalem', 'vendor': 'Intel', 'features': ['pge', 'clflush']}


class Machine:
    """A hypervisor: a compute service seen from below, with the servers on it."""

    def __init__(self, number: int, service: Row, servers: list[Row], now: float) -> None:
        machine = machines.machine_of(service)
        self.number: int = machine.get('number', number)
        self.service = service
        self.id = machines.id_of(service)
        self.name = machines.name_of(service)
        self.key = str(self.number)
        self.servers = servers
        # The table of fields copies from here.
        self.document = self._facts(machine, now)

    def _facts(self, machine: dict[str, Any], now: float) -> dict[str, Any]:
        used = host_contents.usage(self.servers)
        memory = used['ram'] + machines.OWN_MEMORY_MB
        free_disk = machine['disk_gb'] - used['disk']
        return {
            'state': 'up' if service_states.is_up(self.service, now) else 'down',
            'status': 'disabled' if self.service.document['disabled'] else 'enabled',
            'booted': machine.get('booted', self.service.created),
            'host_ip': compute_hosts.address(machine, self.number),
            'type': machine['type'],
            'version': machine['version'],
            'cpu': {**CPU, 'topology': machine['topology']},
            'vcpus': machine['vcpus'],
            'vcpus_used': used['vcpus'],
            'memory_mb': machine['memory_mb'],
            'memory_mb_used': memory,
            'free_ram_mb': machine['memory_mb'] - memory,
            'local_gb': machine['disk_gb'],
            'local_gb_used': used['disk'],
            'free_disk_gb': free_disk,
            'disk_available_least': machine.get('disk_available_least', free_disk),
            'running_vms': used['running'],
            'current_workload': sum(
                1 for row in self.servers if row.document['task_state'] is not None
            ),
        }


def _number(id: str) -> int | None:
    try:
        return int(id)
    except ValueError:
        return None


def _like(pattern: str) -> re.Pattern[str]:
    """Part of a name, where ``%`` stands for any text and ``_`` for any character."""
    parts = {'%': '.*', '_': '.'}
    words = (parts.get(character) or re.escape(character) for character in pattern)
    return re.compile(''.join(words), re.IGNORECASE | re.DOTALL)


def _service_with(id: Any) -> Any:
    return lambda view, machine: {
        'id': id(machine.service),
        'host': machine.service.document['host'],
        'disabled_reason': machine.service.document['disabled_reason'],
    }


def _uptime(view: Any, machine: Machine) -> str | None:
    """Return the output of ``uptime`` on the host."""
    booted = machine.document['booted']
    if booted is None or machine.document['state'] == 'down':
        return None
    seconds = int(view.now - booted)
    days, rest = divmod(seconds, 86400)
    clock = time.strftime('%H:%M:%S', time.gmtime(view.now))
    hours = f'{rest // 3600}:{rest // 60 % 60:02}'
    return f' {clock} up {days} days, {hours}, 0 users,  load average: 0.20, 0.12, 0.14'


def _servers(view: Any, machine: Machine) -> list[dict[str, Any]]:
    return [{'uuid': row.id, 'name': server_states.instance_name(row)} for row in machine.servers]


_BRIEF = (
    Field('id', lambda view, machine: machine.number, '..2.52'),
    Field('id', lambda view, machine: machine.id, '2.53..'),
    Field('hypervisor_hostname', lambda view, machine: machine.name),
    Field('state', 'state'),
    Field('status', 'status'),
)
# Sizes are left to the placement service from 2.88.
_SIZES = (
    'vcpus', 'vcpus_used', 'memory_mb', 'memory_mb_used', 'free_ram_mb', 'local_gb',
    'local_gb_used', 'free_disk_gb', 'disk_available_least', 'running_vms', 'current_workload',
)  # fmt: skip
FIELDS = (
    *_BRIEF,
    *(Field(key, key, '..2.87', views=('detail',)) for key in _SIZES),
    Field(
        'cpu_info',
        lambda view, machine: json.dumps(machine.document['cpu']),
        '..2.27',
        views=('detail',),
    ),
    Field('cpu_info', 'cpu', '2.28..2.87', views=('detail',)),
    Field('host_ip', 'host_ip', views=('detail',)),
    Field('hypervisor_type', 'type', views=('detail',)),
    Field('hypervisor_version', 'version', views=('detail',)),
    Field('service', _service_with(lambda row: row.number), '..2.52', views=('detail',)),
    Field('service', _service_with(lambda row: row.id), '2.53..', views=('detail',)),
    Field('uptime', _uptime, '..2.87', views=('uptime',)),
    Field('uptime', _uptime, '2.88..', views=('detail', 'uptime')),
)


_PATTERN = 'hypervisor_hostname_pattern'
_WITH_SERVERS = parameter(
    'with_servers',
    '2.53',
    read=schema_parts.is_true,
    test=None,
    form=once(schema_parts.texts() | {'items': schema_parts.BOOLEAN}),
)
LISTS = Lists(
    _WITH_SERVERS,
    parameter(
        _PATTERN,
        '2.53',
        test=None,
        form=once(schema_parts.texts() | {'items': schema_parts.HOST_NAME}),
    ),
    *pages('2.53', once),
    closed='2.53',
)
# Machines had numbers instead of ids.
NUMBERED = Lists(*pages('2.33'), name=lambda machine: machine.key)
SHOW = Lists(_WITH_SERVERS, closed='2.53')


class Hypervisors(controller.ComputeController):
    """``/os-hypervisors``"""

    @query_schema(NUMBERED.schema, '2.1', '2.52')
    @query_schema(LISTS.schema, '2.53')
    def index(self) -> Response:
        return self._list('list')

    @query_schema(NUMBERED.schema, '2.1', '2.52')
    @query_schema(LISTS.schema, '2.53')
    def detail(self) -> Response:
        return self._list('detail')

    @query_schema(SHOW.schema, '2.1')
    def show(self, id: str) -> Response:
        with_servers = SHOW.last_values(self).get('with_servers', False)
        view = self._hypervisor_view(self._find(id), 'detail', with_servers)
        return self.answer({'hypervisor': view})

    @api_version('2.1', '2.52')
    @query_schema(schema_parts.UNREADABLE)
    def search(self, id: str) -> Response:
        """``GET /os-hypervisors/{id}/search``, where the id is part of a name"""
        views = [self._hypervisor_view(machine, 'list', False) for machine in self._matching(id)]
        return self.answer({'hypervisors': views})

    @api_version('2.1', '2.52')
    @query_schema(schema_parts.UNREADABLE)
    def servers(self, id: str) -> Response:
        """``GET /os-hypervisors/{id}/servers``, where the id is part of a name"""
        views = [self._hypervisor_view(machine, 'list', True) for machine in self._matching(id)]
        return self.answer({'hypervisors': views})

    @api_version('2.1', '2.87')
    @query_schema(schema_parts.UNREADABLE)
    def statistics(self) -> Response:
        machines = self._machines()
        # A host that is switched off does not count.
        counted = [machine for machine in machines if machine.document['status'] == 'enabled']
        total = {key: sum(machine.document[key] for machine in counted) for key in _SIZES}
        return self.answer({'hypervisor_statistics': {'count': len(counted), **total}})

    @api_version('2.1', '2.87')
    @query_schema(schema_parts.UNREADABLE)
    def uptime(self, id: str) -> Response:
        machine = self._find(id)
        if machine.document['state'] == 'down':
            host = machine.service.document['host']
            raise Fault(400, f'Compute service of {host} is unavailable at this time.')
        return self.answer({'hypervisor': self._hypervisor_view(machine, 'uptime', False)})

    def _machines(self) -> list[Machine]:
        cells.require_all(self.req)
        servers = host_contents.servers_by_host(self.db)
        services = host_contents.compute_services(self.db)
        machines = [
            Machine(number, service, servers.get(host, []), self.now)
            for number, (host, service) in enumerate(services.items(), 1)
            if not compute_hosts.is_ironic(service)
        ]
        ironic = [service for service in services.values() if compute_hosts.is_ironic(service)]
        return machines + self._nodes(ironic[:1], len(services))

    def _nodes(self, services: list[Row], number: int) -> list[Machine]:
        """The nodes of the Bare Metal service, each a hypervisor of the host that manages them."""
        machines = []
        for service in services:
            for row in baremetal_nodes.find_all(self.db):
                number += 1
                service.document['machine'] = compute_hosts.machine_of_node(row, number)
                machines.append(Machine(number, copy.deepcopy(service), [], self.now))
        return machines

    def _find(self, id: str) -> Machine:
        if self.matches('2.53'):
            if not formats.matches('uuid', id):
                raise Fault(400, f'Invalid uuid {id}')
            machines = [machine for machine in self._machines() if machine.id == id]
        else:
            machines = [machine for machine in self._machines() if machine.number == _number(id)]
        if not machines:
            raise Fault(404, f"Hypervisor with ID '{id}' could not be found.")
        return machines[0]

    def _matching(self, pattern: str) -> list[Machine]:
        matcher = _like(pattern)
        machines = [machine for machine in self._machines() if matcher.search(machine.name)]
        if not machines:
            raise Fault(404, f"No hypervisor matching '{pattern}' could be found.")
        return machines

    def _list(self, view: str) -> Response:
        lists = LISTS if self.matches('2.53') else NUMBERED
        asked = lists.last_values(self)
        pattern, with_servers = asked.get(_PATTERN), asked.get('with_servers', False)
        answer: dict[str, Any] = {}
        if pattern is not None:
            if self.req.parameter('limit') or self.req.parameter('marker'):
                # Nova leaves the words to its web library.
                raise Fault(400)
            machines = self._matching(pattern)
        else:
            page = lists.page(self, self._machines())
            machines = page.items
            if page.is_full:
                answer['hypervisors_links'] = self.next_links(page.marker)
        answer['hypervisors'] = [
            self._hypervisor_view(machine, view, with_servers) for machine in machines
        ]
        return self.answer(answer)

    def _hypervisor_view(self, machine: Any, view: str, with_servers: bool) -> dict[str, Any]:
        document = self.maker(FIELDS, view)(self, machine)
        # A host without servers has an empty list only from 2.75.
        if with_servers and (machine.servers or self.matches('2.75')):
            document['servers'] = _servers(self, machine)
        return document
