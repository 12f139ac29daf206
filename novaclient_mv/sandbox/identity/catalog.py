"""The service catalog: where each service of the sandbox is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Request

REGION = 'sandbox'
INTERFACES = ('public', 'internal', 'admin')

# Type, name and path; PROJECT stands for the project's id.
SERVICES = (
    ('identity', 'keystone', '/identity'),
    ('compute', 'nova', '/v2.1'),
    ('compute_legacy', 'nova_legacy', '/v2/PROJECT'),
    ('image', 'glance', '/image'),
    ('network', 'neutron', '/network'),
    ('volumev3', 'cinderv3', '/volume/v3/PROJECT'),
    ('placement', 'placement', '/placement'),
    ('baremetal', 'ironic', '/baremetal'),
)

# A Nova from before microversions has one endpoint.
OLD_SERVICES = (SERVICES[0], ('compute', 'nova', '/v2/PROJECT'), *SERVICES[3:])


def entries(request: Request, project: str) -> list[dict[str, Any]]:
    """The catalog of a project, with the host that the request was sent to."""
    base = request.host_url
    services = SERVICES if request.environ.get('sandbox.microversions', True) else OLD_SERVICES
    # Keystone's ids are 32 hex digits; these are the same in every process.
    return [
        {
            'id': f'{0x5E500 + number:032x}',
            'type': kind,
            'name': name,
            'endpoints': [
                {
                    'id': f'{0xE0000 + number * 16 + place:032x}',
                    'interface': interface,
                    'region': REGION,
                    'region_id': REGION,
                    'url': base + path.replace('PROJECT', project),
                }
                for place, interface in enumerate(INTERFACES)
            ],
        }
        for number, (kind, name, path) in enumerate(services)
    ]
