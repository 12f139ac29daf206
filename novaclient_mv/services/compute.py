"""The Compute service (Nova): its versions and all else that makes it itself."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.services.service import Service
from novaclient_mv.versions import VersionRange

NAME = 'compute'
LEGACY_HEADER_NAME = 'X-OpenStack-Nova-API-Version'


class APIVersion(versions.APIVersion):
    """A version of the Compute API: ``X.Y``, or ``X.latest`` above every number of its major.

    :param version_str: the text; without one it is the null version.
    :raises UnsupportedVersion: any other spelling.
    """

    __slots__ = ()

    def __init__(self, version_str: str | None = None) -> None:
        super().__init__(version_str, NAME)


API_MIN_VERSION = APIVersion('2.1')
API_MAX_VERSION = APIVersion('2.104')

NO_MICROVERSION = APIVersion('2.0')
"""The API without a microversion header: what every cloud speaks, whatever its age."""

COMPUTE = Service(
    name=NAME,
    title='the OpenStack Compute API',
    range=VersionRange(API_MIN_VERSION, API_MAX_VERSION),
    service_type='compute',
    catalog_types=('compute', 'compute_legacy', 'computev21'),
    header_name='compute',
    legacy_header=LEGACY_HEADER_NAME,
    unversioned=NO_MICROVERSION,
    version_option='--os-compute-api-version',
    version_variable='OS_COMPUTE_API_VERSION',
    cloud_file_keys=('compute_default_microversion', 'compute_api_version'),
    major_path='v2.1',
    first_read='/flavors?limit=1',
    legacy_paths=('v2', 'v2.0', 'v1.1'),
    commands_package='novaclient_mv.v2.commands',
    client_class='novaclient_mv.v2.client:Client',
    calendar='novaclient_mv:data/microversions.json',
    operations='novaclient_mv:data/operations.json',
    # The second is of releases before Pike, whose lines tell no version.
    request_loggers=('nova.api.openstack.requestlog', 'nova.osapi_compute.wsgi.server'),
    own_variables=(
        'NOVA_ENDPOINT_TYPE',
        'NOVA_SERVICE_NAME',
        'NOVACLIENT_ENDPOINT_OVERRIDE',
        'NOVACLIENT_BYPASS_URL',
    ),
)
