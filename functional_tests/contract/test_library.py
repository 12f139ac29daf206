"""The library's classes, methods and their signatures at each version, against those recorded."""

from __future__ import annotations

import fnmatch
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from keystoneauth1 import noauth, session

from functional_tests.contract import facts, public_names
from novaclient_mv import api_versions, client
from unit_tests import cases

_SHELL = "parts of python-novaclient's own shell; commands here return values instead"
_CONNECTION = 'requests are values here, which http.Http sends; Client.get_timings() stands'

DEVIATIONS = {
    'utils': _SHELL,
    'utils.*': _SHELL,
    'v2.shell': _SHELL,
    'v2.shell.*': _SHELL,
    'client.SessionClient': _CONNECTION,
    'client.SessionClient.*': _CONNECTION,
    'base.Manager.cache_lock': 'each manager of both has a lock of its own making',
}
"""Names that are other here than recorded, or not there, and why; ``*`` stands for any text."""

FURTHER = {
    'api_versions.wraps': ('gap',),
    'api_versions.VersionedMethod.__init__': ('gap',),
    'exceptions.ResourceInErrorState.__init__': ('fault', 'state'),
    'exceptions.UnsupportedAttribute.__init__': ('ranges',),
    'exceptions.VersionNotFoundForAPIMethod.__init__': ('ranges',),
    'v2.hypervisors.HypervisorManager.get': ('with_servers',),
    'v2.migrations.MigrationManager.list': ('hidden',),
    'v2.volumes.VolumeManager.get_server_volumes': ('limit', 'offset'),
    'v2.servers.Server.backup': ('metadata',),
    'v2.servers.Server.rebuild': ('access_ip_v4', 'access_ip_v6'),
    'v2.servers.Server.update': ('disk_config', 'access_ip_v4', 'access_ip_v6'),
    'v2.servers.ServerManager.backup': ('metadata',),
    'v2.servers.ServerManager.rebuild': ('access_ip_v4', 'access_ip_v6'),
    'v2.servers.ServerManager.update': ('disk_config', 'access_ip_v4', 'access_ip_v6'),
}
"""Optional parameters that follow the recorded ones."""


def _reason(name: public_names.Name) -> str | None:
    for pattern, reason in DEVIATIONS.items():
        if fnmatch.fnmatchcase(str(name), pattern):
            return reason
    return None


def _compared(names: Iterator[public_names.Name]) -> list[public_names.Name]:
    """The names that are to be as recorded, of those that are there."""
    return [name for name in names if name.is_there and not _reason(name)]


def _every_name() -> list[public_names.Name]:
    return [
        *public_names.modules(),
        *public_names.classes(),
        *public_names.functions(),
        *public_names.methods(),
        *public_names.values(),
    ]


def test_every_public_name_is_there() -> None:
    lacking = [str(each) for each in _every_name() if not each.is_there and not _reason(each)]
    assert not lacking, f'{len(lacking)}: {", ".join(lacking)}'


def test_every_deviation_belongs_to_a_recorded_name() -> None:
    names = [str(each) for each in _every_name()]
    assert not [each for each in DEVIATIONS if not fnmatch.filter(names, each)]
    assert set(FURTHER) <= set(names)


@cases.one_test_of('name', _compared(public_names.classes()))
def test_class_has_the_recorded_bases(name: public_names.Name) -> None:
    ours = {each.__name__ for each in inspect.getmro(name.ours)}
    assert set(name.recorded['bases']) <= ours


@cases.one_test_of('name', _compared(public_names.classes()))
def test_class_inherits_the_recorded_names(name: public_names.Name) -> None:
    inherited = [
        public_names.Name(name.module, name.owner, each) for each in name.recorded['inherited']
    ]
    lacking = [str(each) for each in inherited if not each.is_there and not _reason(each)]
    assert not lacking


@cases.one_test_of('name', _compared(public_names.values()))
def test_value_is_the_recorded_one(name: public_names.Name) -> None:
    value = name.ours
    value = value.__name__ if inspect.isclass(value) else value
    assert value == name.recorded['value']


