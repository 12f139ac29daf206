"""Names for extensions beside the client: declarations, texts, queries, discovery."""

from __future__ import annotations

import pathlib
import sys
import types
from typing import Any

import pytest

from novaclient_mv import client, exceptions, i18n, utils


def test_arguments_are_declared_in_their_order() -> None:
    @utils.arg('name', metavar='<name>')
    @utils.arg('--size', type=int)
    def command() -> None: ...

    utils.add_arg(command, '--size', type=int)
    declared: Any = command
    assert declared.arguments == [(('name',), {'metavar': '<name>'}), (('--size',), {'type': int})]


def test_functions_are_marked() -> None:
    @utils.unauthenticated
    @utils.service_type('volume')
    def command() -> None: ...

    def other() -> None: ...

    assert [utils.isunauthenticated(each) for each in (command, other)] == [True, False]
    assert [utils.get_service_type(each) for each in (command, other)] == ['volume', None]


def test_first_variable_with_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('A_NAME', '')
    monkeypatch.setenv('ANOTHER_NAME', 'b')
    assert utils.env('A_NAME', 'ANOTHER_NAME') == 'b'
    assert (utils.env('A_NAME'), utils.env('A_NAME', default='d')) == ('', 'd')


def test_whole_numbers() -> None:
    numbers = [value for value in (1, '1', 'a', '1.5', None) if utils.is_integer_like(value)]
    assert numbers == [1, '1']


def test_whole_numbers_by_the_name_of_the_argument() -> None:
    assert utils.is_integer_like(val='7')


def test_heads_and_values_of_columns() -> None:
    names = ('name', 'tenant_id', 'ID', 'vm-state', 'OS-EXT-STS:vm_state', 'imageRef', 'a:cD')
    heads = [utils.make_field_formatter(name)[0] for name in names]
    assert heads == [
        *('Name', 'Tenant Id', 'Id', 'Vm-State', 'OS-EXT-STS: Vm State', 'imageRef', 'a: cD')
    ]
    server = types.SimpleNamespace(name='web', size=0)
    assert utils.make_field_formatter('name')[1](server) == 'web'
    assert utils.make_field_formatter('host')[1](server) == ''
    filters = {'name': str.upper, 'size': str, 'host': str.upper}
    values = [utils.make_field_formatter(name, filters)[1](server) for name in filters]
    assert values == ['WEB', 0, '']


def test_classes() -> None:
    assert utils.safe_issubclass(bool, int)
    assert not utils.safe_issubclass(3, int)


def test_nested_mappings_become_one() -> None:
    nested = {'a': {'b': 1, 'c': {'d': [2]}}, 'e': {}, 'f': 'g'}
    assert utils.flatten_dict(nested) == {'a_b': 1, 'a_c_d': [2], 'e': {}, 'f': 'g'}


def test_texts_of_values() -> None:
    assert utils.pretty_choice_list(['a', 'b']) == "'a', 'b'"
    assert utils.pretty_choice_dict({'b': 1, 'a': 2}) == "'a=2', 'b=1'"
    assert utils.format_security_groups([{'name': 'a'}, {'name': 'b'}]) == 'a, b'
    server = type('Server', (), {'networks': {'net': ['10.0.0.1', '10.0.0.2'], 'empty': []}})
    assert utils.format_servers_list_networks(server) == 'net=10.0.0.1, 10.0.0.2'
    assert i18n._('text') == 'text'


def test_queries_are_in_order_of_names() -> None:
    assert utils.prepare_query_string({'b': 'x y', 'a': 1}) == '?a=1&b=x+y'
    assert utils.prepare_query_string(None) == utils.prepare_query_string({}) == ''
    assert utils.get_url_with_filter('/things', {'a': 1}) == '/things?a=1'
    assert utils.get_url_with_filter('/things', None) == '/things'


def test_names_of_extra_specs() -> None:
    utils.validate_flavor_metadata_keys(['key1', 'month.price', 'I-Am:AK-ey.01-', 'spaces and _'])
    for key in ('/1', '?1', '%1', '<', ''):
        with pytest.raises(exceptions.CommandError, match='other characters'):
            utils.validate_flavor_metadata_keys([key])


def test_time_of_a_block_that_ends_well() -> None:
    times: list[tuple[str, float, float]] = []
    with utils.record_time(times, True, 'GET', '/things'):
        pass
    with utils.record_time(times, False, 'GET', '/things'):
        pass
    with pytest.raises(ValueError, match='bad'), utils.record_time(times, True, 'GET'):
        raise ValueError('bad')
    assert [(name, begin <= end) for name, begin, end in times] == [('GET /things', True)]


# -- discovery

MODULE = """
from novaclient_mv import base

class ThingManager(base.Manager):
    resource_class = base.Resource
"""


@pytest.fixture
def site(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder of installed packages, of which one has extensions."""
    (tmp_path / 'by_name_python_novaclient_ext.py').write_text(MODULE, encoding='utf-8')
    (tmp_path / 'python_novaclient_ext.py').write_text(MODULE, encoding='utf-8')
    (tmp_path / 'by_entry_point.py').write_text(MODULE, encoding='utf-8')
    metadata = tmp_path / 'things-1.0.dist-info'
    metadata.mkdir()
    (metadata / 'METADATA').write_text('Name: things\nVersion: 1.0\n', encoding='utf-8')
    (metadata / 'entry_points.txt').write_text(
        '[novaclient.extension]\nthings = by_entry_point\n', encoding='utf-8'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_extensions_are_found_by_name_and_by_entry_point(site: pathlib.Path) -> None:
    """cinder 24.0.0, cinder/compute/nova.py."""
    extensions = client.discover_extensions('2.1')
    mine = {each.name: each for each in extensions if site.as_posix() in str(each.module.__file__)}
    assert sorted(mine) == ['by_name_python_novaclient_ext', 'things']
    made: Any = client.Client('2.1', session=object(), extensions=list(mine.values()))  # type: ignore[arg-type]
    assert type(made.things) is mine['things'].manager_class
    for name in ('by_name_python_novaclient_ext', 'by_entry_point'):
        sys.modules.pop(name, None)


def test_classes_and_versions_of_clients() -> None:
    version, kind = client._get_client_class_and_version('2.9')
    assert (str(version), kind) == ('2.9', client.get_client_class(version))
    with pytest.raises(exceptions.UnsupportedVersion):
        client.get_client_class('1.1')
