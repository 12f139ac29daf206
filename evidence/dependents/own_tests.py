"""The tests that programs have for those of their modules that talk to Nova."""

from __future__ import annotations

from typing import NamedTuple

from evidence.dependents import programs


class OwnTests(NamedTuple):
    """Tests of a program.

    :param program: its name on PyPI; of several versions that are tried, the last one is meant.
    :param modules: the modules of tests, in an order in which they can be imported.
    :param environment: the virtual environment that they run in.
    :param settings: the module with the settings of Django, where the program needs them.
    """

    program: str
    modules: tuple[str, ...]
    environment: str = 'services'
    settings: str = ''

    def __str__(self) -> str:
        return str(self.installed)

    @property
    def installed(self) -> programs.Program:
        """The program, in the environment of its tests."""
        named = {program.name: program for program in programs.PROGRAMS}
        return named[self.program]._replace(environment=self.environment)


def _below(package: str, *names: str) -> tuple[str, ...]:
    return tuple(f'{package}.{name}' for name in names)


INSTALLED = 'installed-for-tests'
"""The file of an environment that has ``LIBRARIES``."""

_TESTING = (
    *('ddt', 'fixtures', 'mock', 'oslotest', 'requests-mock', 'stestr', 'testresources'),
    *('testscenarios', 'testtools', 'WebTest'),
)

LIBRARIES = {
    'services': (
        *_TESTING,
        *('boto3', 'cursive', 'google-api-python-client', 'httplib2', 'jsonpath-rw-ext'),
        *('microversion-parse', 'oauth2client', 'os-brick', 'oslo.limit', 'oslo.vmware', 'pyudev'),
        *('retrying', 'tabulate', 'taskflow', 'tzlocal', 'xmltodict', 'zstandard'),
    ),
    'clients': _TESTING,
    'older': (
        *_TESTING,
        *('SQLAlchemy>=2,<2.1', 'eventlet<0.37', 'oslo.cache<4', 'oslo.concurrency<7'),
        *('oslo.config<10', 'oslo.context<5.6', 'oslo.db<15', 'oslo.log<7', 'oslo.messaging<14.8'),
        *('oslo.middleware<7', 'oslo.policy<5', 'oslo.service<3.5', 'oslo.utils<7.1'),
        *('oslo.versionedobjects<4', 'setuptools<70'),
        *('ec2-api==17.0.0', 'horizon==24.0.0', 'manila==17.0.0', 'octavia==13.0.0'),
        'python-watcher==12.0.0',
    ),
}
"""Packages that tests import beyond the libraries of programs; and an environment with the
libraries that programs of 2023 were written for.
"""

_HEAT = _below(
    'openstack.nova',
    *('test_flavor', 'test_floatingip', 'test_host_aggregate', 'test_quota', 'test_server'),
    'test_server_group',
)
_BLAZAR = ('flavor.test_flavor_plugin', 'instances.test_instance_plugin')
_MASAKARI = ('host', 'instance', 'process')

TESTS = (
    OwnTests(
        'blazar',
        (
            'blazar.tests.plugins.oshosts.test_physical_host_plugin',
            *_below('blazar.tests.plugins', *_BLAZAR),
            'blazar.tests.utils.openstack.test_nova',
        ),
    ),
    OwnTests(
        'ceilometer',
        _below('ceilometer.tests.unit', 'test_novaclient', 'compute.test_discovery'),
    ),
    OwnTests(
        'cinder',
        _below('cinder.tests.unit', 'compute.test_nova', 'scheduler.test_host_filters'),
    ),
    OwnTests(
        'ec2-api',
        _below(
            'ec2api.tests.unit',
            *('test_address', 'test_api_init', 'test_clients', 'test_instance', 'test_key_pair'),
            *('test_metadata', 'test_metadata_api'),
        ),
        environment='older',
    ),
    OwnTests(
        'horizon',
        (
            *_below('openstack_dashboard.test.unit', 'api.test_nova', 'usage.test_quotas'),
            *_below('openstack_dashboard.dashboards.admin', 'aggregates.tests', 'flavors.tests'),
            *_below('openstack_dashboard.dashboards.project', 'instances.tests'),
        ),
        environment='older',
        settings='openstack_dashboard.test.settings',
    ),
    OwnTests('magnum', ('magnum.tests.unit.api.test_attr_validator',)),
    OwnTests('manila', ('manila.tests.compute.test_nova',), environment='older'),
    OwnTests(
        'masakari',
        (
            *_below('masakari.tests.unit', 'compute.test_nova', 'engine.test_engine_mgr'),
            *_below(
                'masakari.tests.unit.engine.drivers.taskflow',
                *(f'test_{name}_failure_flow' for name in _MASAKARI),
            ),
        ),
    ),
    OwnTests(
        'octavia',
        _below(
            'octavia.tests.unit',
            'common.test_clients',
            'network.drivers.neutron.test_allowed_address_pairs',
            'compute.drivers.test_nova_driver',
        ),
        environment='older',
    ),
    OwnTests(
        'openstack-heat',
        _below(
            'heat.tests',
            *('common', 'clients.test_nova_client', *_HEAT, 'openstack.cinder.test_volume'),
            *('engine.service.test_stack_resources', 'engine.service.test_stack_update'),
        ),
    ),
    OwnTests(
        'openstack-virtual-baremetal', ('openstack_virtual_baremetal.tests.test_openstackbmc',)
    ),
    OwnTests(
        'python-openstackclient',
        _below(
            'openstackclient.tests.unit.compute.v2',
            *('test_agent', 'test_aggregate', 'test_console', 'test_flavor', 'test_host'),
            *('test_hypervisor', 'test_hypervisor_stats', 'test_keypair', 'test_server'),
            *('test_server_backup', 'test_server_event', 'test_server_group', 'test_server_image'),
            *('test_server_migration', 'test_server_volume', 'test_service', 'test_usage'),
        ),
        environment='clients',
    ),
    OwnTests(
        'python-watcher',
        _below(
            'watcher.tests',
            *('common.test_nova_helper', 'common.test_clients'),
            'decision_engine.strategy.strategies.test_zone_migration',
        ),
        environment='older',
    ),
    OwnTests(
        'sahara', _below('sahara.tests.unit', 'topology.test_topology', 'utils.openstack.test_base')
    ),
    OwnTests(
        'trove',
        _below(
            'trove.tests.unittests',
            *(f'cluster.test_{name}_cluster' for name in ('galera', 'mongodb', 'redis', 'vertica')),
            *('extensions.mgmt.instances.test_models', 'taskmanager.test_models'),
        ),
    ),
)

EXCLUDED = {
    'watcher.*.TestNovaHelper.test_check_nova_api_version': (
        'puts a mock in the place of api_versions.APIVersion, and of each version of a cloud'
    ),
}
"""Patterns of tests that are left out, each with the reason."""
