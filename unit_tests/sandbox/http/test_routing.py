"""Routes: which one a path takes, and what it is served by."""

from __future__ import annotations

import pytest

from novaclient_mv import api_versions
from novaclient_mv.sandbox.http.routing import Actions, Route, Router

ROUTES = (
    Route('/things', 'shop.fine_things', GET='index', POST='create'),
    Route('/things/special', 'special', GET='special'),
    Route('/things/{id}', 'fine_things', '2.5..2.9', GET='show', DELETE='delete'),
    Actions('/things/{id}/action', {'acts': 'os-start createImage', 'more': 'lock'}, '..2.4'),
    Route('/things/{thing_id}/parts/{id}', 'parts', PUT='update'),
    Route('/things/{id}', 'late', PATCH='patch', GET='never'),
)


@pytest.fixture
def router() -> Router:
    """Routes to modules of the sandbox's compute service."""
    return Router('novaclient_mv.sandbox.compute', ROUTES)


@pytest.mark.parametrize(
    ('method', 'path', 'place', 'variables'),
    [
        ('GET', '/things', 0, {}),
        ('POST', '/things', 0, {}),
        ('GET', '/things/special', 1, {}),
        ('DELETE', '/things/special', 2, {'id': 'special'}),
        ('GET', '/things/x', 2, {'id': 'x'}),
        ('PATCH', '/things/x', 5, {'id': 'x'}),
        ('POST', '/things/x/action', 3, {'id': 'x'}),
        ('PUT', '/things/x/parts/y', 4, {'thing_id': 'x', 'id': 'y'}),
    ],
)
def test_first_route_of_a_path_and_a_method_is_taken(
    router: Router, method: str, path: str, place: int, variables: dict[str, str]
) -> None:
    match = router.find(path, method)
    assert match is not None
    assert (match[0], match[1]) == (ROUTES[place], variables)


@pytest.mark.parametrize(
    ('method', 'path'),
    [
        ('DELETE', '/things'),
        ('GET', '/things/'),
        ('GET', '/others'),
        ('GET', '/things/x/parts'),
        ('GET', '/things/x/action'),
        ('PUT', '/things/x/others/y'),
        ('GET', ''),
        ('GET', '/'),
    ],
)
def test_path_or_method_without_a_route_finds_nothing(
    router: Router, method: str, path: str
) -> None:
    assert router.find(path, method) is None


@pytest.mark.parametrize(
    ('path', 'methods'),
    [
        ('/things', ['GET', 'POST']),
        ('/things/special', ['GET', 'DELETE', 'PATCH']),
        ('/things/x', ['GET', 'DELETE', 'PATCH']),
        ('/things/x/action', ['POST']),
        ('/things/', []),
        ('/others', []),
        ('', []),
    ],
)
def test_methods_of_a_path_are_those_of_all_its_routes_once_each(
    router: Router, path: str, methods: list[str]
) -> None:
    assert router.methods(path) == methods


def test_path_is_there_in_every_version_unless_its_route_says_otherwise() -> None:
    def has(place: int, version: str) -> bool:
        route = ROUTES[place]
        assert isinstance(route, Route | Actions)
        return api_versions.APIVersion(version) in route.versions

    assert [has(0, version) for version in ('2.0', '2.1', '2.90')] == [True, True, True]
    assert [has(2, version) for version in ('2.4', '2.5', '2.9', '2.10')] == [
        False, True, True, False,
    ]  # fmt: skip
    assert [has(3, version) for version in ('2.0', '2.4', '2.5')] == [True, True, False]
    assert api_versions.APIVersion('2.0') in Actions('/x', {}).versions


def test_actions_know_the_controller_and_the_handler_of_each_name() -> None:
    actions = ROUTES[3]
    assert isinstance(actions, Actions)
    assert actions.by_name == {
        'os-start': ('acts', 'start'),
        'createImage': ('acts', 'create_image'),
        'lock': ('more', 'lock'),
    }
    assert dict(actions.methods) == {'POST': 'action'}


def test_controller_is_the_class_of_its_modules_name(router: Router) -> None:
    from novaclient_mv.sandbox.compute.servers import server_tags

    assert router.load('servers.server_tags') is server_tags.ServerTags
