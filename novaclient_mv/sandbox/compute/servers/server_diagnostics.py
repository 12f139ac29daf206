"""Counters of a server's processors, disks and network interfaces."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http.declarations import api_version
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_STATES = {
    states.NO_STATE: 'pending',
    states.RUNNING: 'running',
    states.PAUSED: 'paused',
    states.SHUTDOWN: 'shutdown',
    states.CRASHED: 'crashed',
    states.SUSPENDED: 'suspended',
}


class ServerDiagnostics(controller.ComputeController):
    """``/servers/{server_id}/diagnostics``"""

    # Every hypervisor had keys of its own up to 2.47.

    @api_version('2.1', '2.47')
    def index(self, server_id: str) -> Response:
        row = self._find(server_id)
        seconds = self._uptime(row)
        diagnostics: Document = {'memory': row.document['flavor']['ram'] * 1024}
        for number in range(row.document['flavor']['vcpus']):
            diagnostics[f'cpu{number}_time'] = seconds * 10**7
        disk = _disk(seconds)
        diagnostics.update(
            vda_read=disk['read_bytes'],
            vda_read_req=disk['read_requests'],
            vda_write=disk['write_bytes'],
            vda_write_req=disk['write_requests'],
            vda_errors=-1,
        )
        for number, _ in enumerate(_macs(row), 1):
            for way in ('rx', 'tx'):
                diagnostics[f'vnet{number}_{way}'] = seconds * 40
                diagnostics[f'vnet{number}_{way}_packets'] = seconds
                diagnostics[f'vnet{number}_{way}_errors'] = 0
                diagnostics[f'vnet{number}_{way}_drop'] = 0
        return self.answer(diagnostics)

    @api_version('2.48')
    def index(self, server_id: str) -> Response:
        row = self._find(server_id)
        facts, seconds = row.document, self._uptime(row)
        processors = [
            {'id': number, 'time': seconds * 10**7, 'utilisation': 1}
            for number in range(facts['flavor']['vcpus'])
        ]
        nics = [_nic(mac, seconds) for mac in _macs(row)]
        diagnostics = {
            'state': _STATES[facts['power_state']],
            'driver': 'libvirt',
            'hypervisor': 'kvm',
            'hypervisor_os': 'linux',
            'uptime': seconds,
            'config_drive': facts['config_drive'] == 'True',
            'num_cpus': len(processors),
            'cpu_details': processors,
            'num_nics': len(nics),
            'nic_details': nics,
            'num_disks': 1,
            'disk_details': [_disk(seconds)],
            'memory_details': {'maximum': facts['flavor']['ram'], 'used': 0},
        }
        return self.answer(diagnostics)

    def _find(self, id: str) -> Row:
        row = self.find_server(id)
        states.require_host(row)
        return row

    def _uptime(self, row: Row) -> int:
        launched = row.document['launched']
        return 0 if launched is None else int(self.now - launched)


def _macs(row: Row) -> list[str]:
    """The interfaces of a server, by the addresses that they have."""
    entries = [
        entry
        for network_addresses in row.document['addresses'].values()
        for entry in network_addresses
    ]
    return list(dict.fromkeys(entry['OS-EXT-IPS-MAC:mac_addr'] for entry in entries))


def _disk(seconds: int) -> Document:
    return {
        'read_bytes': 262144 + seconds,
        'read_requests': 112,
        'write_bytes': 5778432 + seconds,
        'write_requests': 488,
        'errors_count': 0,
    }


def _nic(mac: str, seconds: int) -> Document:
    counters: Document = {'mac_address': mac}
    for way in ('rx', 'tx'):
        counters[f'{way}_octets'] = seconds * 40
        counters[f'{way}_packets'] = seconds
        counters.update({f'{way}_{counter}': 0 for counter in ('errors', 'drop', 'rate')})
    return counters
