"""The microversioned services that this client speaks to; what differs between them is data."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv import api_versions


class Service(NamedTuple):
    """One microversioned service.

    ``header_name`` is what the version headers call it, whatever the catalog calls its endpoint.
    ``major_path`` is the path that speaks microversions, ``legacy_paths`` those that never do.
    """

    name: str
    header_name: str
    service_type: str
    catalog_types: tuple[str, ...]
    client_range: api_versions.VersionRange
    version_option: str
    version_variable: str
    major_path: str
    legacy_paths: tuple[str, ...]
    commands_package: str
    prefix: str = ''


COMPUTE = Service(
    name='compute',
    header_name='compute',
    service_type='compute',
    catalog_types=('compute', 'compute_legacy', 'computev21'),
    client_range=api_versions.CLIENT_RANGE,
    version_option='--os-compute-api-version',
    version_variable='OS_COMPUTE_API_VERSION',
    major_path='v2.1',
    legacy_paths=('v2', 'v2.0', 'v1.1'),
    commands_package='novaclient_mv.v2.commands',
)

SERVICES = (COMPUTE,)
