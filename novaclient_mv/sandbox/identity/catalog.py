"""The service catalog: where each service of the sandbox is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

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
OLD_COMPUTE = '/v2/PROJECT'
"""The one endpoint of a Nova from before microversions, in a catalog of whatever shape."""


class Shape(NamedTuple):
    """A way to write the URLs of services, as catalogs of clouds do."""

    paths: Mapping[str, str] = {}
    types: Mapping[str, str] = {}
    only: tuple[str, ...] = ()
    prefix: str = ''
    ending: str = ''


_VERSIONS = {
    'identity': '/identity/v3',
    'image': '/image/v2',
    'network': '/network/v2.0',
    'volumev3': '/volume/v3',
    'baremetal': '/baremetal/v1',
}
_PROJECTS = {**_VERSIONS, 'compute': '/v2.1/PROJECT', 'volumev3': '/volume/v3/PROJECT'}
SHAPES = {
    'default': Shape(),
    'versions': Shape(_VERSIONS),
    'no-versions': Shape({'compute': '', 'volumev3': '/volume'}),
    'projects': Shape(_PROJECTS),
    'projects-without-versions': Shape({'volumev3': '/volume/PROJECT'}),
    'block-storage': Shape({'volumev3': '/volume/v3'}, {'volumev3': 'block-storage'}),
    'old-types': Shape(types={'volumev3': 'volume', 'baremetal': 'bare-metal'}),
    'path': Shape(_VERSIONS, prefix='/v1/openstack'),
    'path-without-versions': Shape({'compute': '', 'volumev3': '/volume'}, prefix='/v1/openstack'),
    'slashes': Shape(_PROJECTS, ending='/'),
    'compute-only': Shape(only=('compute', 'compute_legacy')),
}


def entries(request: Request, project: str) -> list[dict[str, Any]]:
    """The catalog of a project, with the host that the request was sent to."""
    base = request.host_url
    shape = SHAPES[request.environ.get('sandbox.catalog', 'default')]
    has_microversions = request.environ.get('sandbox.microversions', True)
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
        for number, (kind, name, path) in enumerate(_services(shape, has_microversions))
    ]


def _services(shape: Shape, has_microversions: bool) -> Iterator[tuple[str, str, str]]:
    """Type, name and path of each service in a catalog of some shape."""
    for kind, name, usual in SERVICES:
        if shape.only and kind not in shape.only:
            continue
        path = shape.paths.get(kind, usual)
        if not has_microversions and kind == 'compute_legacy':
            continue
        if not has_microversions and kind == 'compute':
            path = OLD_COMPUTE
        yield shape.types.get(kind, kind), name, path + shape.ending
