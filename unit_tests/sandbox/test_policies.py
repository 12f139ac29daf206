"""The sandbox refuses whom the policies of the release that it plays refuse, and nobody else."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import sandbox, shell, versions
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.policies import answers, facts, judgement, requests
from novaclient_mv.policies.answers import Caller as Who
from novaclient_mv.sandbox.baremetal import routes as baremetal
from novaclient_mv.sandbox.compute import routes as compute
from novaclient_mv.sandbox.http import policy
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import service as placement
from novaclient_mv.sandbox.state.context import Context
from unit_tests.newest import NEWEST
from unit_tests.sandbox.caller import Caller

ROLES = {
    'reader': ('reader',),
    'demo': ('member', 'reader'),
    'manager': ('manager', 'member', 'reader'),
    'admin': ('admin', 'member', 'reader'),
    'service': ('service',),
}
"""Users of a sandbox, with their roles in the project ``demo``."""

RELEASES = {'pike': '2.53', 'wallaby': '2.88', '2023.2': '2.95', 'hibiscus': NEWEST}

ACTIONS: dict[str, Any] = {
    'os-start': None,
    'os-stop': None,
    'pause': None,
    'suspend': None,
    'lock': None,
    'unlock': None,
    'shelve': None,
    'shelveOffload': None,
    'forceDelete': None,
    'injectNetworkInfo': None,
    'migrate': None,
    'confirmResize': None,
    'revertResize': None,
    'os-getConsoleOutput': {},
    'os-resetState': {'state': 'active'},
    'createImage': {'name': 'copy'},
    'rescue': None,
    'reboot': {'type': 'HARD'},
}

WITHOUT_RULES = re.compile(r'/images|^GET /flavors$|/os-baremetal-nodes|os-getRDPConsole')
ROUTES = {'compute': compute.ROUTES, 'placement': placement.ROUTES, 'baremetal': baremetal.ROUTES}


def operations(service: str) -> Iterator[str]:
    """The operations that a service of the sandbox has a handler for."""
    for route in ROUTES[service]:
        if isinstance(route, Route):
            methods = route.methods if route.controller != 'gone' else ()
            yield from (f'{method} {route.path}' for method in methods)
        else:
            served = (name for name, (place, _) in route.by_name.items() if place != 'gone')
            yield from (f'POST {route.path} {name}' for name in served)


def body_of(operation: str) -> dict[str, Any] | None:
    """A body that shows what the operation is, and asks for nothing more."""
    action = operation.partition(' ')[2].partition(' ')[2]
    return {action: {}} if action else {} if operation.startswith(('POST', 'PUT')) else None


@pytest.mark.parametrize('release', RELEASES)
def test_compute_refuses_as_the_policies_do(release: str) -> None:
    """Every operation, with each role: the permission that handlers ask for."""
    policies = facts.of('compute')
    played = policies.release(release)
    rules = policy.Policy('compute', RELEASES[release])
    assert rules.release == played
    for operation in operations('compute'):
        request = requests.Request(
            operation,
            versions.APIVersion(RELEASES[release]),
            body=body_of(operation),
            ids=('own', 'two'),
            project_id='own',
        )
        for roles in ROLES.values():
            context = Context('user', 'user', 'own', 'own', roles)
            path = operation.split()[1]
            permission = policy.Permission(rules, context, path, lambda request=request: request)
            judged = judgement.judge([request], Who(roles), played, policies)
            try:
                permission.ask()
                refused = None
            except Fault as fault:
                refused = (fault.message or '').split()[3]
            expected = judged.refusing
            assert refused == (expected and expected.rule), (operation, roles)


def test_operations_without_rules_are_those_that_are_known_to_ask_none() -> None:
    policies = facts.of('compute')
    unknown = {
        operation
        for operation in operations('compute')
        if all(policies.asked(operation, release) is None for release in policies.releases)
    }
    assert [operation for operation in unknown if not WITHOUT_RULES.search(operation)] == []


def test_administrators_are_refused_where_it_is_said() -> None:
    """The shortcut for administrators, who need no table, is one that the tables allow."""
    who = Who(('admin',))
    for service, apart in (('compute', 'os-server-shares'), ('placement', 'reshaper')):
        policies = facts.of(service)
        refusing = {
            rule.name
            for release in policies.releases
            for rule in policies.rules(release).values()
            if rule.operations and answers.by_defaults(rule, who, release, policies) != 'yes'
        }
        assert {name for name in refusing if apart not in name} <= {
            'compute:servers:resize:cross_cell'
        }


@pytest.mark.parametrize('release', RELEASES)
def test_answers_of_compute_are_refusals_where_the_policies_refuse(
    path: Path, release: str
) -> None:
    """On the wire: what is read, and actions of a server, of the project's own."""
    policies, version = facts.of('compute'), RELEASES[release]
    admin = Caller(path, maximum=version)
    server = admin.other('demo')('GET', '/v2.1/servers').body['servers'][0]['id']
    for user, roles in ROLES.items():
        caller = admin.other(user, 'demo')
        for operation in operations('compute'):
            method, place, action = (*operation.split(' '), '')[:3]
            of_others = place.endswith('/action') and not place.startswith('/servers/')
            if of_others or not (method == 'GET' or action in ACTIONS):
                continue
            body = {action: ACTIONS[action]} if action else None
            spot = re.sub('(/servers|/os-volumes_boot)/{.*?}', rf'\1/{server}', place)
            spot = re.sub('(/os-quota-sets|-usage)/{.*?}', rf'\1/{caller.project}', spot)
            answer = caller(method, f'/v2.1{re.sub("{.*?}", "1", spot)}', version, body)
            request = requests.Request(
                operation, versions.APIVersion(version), body=body, project_id=caller.project
            )
            judged = judgement.judge([request], Who(roles), policies.release(release), policies)
            if judged.refusing is None:
                assert answer.status != 403 or 'Policy' not in answer.message, (operation, user)
            elif answer.status != 404:
                words = f"Policy doesn't allow {judged.refusing.rule} to be performed."
                assert (answer.status, answer.message) == (403, words), (operation, user)


