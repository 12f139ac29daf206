"""Schemas stacked by version, variants of a handler, routes and actions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import api_versions
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http import declarations, wsgi
from novaclient_mv.sandbox.http.routing import Actions, Route, Router, handler_name
from unit_tests import processes
from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.newest import NEWEST

ANY: dict[str, object] = {}


def test_schemas_with_a_gap_are_refused_when_the_module_is_imported() -> None:
    with pytest.raises(TypeError, match='gap'):

        @declarations.schema(ANY, '2.1', '2.4')
        @declarations.schema(ANY, '2.6')
        def create() -> None:
            pass


def test_schemas_that_overlap_are_refused_when_the_module_is_imported() -> None:
    with pytest.raises(TypeError, match='overlaps'):

        @declarations.query_schema(ANY, '2.1', '2.5')
        @declarations.query_schema(ANY, '2.5')
        def index() -> None:
            pass


def test_an_empty_range_of_a_schema_is_refused() -> None:
    with pytest.raises(TypeError, match='empty'):
        declarations.schema(ANY, '2.5', '2.4')(lambda: None)


def test_schema_in_force_changes_at_its_first_version() -> None:
    early, late = {'title': 'early'}, {'title': 'late'}

    @declarations.schema(early, '2.1', '2.9')
    @declarations.schema(late, '2.10')
    def create() -> None:
        pass

    found = [
        declarations.declared(create, 'body_schemas', api_versions.APIVersion(text))
        for text in ('2.0', '2.1', '2.9', '2.10', NEWEST)
    ]
    assert found == [None, early, early, late, late]


class _Handlers(wsgi.Controller):
    """Handlers that keep to what they declare, and others."""

    def shown(self) -> wsgi.Response:
        return self.answer({})

    @declarations.success(200, end='2.4')
    @declarations.success(202, start='2.5')
    def created(self) -> wsgi.Response:
        return self.answer()

    @declarations.success(201, 204)
    def put(self) -> wsgi.Response:
        return self.answer(status=int(self.req.parameter('status') or 204))

    @declarations.expected_errors(404, end='2.4')
    @declarations.expected_errors(404, 409, start='2.5')
    def found(self) -> wsgi.Response:
        raise wsgi.Fault(int(self.req.parameter('status') or 404))

    def tested(self) -> wsgi.Response:
        found = ['one'] if self.matches('2.10', '2.34') else []
        return self.answer({'found': [*found, *(['two'] if self.matches('2.35') else [])]})

    def refused(self) -> wsgi.Response:
        raise wsgi.Fault(403)


@pytest.mark.parametrize(
    ('handler', 'version', 'status'),
    [
        ('shown', '2.1', 200),
        ('created', '2.4', 200),
        ('created', '2.5', 202),
        ('put', '2.1', 204),
        ('found', '2.4', 404),
        ('refused', '2.1', 403),
    ],
)
def test_answer_has_the_status_that_its_handler_declares_for_a_version(
    path: Path, handler: str, version: str, status: int
) -> None:
    cloud = Caller(path)
    assert _called(cloud, handler, version).status == status


@pytest.mark.parametrize(
    ('handler', 'version', 'status', 'answered'),
    [
        ('found', '2.4', 409, 500),
        ('found', '2.5', 409, 409),
        ('found', '2.5', 400, 500),
        ('put', '2.1', 201, 201),
        ('put', '2.1', 202, 500),
    ],
)
def test_status_that_a_handler_does_not_declare_is_a_defect(
    path: Path, handler: str, version: str, status: int, answered: int
) -> None:
    answer = _called(Caller(path), handler, version, f'?status={status}')
    assert answer.status == answered
    if answered == 500:
        assert answer.message == f'_Handlers.{handler} does not declare the status {status}.'


@pytest.mark.parametrize(
    ('version', 'expected'), [('2.9', []), ('2.10', ['one']), ('2.34', ['one']), ('2.35', ['two'])]
)
def test_handler_can_test_the_version_itself(path: Path, version: str, expected: list[str]) -> None:
    assert _called(Caller(path), 'tested', version).body == {'found': expected}


def _called(cloud: Caller, handler: str, version: str, query: str = '') -> Answer:
    """The answer where the one route of the Compute API is a handler above."""
    service = cloud.application._compute(is_legacy=False)
    service.router = Router(__name__, [Route('/thing', 'handlers', GET=handler)])
    service.router.load = lambda controller: _Handlers
    cloud.application._services['/v2.1'] = service
    return cloud('GET', f'/v2.1/thing{query}', version)


def test_api_version_is_the_one_mechanism_of_variants() -> None:
    assert declarations.api_version is api_versions.wraps


@pytest.mark.parametrize(
    ('action', 'handler'),
    [
        ('os-start', 'start'),
        ('lock', 'lock'),
        ('createImage', 'create_image'),
        ('os-getVNCConsole', 'get_vnc_console'),
        ('os-migrateLive', 'migrate_live'),
        ('trigger_crash_dump', 'trigger_crash_dump'),
    ],
)
def test_name_of_an_action_tells_its_handler(action: str, handler: str) -> None:
    assert handler_name(action) == handler


def test_every_route_has_its_controller_and_handlers() -> None:
    router = Router('novaclient_mv.sandbox.compute', routes.ROUTES)
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            named = list(route.by_name.values())
        else:
            named = [(route.controller, handler) for handler in route.methods.values()]
        for controller, handler in named:
            assert callable(getattr(router.load(controller), handler)), route.path


def test_every_route_finds_itself() -> None:
    router = Router('novaclient_mv.sandbox.compute', routes.ROUTES)
    for route in routes.ROUTES:
        for method in route.methods:
            path = re.sub(r'{\w+}', 'x', route.path)
            found = router.find(path, method)
            assert found is not None
            assert found[0] is route


def test_reading_loads_no_schema_library_and_no_transport(path: Path) -> None:
    script = f"""
