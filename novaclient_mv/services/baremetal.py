"""The Bare Metal service (Ironic): its versions and all else that makes it itself."""

from __future__ import annotations

from novaclient_mv.services.service import Discovery, Service
from novaclient_mv.versions import APIVersion, VersionRange

NAME = 'baremetal'
LEGACY_HEADER_NAME = 'X-OpenStack-Ironic-API-Version'

BAREMETAL = Service(
    name=NAME,
    title='the Bare Metal API',
    range=VersionRange(APIVersion('1.1', NAME), APIVersion('1.115', NAME)),
    service_type='baremetal',
    catalog_types=('baremetal', 'bare-metal'),
    header_name='baremetal',
    legacy_header=LEGACY_HEADER_NAME,
    unversioned=APIVersion('1.0', NAME),
    version_option='--os-baremetal-api-version',
    version_variable='OS_BAREMETAL_API_VERSION',
    cloud_file_keys=('baremetal_default_microversion', 'baremetal_api_version'),
    major_path='v1',
    first_read='/nodes?limit=1',
    commands_package='novaclient_mv.baremetal.v1.commands',
    client_class='novaclient_mv.baremetal.v1.client:Client',
    calendar='novaclient_mv:data/baremetal/microversions.json',
    # Neither tells a version; the second is of Ironic before its own lines.
    request_loggers=('ironic.api', 'eventlet.wsgi.server'),
    prefix='baremetal-',
    learned_by=Discovery.NOT_ACCEPTABLE,
    sends_latest=True,
    # The API waits for the node itself, for some 2 seconds, before it says so.
    lock_words=' is locked by host ',
)
