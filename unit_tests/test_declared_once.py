"""Declared once, used twice: lists, and a resource's methods that are its manager's."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from novaclient_mv import exceptions, resources, versions
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.v2 import keypairs, servers
from novaclient_mv.v2.servers import lifecycle


class Things:
    """A manager with a list, and with a method of two variants."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)
        self.asked: list[Any] = []

    @resources.by_page
    @versions.wraps('2.5')
    @versions.parameters(limit='2.7..')
    def list(self, kind: str = 'all', limit: int | None = None) -> resources.Listing[str]:
        """Things.

        :param kind: which.
        """
        return resources.Listing(lambda: [kind, 'page', str(limit)], lambda: iter([kind, 'pages']))

    iterate = resources.every_page(list)

    @versions.wraps('2.0', '2.4')
    def paint(self, thing: Thing) -> str:
        """Paint a shape."""
        return 'grey'

    @versions.wraps('2.5')
    def paint(self, thing: Thing, color: str = 'red') -> str:  # noqa: F811
        """Paint a shape in a color."""
        return f'{thing.id} {color}'

    @versions.parameters(hard='2.7..')
    def drop(self, thing: Thing, hard: bool = False) -> tuple[str, bool]:
        """Drop a shape."""
        return thing.id, hard


class Thing(resources.Resource):
    """Something."""

    paint = resources.manager_method(Things.paint)
    drop = resources.manager_method(Things.drop)


def _thing(version: str) -> Any:
    return Thing(Things(version), {'id': 't'}, loaded=True)


def test_list_is_one_page_and_iterate_is_all() -> None:
    things = Things('2.7')
    assert things.list('a', limit=3) == ['a', 'page', '3']
    assert list(things.iterate('a', limit=3)) == ['a', 'pages']


def test_both_refuse_what_the_version_lacks_before_they_send() -> None:
    for method in (Things('2.6').list, Things('2.6').iterate):
        with pytest.raises(exceptions.UnsupportedAttribute):
            method(limit=3)
    for method in (Things('2.4').list, Things('2.4').iterate):
        with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
            method()


@pytest.mark.parametrize('name', ['list', 'iterate'])
def test_both_have_the_signature_of_the_version(name: str) -> None:
    func = getattr(Things, name)
    assert list(versions.signature_of(func, APIVersion('2.6')).parameters) == ['self', 'kind']
    assert list(inspect.signature(func).parameters) == ['self', 'kind', 'limit']
    assert (func.__name__, ':param kind:' in func.__doc__) == (name, True)


def test_method_of_a_resource_is_its_managers() -> None:
    assert _thing('2.4').paint() == 'grey'
    assert _thing('2.5').paint('blue') == _thing('2.5').paint(color='blue') == 't blue'
    assert _thing('2.7').drop(hard=True) == ('t', True)
    with pytest.raises(TypeError):
        _thing('2.4').paint('blue')
    with pytest.raises(exceptions.UnsupportedAttribute):
        _thing('2.6').drop(hard=True)


def test_method_of_a_resource_has_the_signature_of_its_managers_without_the_resource() -> None:
    def names(version: str, func: Any) -> list[str]:
        return list(versions.signature_of(func, APIVersion(version)).parameters)

    assert names('2.4', Thing.paint) == ['self']
    assert names('2.5', Thing.paint) == ['self', 'color']
    assert names('2.6', Thing.drop) == ['self']
    assert list(inspect.signature(Thing.drop).parameters) == ['self', 'hard']
    assert list(inspect.signature(_thing('2.7').drop).parameters) == ['hard']
    assert Thing.drop.__doc__ == 'Drop a shape.'


def test_manager_that_has_another_method_is_asked_for_it() -> None:
    class Others(Things):
        def drop(self, thing: Thing, hard: bool = False) -> tuple[str, bool]:
            return 'other', hard

    assert Thing(Others('2.7'), {'id': 't'}, loaded=True).drop() == ('other', False)


def test_server_and_keypairs_are_declared_so() -> None:
    assert servers.Server.shelve.manager_method is lifecycle.ServerLifecycle.shelve
    assert keypairs.KeypairManager.iterate.__wrapped__ is keypairs.KeypairManager.list.declared