@cases.one_test_of('name', _compared(public_names.functions()))
def test_function_has_the_recorded_signature(name: public_names.Name) -> None:
    assert not list(_differences(name, name.ours))


@cases.one_test_of('name', _compared(public_names.methods()))
def test_method_has_the_recorded_signature_at_each_version(name: public_names.Name) -> None:
    kind = name.recorded['kind']
    ours = name.ours
    if kind == 'property':
        assert not callable(ours)
        return
    assert isinstance(ours, classmethod) == (kind == 'classmethod')
    assert isinstance(ours, staticmethod) == (kind == 'staticmethod')
    assert not list(_differences(name, getattr(ours, '__func__', ours)))


def _differences(name: public_names.Name, ours: Callable[..., Any]) -> Iterator[str]:
    """In what a function differs from the recorded one, a line for each version that does."""
    recorded = public_names.variants(name)
    for version in _versions(recorded, ours):
        signature = next((each for versions, each in recorded if version in versions), None)
        found = public_names.our_parameters(ours, version)
        if signature is None or found is None:
            if (signature is None) != (found is None):
                yield f'{version}: {"missing" if found is None else "should not exist"}'
            continue
        wanted = public_names.recorded_parameters(signature)
        if name.recorded['kind'] == 'function':
            # One signature for all versions refused at run time what a version lacks.
            wanted = _without_tail(wanted, found, ours)
        further = FURTHER.get(str(name), ())
        extra = [each for each in found if each.name in further and each.default]
        if found != wanted + extra:
            yield f'{version}: ({_text(found)}), recorded ({_text(wanted)})'


def _without_tail(
    recorded: list[public_names.Parameter],
    found: list[public_names.Parameter],
    ours: Callable[..., Any],
) -> list[public_names.Parameter]:
    """The recorded parameters without versioned ones that lack here, if that moves no other."""
    names = {each.name for each in found}
    kept = [each for each in recorded if each.name in names or not _is_versioned(ours, each)]
    places = [each for each in kept if each.kind == 'positional_or_keyword']
    return kept if places == recorded[: len(places)] else recorded


def _versions(
    recorded: list[tuple[api_versions.VersionRange, Any]], ours: Callable[..., Any]
) -> list[api_versions.APIVersion]:
    """The versions on both sides of each change, recorded or ours."""
    ranges = [each for each, _ in recorded]
    for variant in api_versions.variants_of(ours):
        ranges.append(variant.range)
        for each in getattr(variant.func, 'parameter_ranges', {}).values():
            ranges += each
    found = {api_versions.NO_MICROVERSION, public_names.NEWEST}
    for each in ranges:
        # A range without bounds begins below every service's versions.
        found.add(max(each.start, api_versions.NO_MICROVERSION))
        if each.start > api_versions.NO_MICROVERSION:
            found.add(api_versions.previous_version(each.start))
        if not each.is_open:
            found |= {each.end, api_versions.next_version(each.end)}
    return sorted(each for each in found if each <= public_names.NEWEST)


def _is_versioned(ours: Callable[..., Any], parameter: public_names.Parameter) -> bool:
    """Whether some versions have a parameter."""
    return any(
        parameter.name in getattr(variant.func, 'parameter_ranges', {})
        for variant in api_versions.variants_of(ours)
    )


def _text(parameters: list[public_names.Parameter]) -> str:
    return ', '.join(map(str, parameters))


# -- what a client has


def _attributes() -> list[tuple[str, dict[str, str]]]:
    recorded = facts.read('library.json')['client_attributes'] if facts.is_present() else {}
    return [*recorded.items()]


@cases.one_test_of('name, recorded', _attributes())
def test_client_has_the_recorded_attribute(name: str, recorded: dict[str, str]) -> None:
    ours = client.Client('2.90', session=session.Session(auth=noauth.NoAuth()))
    assert hasattr(ours, name)
    if 'manager' in recorded:
        manager = getattr(ours, name)
        there = public_names.Name(recorded['module'], recorded['manager'], None)
        assert isinstance(manager, there.ours)
        assert manager.resource_class.__name__ == recorded['resource']
