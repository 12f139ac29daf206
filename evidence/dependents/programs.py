"""The programs that are tried, their versions, and what they need to be started."""

from __future__ import annotations

from typing import NamedTuple

ORIGINAL = 'python-novaclient==18.13.1'
"""The library that the programs were written for; it stands beside this one in each environment."""


class Program(NamedTuple):
    """A program on PyPI, at the last version that calls novaclient where newer ones do not.

    :param name: the name of the distribution.
    :param version: the one that is tried.
    :param driver: the module below ``drivers`` that calls it.
    :param environment: the virtual environment that it runs in.
    """

    name: str
    version: str
    driver: str
    environment: str = 'services'

    def __str__(self) -> str:
        return f'{self.name}=={self.version}'

    @property
    def folder(self) -> str:
        """The folder below ``programs`` that holds its modules."""
        return f'{self.name}-{self.version}'


LIBRARIES = {
    'services': (
        *('alembic', 'aodhclient', 'attrs', 'botocore', 'cached-property', 'castellan'),
        *('confspirator', 'cotyledon', 'croniter', 'cryptography', 'dateparser', 'debtcollector'),
        *('decorator', 'distro', 'Django', 'dogpile.cache', 'eventlet', 'fastapi', 'fasteners'),
        *('fauxfactory', 'fixtures', 'futurist', 'gnocchiclient', 'immutables', 'inflection'),
        *('iso8601', 'jsonschema', 'keystoneauth1', 'keystonemiddleware', 'lxml', 'metalsmith'),
        *('mistral-lib', 'monasca-common', 'munch', 'netaddr', 'neutron-lib', 'octavia-lib'),
        *('openstacksdk', 'os-client-config', 'os-ken', 'os-traits', 'oslo.cache'),
        *('oslo.concurrency', 'oslo.config', 'oslo.context', 'oslo.db', 'oslo.i18n', 'oslo.log'),
        *('oslo.messaging', 'oslo.middleware', 'oslo.policy', 'oslo.privsep', 'oslo.reports'),
        *('oslo.rootwrap', 'oslo.serialization', 'oslo.service', 'oslo.upgradecheck', 'oslo.utils'),
        *('oslo.versionedobjects', 'osprofiler', 'paramiko', 'PasteDeploy', 'pbr', 'pecan'),
        *('podman', 'prettytable', 'psutil', 'pyeventsystem', 'pyghmi', 'pyOpenSSL', 'pyparsing'),
        *('python-barbicanclient', 'python-cinderclient', 'python-dateutil'),
        *('python-designateclient', 'python-glanceclient', 'python-heatclient'),
        *('python-ironic-inspector-client', 'python-ironicclient', 'python-jose'),
        *('python-keystoneclient', 'python-magnumclient', 'python-manilaclient'),
        *('python-mistralclient', 'python-monascaclient', 'python-neutronclient'),
        *('python-octaviaclient', 'python-openstackclient', 'python-subunit', 'python-swiftclient'),
        *('python-tackerclient', 'python-troveclient', 'python-zaqarclient', 'python-zunclient'),
        *('pytz', 'PyYAML', 'rally', 'requests', 'requestsexceptions', 'Routes'),
        *('semantic-version', 'setuptools<81', 'simplejson', 'six', 'SQLAlchemy', 'sshtunnel'),
        *('statsd', 'stevedore', 'tenacity', 'testtools', 'toml', 'tooz', 'ujson', 'wait_for<2'),
        *('WebOb', 'websocket-client', 'WSME', 'yappi', 'yaql'),
    ),
    'clients': (
        *('python-openstackclient==6.0.0', 'openstacksdk<2', 'osc-lib<3', 'setuptools<81', 'six'),
        'python-glanceclient',
    ),
    'tests': ('ddt', 'fixtures', 'oslotest', 'requests-mock', 'testscenarios', 'testtools'),
}
"""Packages in the environments beside python-novaclient and this library: imports of programs."""

PROGRAMS = (
    Program('blazar', '18.0.0', 'blazar'),
    Program('caso', '5.2.2', 'caso'),
    Program('ceilometer', '27.0.0', 'ceilometer'),
    Program('cinder', '29.0.0', 'cinder'),
    Program('cloudbridge', '1.0.2', 'cloudbridge_old'),
    Program('cloudbridge', '4.4.2', 'cloudbridge'),
    Program('cloudenvy', '0.9.0', 'cloudenvy'),
    Program('cloudpulse', '2016.1.1', 'cloudpulse'),
    Program('cloudshell-cp-openstack', '4.0.1', 'cloudshell'),
    Program('ec2-api', '17.0.0', 'ec2_api'),
    Program('enoslib', '10.9.0', 'enoslib'),
    Program('freezer', '7.2.0', 'freezer'),
    Program('freezer-dr', '15.0.0', 'freezer_dr'),
    Program('gce-api', '3.0.0', 'gce_api'),
    Program('horizon', '24.0.0', 'horizon'),
    Program('karbor', '1.6.0', 'karbor'),
    Program('kcli', '99.0.202610251748', 'kcli'),
    Program('kingbird', '1.3.0', 'kingbird'),
    Program('kloudbuster', '8.0.0', 'kloudbuster'),
    Program('magnum', '20.0.2', 'magnum'),
    Program('manila', '17.0.0', 'manila'),
    Program('masakari', '9.0.0', 'masakari'),
    Program('masakari', '22.0.0', 'masakari'),
    Program('mistral-extra', '12.0.0', 'mistral_extra'),
    Program('monasca-agent', '10.0.0', 'monasca_agent'),
    Program('neutron', '24.0.0', 'neutron'),
    Program('octavia', '4.1.4', 'octavia'),
    Program('octavia', '13.0.0', 'octavia'),
    Program('openstack-congress', '11.0.0', 'congress'),
    Program('openstack-heat', '27.0.1', 'heat'),
    Program('openstack-vim-driver', '6.0.1', 'openbaton'),
    Program('openstack-virtual-baremetal', '1.0.2.dev28', 'virtual_baremetal'),
    Program('pyshaker', '1.4.2', 'pyshaker'),
    Program('python-adjutant', '13.0.0', 'adjutant'),
    Program('python-openstackclient', '3.19.0', 'openstackclient_old', environment='clients'),
    Program('python-openstackclient', '5.8.0', 'openstackclient_old', environment='clients'),
    Program('python-openstackclient', '6.0.0', 'openstackclient', environment='clients'),
    Program('python-watcher', '4.0.0', 'watcher_old'),
    Program('python-watcher', '12.0.0', 'watcher'),
    Program('rally-openstack', '4.1.0', 'rally'),
    Program('sahara', '19.0.0', 'sahara'),
    Program('salt', '3004.2', 'salt'),
    Program('searchlight', '9.0.0', 'searchlight'),
    Program('shade', '1.9.0', 'shade'),
    Program('skyline-apiserver', '9.0.0', 'skyline'),
    Program('tobiko', '0.8.33', 'tobiko'),
    Program('trove', '26.0.0', 'trove'),
    Program('vitrage', '15.0.1', 'vitrage'),
    Program('vmtp', '2.5.0', 'vmtp'),
    Program('waldur-mastermind', '4.5.1', 'waldur'),
    Program('wrapanapi', '4.0.4', 'wrapanapi'),
)