FILE = """
"os_compute_api:servers:index": "role:admin"
"os_compute_api:os-hypervisors:list": "rule:project_reader_api"
"os_compute_api:servers:show": "user_id:%(user_id)s"
"os_compute_api:os-extended-server-attributes": "role:reader"
"os_compute_api:os-extended-availability-zone": "!"
"placement:resource_providers:list": "role:reader"
"baremetal:node:list": "!"
"baremetal:node:list_all": "!"
"""


def test_policy_file_overrides_the_defaults(path: Path, tmp_path: Path) -> None:
    pytest.importorskip('oslo_policy')
    file = tmp_path / 'policy.yaml'
    file.write_text(FILE, encoding='utf-8')
    admin = Caller(path, policy_file=str(file))
    demo, reader = admin.other('demo'), admin.other('reader', 'demo')
    server = admin('GET', '/v2.1/servers?all_tenants=1&name=demo').body['servers']
    own = demo.boot()
    requests_and_statuses = [
        (admin, '/v2.1/servers', 200),
        (demo, '/v2.1/servers', 403),
        (reader, '/v2.1/os-hypervisors', 200),
        (demo, f'/v2.1/servers/{own}', 200),
        (reader, f'/v2.1/servers/{own}', 403),
        (admin, f'/v2.1/servers/{own}', 403),
        (reader, '/placement/resource_providers', 200),
        (reader, '/placement/resource_classes', 403),
        (demo, '/baremetal/v1/nodes', 403),
        (admin, '/baremetal/v1/nodes', 403),
    ]
    headers = {'OpenStack-API-Version': 'placement 1.20'}
    for caller, place, status in requests_and_statuses:
        sent = headers if place.startswith('/placement') else {}
        assert caller('GET', place, headers=sent).status == status, place
    assert server is not None
    assert 'OS-EXT-SRV-ATTR:host' in demo.server(own)
    notes = admin.application.policy_notes()
    rule = 'os_compute_api:os-extended-availability-zone'
    assert notes == [f'{rule} is not a rule of the services that are played.']


def test_policy_file_that_cannot_be_used_is_told(path: Path, tmp_path: Path) -> None:
    pytest.importorskip('oslo_policy')
    file = tmp_path / 'policy.yaml'
    file.write_text('"os_compute_api:servers:index": "role admin("', encoding='utf-8')
    for name, words in ((file, 'check of os_compute_api:servers:index'), (path, 'be read')):
        with pytest.raises(sandbox.UnusablePolicy, match=words):
            sandbox.serve(path, policy_file=str(name))


