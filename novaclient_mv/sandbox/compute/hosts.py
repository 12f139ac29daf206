"""Hosts of the cloud, until hypervisors and services took their place with 2.43."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import compute_hosts, controller, host_contents, hypervisors
from novaclient_mv.sandbox.compute.lists import Lists, parameter
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state.rows import Row

LISTS = Lists(parameter('zone'))


class Hosts(controller.ComputeController):
    """``/os-hosts``"""

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        hosts = [
            {
                'host_name': row.document['host'],
                'service': row.document['binary'].removeprefix('nova-'),
                'zone': row.document['zone'],
            }
            for row in LISTS.narrowed(self, self.db.find('service', order='number'))
        ]
        return self.answer({'hosts': hosts})

    @query_schema(schema_parts.UNREADABLE)
    def show(self, id: str) -> Response:
        service = self._find(id)
        servers = host_contents.servers_by_host(self.db).get(id, [])
        used = host_contents.usage(servers)
        machine = hypervisors.Machine(1, service, servers, self.now).document
        rows = [
            ('(total)', (machine['vcpus'], machine['memory_mb'], machine['local_gb'])),
            ('(used_now)', (used['vcpus'], machine['memory_mb_used'], used['disk'])),
            ('(used_max)', (used['vcpus'], used['ram'], used['disk'])),
        ]
        for project in sorted({row.project or '' for row in servers}):
            own = host_contents.usage([row for row in servers if row.project == project])
            rows.append((project, (own['vcpus'], own['ram'], own['disk'])))
        views = [
            {
                'resource': {
                    'host': id,
                    'project': project,
                    'cpu': cpu,
                    'memory_mb': memory,
                    'disk_gb': disk,
                }
            }
            for project, (cpu, memory, disk) in rows
        ]
        return self.answer({'host': views})

    @schema(proxies.host)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        row = self._find(id)
        answer: dict[str, Any] = {'host': id}
        if 'status' in body:
            is_enabled = body['status'].lower() == 'enable'
            row.document['disabled'] = not is_enabled
            self.db.save(row)
            answer['status'] = 'enabled' if is_enabled else 'disabled'
        if 'maintenance_mode' in body:
            is_on = body['maintenance_mode'].lower() == 'enable'
            answer['maintenance_mode'] = 'on_maintenance' if is_on else 'off_maintenance'
        return self.answer(answer)

    @query_schema(schema_parts.UNREADABLE)
    def reboot(self, id: str) -> Response:
        return self._switched(id, 'reboot')

    @query_schema(schema_parts.UNREADABLE)
    def shutdown(self, id: str) -> Response:
        return self._switched(id, 'shutdown')

    @query_schema(schema_parts.UNREADABLE)
    def startup(self, id: str) -> Response:
        return self._switched(id, 'startup')

    def _switched(self, id: str, action: str) -> Response:
        self._find(id)
        return self.answer({'host': id, 'power_action': action})

    def _find(self, id: str) -> Row:
        row = host_contents.compute_services(self.db).get(id)
        if row is None:
            raise compute_hosts.unmapped(id)
        return row
