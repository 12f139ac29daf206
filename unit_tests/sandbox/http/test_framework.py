"""Routes with their handlers, what an answer loads, and faults in its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http import wsgi
from novaclient_mv.sandbox.http.routing import Actions, Router
from novaclient_mv.sandbox.identity.service import IdentityService
from novaclient_mv.sandbox.image.service import ImageService
from novaclient_mv.sandbox.network.service import NetworkService
from novaclient_mv.sandbox.volume.service import VolumeService
from unit_tests import processes
from unit_tests.sandbox.caller import Caller

ROUTERS = [
    Router('novaclient_mv.sandbox.compute', routes.ROUTES),
    *(
        Router(service.package, service.routes)
        for service in (IdentityService, ImageService, NetworkService, VolumeService)
    ),
]


@pytest.mark.parametrize('router', ROUTERS, ids=lambda router: router.package.rpartition('.')[2])
def test_every_route_finds_itself_and_its_handlers(router: Router) -> None:
    for route in router.routes:
        for method in route.methods:
            match = router.find(re.sub(r'{\w+}', 'x', route.path), method)
            assert match is not None
            assert method in match[0].methods
        if isinstance(route, Actions):
            named = list(route.by_name.values())
        else:
            named = [(route.controller, handler) for handler in route.methods.values()]
        for controller, handler in named:
            assert callable(getattr(router.load(controller), handler)), route.path


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
