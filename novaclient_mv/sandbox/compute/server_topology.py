"""How a server's processors and memory lie on the nodes of its host."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.wsgi import Response, api_version, query_schema

_PAGES = {'small': 4, 'large': 2048}

# Where on the host it lies is for administrators.
FIELDS = (
    Field('memory_mb', lambda view, node: node['memory']),
    Field('siblings', lambda view, node: []),
    Field('vcpu_set', lambda view, node: node['processors']),
    Field('host_node', lambda view, node: node['number'], admin='2.78..'),
)
PINNED_FIELDS = (
    Field(
        'cpu_pinning',
        lambda view, node: {str(each): each for each in node['processors']},
        admin='2.78..',
    ),
)


class ServerTopology(controller.ComputeController):
    """``/servers/{server_id}/topology``"""

    @api_version('2.78')
    @query_schema(parts.ANY_QUERY, '2.78', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def index(self, server_id: str) -> Response:
        """``GET /servers/{server_id}/topology``"""
        flavor = self.find_server(server_id).document['flavor']
        specs = flavor['extra_specs']
        count = int(specs.get('hw:numa_nodes', 0))
        fields: tuple[Field, ...] = FIELDS
        if specs.get('hw:cpu_policy') == 'dedicated':
            fields += PINNED_FIELDS
        shown = [field for field in fields if field.is_shown(*self._viewer(), '')]
        nodes = []
        for number in range(count):
            each = {
                'number': number,
                'memory': flavor['ram'] // count,
                'processors': [cpu for cpu in range(flavor['vcpus']) if cpu % count == number],
            }
            nodes.append(
                {field.key: field.value(self, each) for field in shown if callable(field.value)}
            )
        page = specs.get('hw:mem_page_size')
        size = None if page is None else _PAGES.get(page) or int(page)
        return self.answer(200, {'nodes': nodes, 'pagesize_kb': size})

    def _viewer(self) -> tuple[Any, bool]:
        return self.api_version, self.context.is_admin
