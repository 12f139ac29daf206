"""The Placement service: its versions and all else that makes it itself."""

from __future__ import annotations

from novaclient_mv.services.service import Service
from novaclient_mv.versions import APIVersion, VersionRange

NAME = 'placement'

PLACEMENT = Service(
    name=NAME,
    title='the Placement API',
    range=VersionRange(APIVersion('1.0', NAME), APIVersion('1.39', NAME)),
    service_type='placement',
    catalog_types=('placement',),
    header_name='placement',
    # Without a header it answers in its lowest version.
    unversioned=APIVersion('1.0', NAME),
    version_option='--os-placement-api-version',
    version_variable='OS_PLACEMENT_API_VERSION',
    cloud_file_keys=('placement_default_microversion', 'placement_api_version'),
    commands_package='novaclient_mv.placement.v1.commands',
    client_class='novaclient_mv.placement.v1.client:Client',
    calendar='novaclient_mv:data/placement/microversions.json',
    request_loggers=('placement.requestlog',),
    prefix='placement-',
    first_read='/resource_providers?uuid=00000000-0000-0000-0000-000000000000',
)