BAREMETAL = {
    # Role, operation: who may, at three releases.
    'pike': {'reader': 403, 'demo': 403, 'manager': 403, 'admin': 200, 'service': 403},
    'wallaby': {'reader': 200, 'demo': 200, 'manager': 200, 'admin': 200, 'service': 403},
    'hibiscus': {'reader': 200, 'demo': 200, 'manager': 200, 'admin': 200, 'service': 200},
}


@pytest.mark.parametrize('release', BAREMETAL)
def test_services_beside_compute_refuse_as_their_policies_do(path: Path, release: str) -> None:
    """On the wire: what is read, at the releases that differ most."""
    admin = Caller(path, release=release)
    for service, prefix in (('baremetal', '/baremetal/v1'), ('placement', '/placement')):
        policies = facts.of(service)
        played = admin.application.policies[service].release
        for user, roles in ROLES.items():
            caller = admin.other(user, 'demo')
            if service == 'baremetal':
                assert caller('GET', f'{prefix}/nodes').status == BAREMETAL[release][user], user
            for operation in operations(service):
                asked = policies.asked(operation, played)
                method, place = operation.split(' ')
                if method != 'GET' or not asked or (service, user) == ('baremetal', 'admin'):
                    continue
                place = f'{prefix}{re.sub("{.*?}", "one", place)}?project_id={caller.project}'
                sent = {
                    'OpenStack-API-Version': 'placement 1.39',
                    'X-OpenStack-Ironic-API-Version': '1.115',
                }
                status = caller('GET', place, headers=sent).status
                request = requests.Request(operation, versions.APIVersion('1.115'))
                judged = judgement.judge([request], Who(roles), played, policies)
                assert (status == 403) == (judged.answer == 'no'), (operation, user)


PATCHES = ('name', 'driver', 'boot_interface', 'extra', 'owner', 'shard', 'description')


@pytest.mark.parametrize('release', ['1.38', '1.69', '1.95', '1.115'])
def test_bare_metal_refuses_as_the_policies_do(release: str) -> None:
    """Every operation and some changes of a node, with each role, of the project's own."""
    rules = policy.Policy('baremetal', release)
    bodies: dict[str, Any] = {'PATCH /nodes/{node_ident}': PATCHES}
    for operation in operations('baremetal'):
        for field in bodies.get(operation, ('',)):
            body = [{'op': 'add', 'path': f'/{field}', 'value': 'x'}] if field else None
            request = requests.Request(operation, versions.APIVersion('1.115'), body=body)
            for roles in list(ROLES.values())[:3]:
                context = Context('user', 'user', 'own', 'own', roles)
                judged = judgement.judge([request], Who(roles), rules.release, rules.facts)
                refusing = rules.refusing(request, context)
                assert (refusing is None) == (judged.answer != 'no'), (operation, field, roles)
                assert refusing in (None, *(need.rule for need in judged.needs))


def test_command_refuses_a_policy_file_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / 'policy.yaml'
    file.write_text('- one', encoding='utf-8')
    err = io.StringIO()
    environment = Environment({'HOME': str(tmp_path)}, stdout=io.StringIO(), stderr=err)
    words = ['sandbox-serve', '--port', '0', '--policy-file', str(file)]
    assert shell.run(words, environment) == 2
    assert f'{file} is not a mapping of rules to checks.' in err.getvalue()


def test_members_see_what_is_of_their_own_nodes(cloud: Caller) -> None:
    headers = {'X-OpenStack-Ironic-API-Version': '1.115'}
    demo, service = cloud.other('demo'), cloud.other('service', 'demo')

    def names(caller: Caller, kind: str) -> list[str]:
        return [
            row['uuid']
            for row in caller('GET', f'/baremetal/v1/{kind}', headers=headers).body[kind]
        ]

    assert names(demo, 'nodes') == names(demo, 'ports') == []
    assert names(service, 'nodes') == names(cloud, 'nodes') != []
    port = names(cloud, 'ports')[0]
    assert names(service, 'ports') == names(cloud, 'ports')
    assert demo('GET', f'/baremetal/v1/ports/{port}', headers=headers).status == 404
    owned = {'name': 'one', 'resource_class': 'baremetal', 'owner': demo.project}
    assert cloud('POST', '/baremetal/v1/allocations', body=owned, headers=headers).status == 201
    others = {'name': 'two', 'resource_class': 'baremetal', 'owner': cloud.project}
    assert cloud('POST', '/baremetal/v1/allocations', body=others, headers=headers).status == 201
    assert len(names(demo, 'allocations')) == 1
    assert demo('GET', '/baremetal/v1/allocations/two', headers=headers).status == 404
