"""The sandbox refuses whom the policies of the release that it plays refuse, and nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import versions
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
            ids=('one', 'two'),
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
