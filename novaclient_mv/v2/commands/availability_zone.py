"""The command that lists availability zones."""

from __future__ import annotations

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2.availability_zones import AvailabilityZone


@shows('v2.availability_zones:AvailabilityZone')
def do_availability_zone_list(client: v2.Client, args: Args) -> results.Shown:
    """List availability zones, with hosts and services for administrators."""
    try:
        zones = client.availability_zones.list()
    except errors.Forbidden:
        zones = client.availability_zones.list(detailed=False)
    cells = [cell for zone in zones for cell in _tree(zone)]
    return results.Tree(results.Table(AvailabilityZone, zones), ('Name', 'Status'), cells)


def _tree(zone: AvailabilityZone) -> list[tuple[str, str]]:
    """The lines of a zone, of its hosts and of their services."""
    info = zone._info
    available = (info.get('zoneState') or {}).get('available')
    lines = [(str(info.get('zoneName')), 'available' if available else 'not available')]
    for host, services in sorted((info.get('hosts') or {}).items()):
        lines.append((f'|- {host}', ''))
        for service, state in sorted(services.items()):
            enabled = 'enabled' if state['active'] else 'disabled'
            smile = ':-)' if state['available'] else 'XXX'
            updated = str(state.get('updated_at') or '').replace('T', ' ').partition('.')[0]
            lines.append((f'| |- {service}', f'{enabled} {smile} {updated}'.rstrip()))
    return lines
