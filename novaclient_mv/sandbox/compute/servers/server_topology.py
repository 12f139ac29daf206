"""The place of a server's processors and memory on the nodes of its host."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http.wsgi import Response

_PAGES = {'small': 4, 'large': 2048}

# Where on the host it lies is for administrators.
ADMIN_KEYS = ('host_node', 'cpu_pinning')


class ServerTopology(controller.ComputeController):
    """``/servers/{server_id}/topology``"""

    def index(self, server_id: str) -> Response:
        topology = _topology(self.find_server(server_id).document)
        hidden = () if self.may('compute:server:topology:host:index') else ADMIN_KEYS
        nodes = [
            {key: value for key, value in node.items() if key not in hidden}
            for node in topology['nodes']
        ]
        return self.answer({'nodes': nodes, 'pagesize_kb': topology['pagesize_kb']})


def _topology(server: dict[str, Any]) -> dict[str, Any]:
    """Return a server's topology: as its host reported it, or else by its flavor."""
    topology: dict[str, Any] | None = server.get('topology')
    if topology is not None:
        return topology
    flavor = server['flavor']
    specs = flavor['extra_specs']
    count = int(specs.get('hw:numa_nodes', 0))
    nodes = []
    for number in range(count):
        processors = [cpu for cpu in range(flavor['vcpus']) if cpu % count == number]
        node: dict[str, Any] = {
            'memory_mb': flavor['ram'] // count,
            'siblings': [],
            'vcpu_set': processors,
            'host_node': number,
        }
        if specs.get('hw:cpu_policy') == 'dedicated':
            node['cpu_pinning'] = {str(processor): processor for processor in processors}
        nodes.append(node)
    page = specs.get('hw:mem_page_size')
    return {'nodes': nodes, 'pagesize_kb': None if page is None else _PAGES.get(page) or int(page)}
