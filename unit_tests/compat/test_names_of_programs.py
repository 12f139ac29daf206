"""The names that programs import, each with a program that does."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

from unit_tests import cases, processes

EXTENSIONS = 'extensions of python-novaclient 18.13, to which it is public'

PROGRAMS = {
    'client.exceptions.Forbidden': 'pyshaker 1.4.2, shaker/openstack/clients/nova.py',
    'client.exceptions.ClientException': 'pyshaker 1.4.2, shaker/openstack/clients/nova.py',
    'client.exceptions.NotFound': 'octavia 13.0.0, tests of test_allowed_address_pairs',
    'client.exceptions.Conflict': 'octavia 13.0.0, tests of test_allowed_address_pairs',
    'client.api_versions': 'python-novaclient 18.13, its own shell',
    'client.discover_extensions': 'cinder 24.0.0, masakari 17.0.0, neutron 24.0.0',
    'client.SessionClient': 'heat 22.0.0, heat/tests/openstack/nova/fakes.py, inherits from it',
    'client.HTTPClient': 'programs of before python-novaclient 3.0',
    'client.get_client_class': 'programs of before python-novaclient 10.0',
    'client._get_client_class_and_version': 'python-novaclient 18.13, its own shell',
    'client._construct_http_client': 'the tests of python-novaclient 18.13',
    'utils.find_resource': 'manila 17.0.0, manila/compute/nova.py; networking-cisco 7.0.0',
    'utils.env': EXTENSIONS,
    'utils.arg': EXTENSIONS,
    'utils.add_arg': EXTENSIONS,
    'utils.service_type': EXTENSIONS,
    'utils.get_service_type': EXTENSIONS,
    'utils.unauthenticated': EXTENSIONS,
    'utils.isunauthenticated': EXTENSIONS,
    'utils.record_time': 'the tests of python-novaclient 18.13',
    'utils.prepare_query_string': EXTENSIONS,
    'utils.get_url_with_filter': EXTENSIONS,
    'utils.flatten_dict': EXTENSIONS,
    'utils.is_integer_like': EXTENSIONS,
    'utils.make_field_formatter': EXTENSIONS,
    'utils.safe_issubclass': EXTENSIONS,
    'utils.pretty_choice_list': EXTENSIONS,
    'utils.pretty_choice_dict': EXTENSIONS,
    'utils.format_security_groups': EXTENSIONS,
    'utils.format_servers_list_networks': EXTENSIONS,
    'utils.validate_flavor_metadata_keys': EXTENSIONS,
    'i18n._': EXTENSIONS,
    'extension.Extension': 'python-openstackclient 6.0.0, openstackclient/compute/client.py',
    'api_versions._get_server_version_range': 'horizon 27.0.0, openstack_dashboard/api/_nova.py',
    'api_versions._warn_missing_microversion_header': 'the tests of python-novaclient 18.13',
    'base.Manager._list': 'rally-openstack 4.1.0, task/scenarios/nova/utils.py',
    'base.Manager._get': 'ec2-api 17.0.0, ec2api/metadata/api.py',
    'base.Manager._create': EXTENSIONS,
    'base.Manager._update': EXTENSIONS,
    'base.Manager._delete': EXTENSIONS,
    'base.Manager._hooks_map': EXTENSIONS,
    'base.BootingManagerWithFind._parse_block_device_mapping': EXTENSIONS,
    'v2.servers.ServerManager._action': 'tobiko 0.8.33, tobiko/openstack/nova/_client.py',
    'v2.servers.ServerManager._boot': 'the tests of python-novaclient 18.13',
    'v2.servers.ServerManager._validate_create_nics': 'the tests of python-novaclient 18.13',
    'v2.Client': EXTENSIONS,
    'v2.client.exceptions.NotFound': 'programs that import nothing but novaclient.v2.client',
    'v2.client.versions.VersionManager': 'searchlight 9.0.0, its tests',
    'v2.client.servers.ServerManager': 'searchlight 9.0.0, its tests',
    'shell.OpenStackComputeShell.setup_debugging': 'cloudbridge 4.4.2, openstack/provider.py',
}
"""Names below ``novaclient``, and who needs them."""


@cases.one_test_of('name, program', PROGRAMS.items())
def test_name_is_there(name: str, program: str) -> None:
    value = pkgutil.resolve_name(f'novaclient_mv.{name}')
    assert value is not None, program


@pytest.mark.parametrize(
    ('imported', 'name'),
    [
        ('client', 'utils.find_resource'),
        ('client', 'crypto.decrypt_password'),
        ('client', 'i18n._'),
        # As an annotation, in programs that import novaclient.v2.client.
        ('v2.client', 'v2.servers.Server'),
        ('v2', 'v2.flavors.FlavorManager'),
        ('client', 'v2.client.Client'),
    ],
)
def test_modules_are_reached_from_the_package(imported: str, name: str) -> None:
    code = f'import novaclient_mv.{imported}; print(novaclient_mv.{name})'
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ('', 0)


def test_package_of_the_api_misses_what_is_not_there() -> None:
    package = importlib.import_module('novaclient_mv.v2')
    for name in ('shell', 'nothing', '__wrapped__'):
        assert not hasattr(package, name)


def test_shell_of_python_novaclient_logs_everything_if_asked_to() -> None:
    code = (
        'import logging; from novaclient_mv import shell; '
        'made = shell.OpenStackComputeShell(); made.setup_debugging({}); '
        "logging.getLogger('keystoneauth.session').debug('sent')"
    )
    said = [
        processes.python('-c', code.format(is_wanted), check=True).stderr
        for is_wanted in (False, True)
    ]
    assert said == ['', 'DEBUG (<string>:1) sent\n']


def test_name_that_is_not_offered_is_missed_by_its_name() -> None:
    client = importlib.import_module('novaclient_mv.client')
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = client.Nothing
    utils = importlib.import_module('novaclient_mv.utils')
    for name in ('print_list', 'print_dict', 'do_action_on_many'):
        assert not hasattr(utils, name)
