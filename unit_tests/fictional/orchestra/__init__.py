"""A service of major 1, which tells its versions by refusing others."""

from __future__ import annotations

from novaclient_mv.services import REFUSAL, Service
from novaclient_mv.versions import APIVersion, VersionRange

NAME = 'orchestra'
LEGACY_HEADER = 'X-OpenStack-Orchestra-API-Version'

ORCHESTRA = Service(
    name=NAME,
    title='the Orchestra API',
    range=VersionRange(APIVersion('1.1', NAME), APIVersion('1.24', NAME)),
    service_type='orchestra',
    catalog_types=('orchestra', 'orchestrav1'),
    header_name='orchestra',
    legacy_header=LEGACY_HEADER,
    without=APIVersion('1.0', NAME),
    version_option='--os-orchestra-api-version',
    version_variable='OS_ORCHESTRA_API_VERSION',
    cloud_file_keys=('orchestra_default_microversion', 'orchestra_api_version'),
    major_path='v1',
    commands_package='unit_tests.fictional.orchestra.commands',
    client_class='unit_tests.fictional.orchestra.client:Client',
    prefix='orchestra-',
    learned_by=REFUSAL,
    sends_latest=True,
)
