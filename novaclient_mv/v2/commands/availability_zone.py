"""The command that lists availability zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.v2.availability_zones import AvailabilityZone


@returns_resource('v2.availability_zones:AvailabilityZone')
def do_availability_zone_list(client: v2.Client, args: Args) -> results.Shown:
    """List availability zones, with hosts and services for administrators."""
    try:
        zones = client.availability_zones.list()
    except errors.Forbidden:
        zones = client.availability_zones.list(detailed=False)
    tree = results.Rows(('Name', 'Status'), [line for zone in zones for line in _tree(zone)])
    return results.Tree(results.Table(AvailabilityZone, zones), tree, _on_terminal(zones))


def _tree(zone: AvailabilityZone) -> list[tuple[str, str]]:
    """The lines of a zone, of its hosts and of their services."""
    lines = [(str(zone._info.get('zoneName')), _status(zone))]
    for host, services in _hosts(zone):
        lines.append((f'|- {host}', ''))
        for service, state in sorted(services.items()):
            smile = ':-)' if state['available'] else 'XXX'
            words = f'{_enabled(state)} {smile} {_updated(state)}'
            lines.append((f'| |- {service}', words.rstrip()))
    return lines


def _on_terminal(zones: Sequence[AvailabilityZone]) -> results.Rows:
    """The zones and the services in them, in columns."""
    cells: list[tuple[str, ...]] = []
    for zone in zones:
        name = str(zone._info.get('zoneName'))
        cells.append((name, '', '', _status(zone), '', ''))
        for host, services in _hosts(zone):
            for service, state in sorted(services.items()):
                is_up = 'up' if state['available'] else 'down'
                cells.append((name, host, service, _enabled(state), is_up, _updated(state)))
    if len(cells) == len(zones):
        return results.Rows(('Zone', 'Status'), [(cell[0], cell[3]) for cell in cells])
    return results.Rows(('Zone', 'Host', 'Service', 'Status', 'State', 'Updated'), cells)


def _hosts(zone: AvailabilityZone) -> list[tuple[str, Mapping[str, Any]]]:
    return sorted((zone._info.get('hosts') or {}).items())


def _status(zone: AvailabilityZone) -> str:
    available = (zone._info.get('zoneState') or {}).get('available')
    return 'available' if available else 'not available'


def _enabled(state: Mapping[str, Any]) -> str:
    return 'enabled' if state['active'] else 'disabled'


def _updated(state: Mapping[str, Any]) -> str:
    return str(state.get('updated_at') or '').replace('T', ' ').partition('.')[0]