import sys
from unit_tests.sandbox.caller import Caller
cloud = Caller({str(path)!r})
assert cloud('GET', '/v2.1/servers/detail', '2.90').status == 200
print([name for name in ('jsonschema', 'requests', 'waitress', 'keystoneauth1', 'yaml')
       if name in sys.modules])
"""
    done = processes.python('-c', script, check=True)
    assert done.stdout.strip() == '[]'


@pytest.mark.parametrize(
    ('package', 'asked'),
    [
        ('jsonschema', ('POST', '/v2.1/os-keypairs', None, {'keypair': {'name': 'k'}})),
        ('microversion_parse', ('GET', '/v2.1/servers', '2.90')),
    ],
)
def test_lack_of_a_package_names_the_one_command(path: Path, package: str, asked: Any) -> None:
    script = f"""
import sys
sys.modules[{package!r}] = None
from unit_tests.sandbox.caller import Caller
answer = Caller({str(path)!r})(*{asked!r})
print(answer.status, answer.message)
"""
    done = processes.python('-c', script, check=True)
    assert done.stdout.startswith('501 ')
    assert 'pip install "nova-mv[sandbox]"' in done.stdout


def test_faults_hook_answers_in_the_place_of_the_cloud(path: Path) -> None:
    def faults(request: wsgi.Request) -> wsgi.Response | None:
        if request.path == '/v2.1/flavors':
            return wsgi.Response(503, b'', [('Retry-After', '2')])
        return None

    cloud = Caller(path, faults=faults)
    assert cloud('GET', '/v2.1/flavors').status == 503
    assert cloud('GET', '/v2.1/servers').status == 200


@pytest.mark.parametrize(
    ('upper', 'lower'),
    [
        (('2.10', None), ('2.1', '2.9')),
        (('2.6', '2.9'), ('2.1', '2.5')),
    ],
)
def test_schemas_that_stand_in_descending_order_are_in_force_all_the_same(
    upper: tuple[str, str | None], lower: tuple[str, str | None]
) -> None:
    late, early = {'title': 'late'}, {'title': 'early'}

    @declarations.schema(late, *upper)
    @declarations.schema(early, *lower)
    def create() -> None:
        pass

    ranges = [str(each.range.start) for each in create.body_schemas]  # type: ignore[attr-defined]
    assert ranges == [lower[0], upper[0]]
    for text, title in ((lower[0], early), (lower[1], early), (upper[0], late)):
        assert declarations.declared(create, 'body_schemas', api_versions.APIVersion(text)) is title


def test_schemas_in_descending_order_may_leave_no_gap_either() -> None:
    with pytest.raises(TypeError, match='gap'):

        @declarations.schema(ANY, '2.10')
        @declarations.schema(ANY, '2.1', '2.8')
        def create() -> None:
            pass


def test_path_that_is_not_utf_8_names_nothing(path: Path) -> None:
    # A path in WSGI is the latin-1 text of its bytes.
    assert Caller(path)('GET', '/v2.1/servers/\xff').status == 404
