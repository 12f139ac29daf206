"""Rules and the operations of commands belong together, and help tells who may run a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies import facts
from novaclient_mv.policies.facts import without_names
from novaclient_mv.services import SERVICES, Service, operations
from novaclient_mv.services.filters import ADMINISTRATOR
from novaclient_mv.v2.servers import filter_table
from unit_tests.policies import marks

ASK_NO_RULE = {
    'compute': {
        'the image service decides': (
            *('GET /images', 'DELETE /images/{}'),
            *(f'{method} /images/{{}}/metadata' for method in ('GET', 'POST', 'PUT')),
            *(f'{method} /images/{{}}/metadata/{{}}' for method in ('GET', 'PUT', 'DELETE')),
        ),
        'another service has it': (
            *('GET /v2.0/networks', 'GET /v2.0/ports', 'GET /v2/images', 'GET /v2/images/{}'),
            *('GET /v2.0/networks/{}', 'GET /v2.0/ports/{}'),
            *('GET /volumes', 'GET /volumes/{}', 'GET /snapshots', 'GET /snapshots/{}'),
        ),
        'whoever can log in may read documents of versions': ('GET /', 'GET /v2', 'GET /v2.1'),
        'whoever can log in may read flavors without details': ('GET /flavors',),
    },
    'baremetal': {
        'no rule documents it': (
            *('GET /nodes/{}/children', 'PUT /runbooks/{}/traits/{}'),
            *(f'{method} /runbooks/{{}}/traits' for method in ('GET', 'DELETE')),
            'DELETE /runbooks/{}/traits/{}',
        ),
        'rules document another path': (
            *(f'{method} /nodes/{{}}/management/indicators/{{}}' for method in ('GET', 'PUT')),
            *(
                f'{method} /drivers/{{}}/vendor_passthru/{{}}'
                for method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
            ),
        ),
    },
    'placement': {},
}
"""Operations that commands reach and whose rules are not known, by the reason."""

NOT_OURS = {
    'compute': {
        'one of several actions behind a path with an id': (
            'PUT /os-floating-ips-bulk/delete',
            *(f'PUT /os-services/{action}' for action in ('enable', 'disable', 'force-down')),
            'PUT /os-services/disable-log-reason',
        )
    },
    'baremetal': {
        'a part of the path is left out, or one is more': (
            *(
                f'{method} /drivers/{{}}/vendor_passthru'
                for method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
            ),
            *(f'{method} /nodes/{{}}/management/indicators/{{}}/{{}}' for method in ('GET', 'PUT')),
        ),
        'the list without details has them too': (
            *(f'GET /nodes/{{}}/{ports}/detail' for ports in ('ports', 'portgroups')),
            'GET /portgroups/{}/ports/detail',
        ),
        'a field of PATCH /runbooks/{}': ('PATCH /runbooks/{}/owner', 'PATCH /runbooks/{}/public'),
    },
    'placement': {},
}
"""Operations that services document and that are none, by the reason."""


def _listed(table: dict[str, dict[str, tuple[str, ...]]], service: Service) -> set[str]:
    return {operation for those in table[service.name].values() for operation in those}


def _reached(service: Service) -> set[str]:
    uses = reached_operations.uses_of(service).values()
    return {without_names(operation) for operation in {name for one in uses for name in one}}


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_operation_that_a_command_reaches_has_rules_or_a_reason_to_have_none(
    service: Service,
) -> None:
    policies = facts.of(service.name)
    without = {
        operation
        for operation in _reached(service)
        if not any(policies.asked(operation, release) for release in reversed(policies.releases))
    }
    assert without == _listed(ASK_NO_RULE, service)


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_operation_of_a_rule_is_one_of_the_service(service: Service) -> None:
    policies = facts.of(service.name)
    documented = {
        operation
        for release in policies.releases
        for rule in policies.rules(release).values()
        for operation in rule.operations
    }
    known = {without_names(operation.id) for operation in operations.operations_of(service)}
    assert documented - known == _listed(NOT_OURS, service)
    assert set(policies._asked) <= known


SHOWN_WITHOUT_A_ROLE = {
    'availability-zone-list': 'users see names where details are refused',
    'server-volume-update': 'options of an attachment change from 2.85 without that role',
}


def test_help_of_a_command_tells_the_role_that_it_needs() -> None:
    differing = {}
    for command in commands.our_commands():
        if command.service.name == 'baremetal':
            # Its commands are an operator's all together; nothing marks them.
            continue
        role = marks.role_of(command)
        needed = marks.WORDS.get(role or '')
        found = re.search(r'\((\w+(?: and services)?)[^)]*\)', command.summary)
        marked = found[1] if found and found[1].split()[0] in marks.WORDS.values() else None
        if needed != (marked and marked.removesuffix(' and services')):
            differing[command.name] = (role, marked)
    assert set(differing) == set(SHOWN_WITHOUT_A_ROLE), differing


SHOWN_WITHOUT_A_RULE = {
    'os_compute_api:servers:create:zero_disk_flavor': 'the flavor tells it, no option',
    'os_compute_api:servers:create:forced_host': 'a zone that has a colon, of an option for all',
    'os_compute_api:os-migrations:index:all_projects': 'asked where an option is not given',
    'os_compute_api:os-lock-server:unlock:unlock_override': 'who locked the server tells it',
    'network:attach_external_network': 'the network tells it, no option',
}


def _declared() -> Iterator[tuple[Command, Argument]]:
    for command in commands.our_commands():
        if command.service.name == 'compute':
            for argument, _ in tree.every_argument(command):
                if argument.rule is not None:
                    yield command, argument


def test_option_for_administrators_is_for_them_at_every_release() -> None:
    names = {argument.rule for _, argument in _declared()}
    names |= {filter.rule for filter in filter_table.FILTERS.values()}
    policies = facts.of('compute')
    for name in names:
        at = [policies.rules(release).get(name or '') for release in policies.releases]
        assert {rule.elsewhere for rule in at if rule is not None} == {ADMINISTRATOR}, name
        assert at[-1] is not None
        # Others pass it for what is their own, which an option of a command may name.
        own = (
            'os_compute_api:os-keypairs:',
            'os_compute_api:os-quota-sets:show',
            'os_compute_api:os-simple-tenant-usage:show',
        )
        assert at[-1].role == ADMINISTRATOR or at[-1].name.startswith(own), name


def test_rule_that_only_a_part_of_a_request_asks_is_an_options() -> None:
    policies = facts.of('compute')
    rules = policies.rules(policies.newest)
    further = {
        condition.rule
        for asked in policies._asked.values()
        for condition in asked
        if condition.when not in (facts.ALWAYS, 'hidden fields', *facts.OTHERWISE)
        and rules[condition.rule].role == ADMINISTRATOR
    }
    declared = {argument.rule for _, argument in _declared()}
    assert further - declared == SHOWN_WITHOUT_A_RULE.keys()


def test_filters_of_servers_are_open_as_the_facts_say() -> None:
    opened = facts.of('compute').filters
    restricted = {name: row.open_from for name, row in filter_table.FILTERS.items()}
    for name, version in opened.items():
        assert (restricted.get(name) or '2.0') == version, name
    assert {name for name, version in restricted.items() if version} <= opened.keys()
