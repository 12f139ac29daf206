"""Requirements of library calls: the versions at which a method takes the arguments."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors, knowledge, versions
from novaclient_mv.baremetal.v1.allocations import AllocationManager
from novaclient_mv.knowledge import calls
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.services import BAREMETAL, COMPUTE
from novaclient_mv.v2.hypervisors import HypervisorStatsManager
from novaclient_mv.v2.keypairs import KeypairManager
from novaclient_mv.v2.servers import Server, ServerManager
from unit_tests.knowledge.random_lines import versions_of


def bounds(result: Requirements) -> list[tuple[str, str | None]]:
    return [(span['start'], span['end']) for span in result.as_mapping()['windows']]


def test_arguments_with_versions_are_needs() -> None:
    result = calls.requirements_of(ServerManager.create, hostname='x', tags=['a'])
    assert result.command == 'ServerManager.create'
    assert bounds(result) == [('2.90', None)]
    assert [need.part for need in result.needs] == ['hostname', 'tags']
    assert result.lowest_set_by == ['hostname']


def test_arguments_that_never_exist_together_conflict() -> None:
    result = calls.requirements_of(ServerManager.create, hostname='x', files={'/a': 'b'})
    assert result.windows == ()
    assert (result.conflict or '').startswith('hostname and files never exist together')


def test_argument_by_position_counts_as_by_name() -> None:
    by_place = calls.requirements_of(KeypairManager.create, 'work', None, 'ssh')
    assert bounds(by_place) == bounds(calls.requirements_of(KeypairManager.create, key_type='ssh'))
    assert bounds(by_place) == [('2.2', None)]


def test_method_of_a_resource_is_its_managers() -> None:
    result = calls.requirements_of(Server.rebuild, 'image', description='x')
    assert bounds(result) == [('2.19', None)]


def test_service_is_that_of_the_method() -> None:
    result = calls.requirements_of(AllocationManager.create, owner='me')
    assert (result.service, bounds(result)) == (BAREMETAL, [('1.60', None)])
    assert calls.service_of(ServerManager.create) is COMPUTE


def test_unknown_arguments_and_methods_are_refused() -> None:
    with pytest.raises(TypeError, match='no_such'):
        calls.requirements_of(ServerManager.create, no_such=1)
    with pytest.raises(TypeError, match='not a method of a service'):
        calls.requirements_of(bounds)


class _Reached(Exception):
    """A call came through to what builds a request."""


class _Manager:
    """Stands for a manager of a version; all else that a method asks of it ends the call."""

    manager = None

    def __init__(self, version: versions.APIVersion) -> None:
        self.api_version = version

    def __getattr__(self, name: str) -> Any:
        raise _Reached


def is_taken(method: Callable[..., Any], version: versions.APIVersion, **given: Any) -> bool:
    """Whether a call at a version gets past the declarations."""
    try:
        method(_Manager(version), **given)
    except (errors.UnsupportedAttribute, errors.VersionNotFoundForAPIMethod):
        return False
    except Exception:
        return True
    return True


@pytest.mark.parametrize(
    ('method', 'given'),
    [
        (ServerManager.create, {'tags': ['a'], 'name': 'w', 'image': 'i', 'flavor': 'f'}),
        (ServerManager.create, {'files': {'a': 'b'}, 'name': 'w', 'image': 'i', 'flavor': 'f'}),
        (ServerManager.create, {'files': {}, 'name': 'w', 'image': 'i', 'flavor': 'f'}),
        (KeypairManager.create, {'name': 'w', 'user_id': 'u'}),
        (KeypairManager.list, {'limit': 3}),
        (KeypairManager.iterate, {'user_id': 'u'}),
        (HypervisorStatsManager.statistics, {}),
        (AllocationManager.create, {'owner': 'me'}),
    ],
    ids=lambda value: ','.join(value) if isinstance(value, dict) else value.__qualname__,
)
def test_windows_are_those_of_real_calls(method: Callable[..., Any], given: dict[str, Any]) -> None:
    result = calls.requirements_of(method, **given)
    for version in versions_of(result.service):
        expected = is_taken(method, version, **given)
        assert any(version in window for window in result.windows) == expected, version


# -- public names --


@pytest.mark.parametrize('name', knowledge.__all__)
def test_name_is_that_of_its_module(name: str) -> None:
    module = importlib.import_module(f'novaclient_mv.knowledge.{knowledge._MODULES[name]}')
    assert getattr(knowledge, name) is getattr(module, name)


def test_other_names_are_none() -> None:
    with pytest.raises(AttributeError) as caught:
        _ = knowledge.x
    assert str(caught.value) == "module 'novaclient_mv.knowledge' has no attribute 'x'"
