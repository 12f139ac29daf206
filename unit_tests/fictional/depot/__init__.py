"""A service of major 2, as Compute's, which tells its versions in a document."""

from __future__ import annotations

from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

NAME = 'depot'

DEPOT = Service(
    name=NAME,
    title='the Depot API',
    range=VersionRange(APIVersion('2.1', NAME), APIVersion('2.60', NAME)),
    service_type='depot',
    catalog_types=('depot',),
    header_name='depot',
    without=APIVersion('2.0', NAME),
    version_option='--os-depot-api-version',
    version_variable='OS_DEPOT_API_VERSION',
    cloud_file_keys=('depot_default_microversion',),
    major_path='v2',
    commands_package='unit_tests.fictional.depot.commands',
    client_class='unit_tests.fictional.depot.client:Client',
    prefix='depot-',
)
