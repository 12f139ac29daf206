"""The rules of a service by release, and the rules that an operation asks there."""

from __future__ import annotations

import pytest

from novaclient_mv.policies import facts
from novaclient_mv.policies.facts import ALWAYS, Condition, Policies, Release

COMPUTE, IRONIC = facts.of('compute'), facts.of('baremetal')


@pytest.mark.parametrize(
    ('name', 'release'),
    [
        *[('wallaby', 'Wallaby'), (' WALLABY ', 'Wallaby')],
        *[('23', 'Wallaby'), ('23.2.2', 'Wallaby')],
        *[('2023.1', 'Antelope'), ('2023.1 Antelope', 'Antelope'), ('27.5', 'Antelope')],
        # What is older than all of its major version is of the first release with that.
        *[('15.0', 'Ocata'), ('34.99.1', 'Hibiscus')],
    ],
)  # fmt: skip
def test_releases_are_named_in_any_case_by_number_and_by_package(name: str, release: str) -> None:
    assert COMPUTE.release(name).name == release


@pytest.mark.parametrize(
    ('package', 'release'),
    [('21', 'Antelope'), ('21.1', 'Zed'), ('21.2.9', 'Zed'), ('21.4', 'Antelope'), ('21.0', 'Zed')],
)
def test_of_two_releases_of_a_major_version_the_last_that_is_not_newer(
    package: str, release: str
) -> None:
    assert IRONIC.release(package).name == release


@pytest.mark.parametrize('name', ['', 'kilo', '2023', '2023.1 Zed', '14', '23.x', '\u0662\u0663'])
def test_release_that_no_facts_have_is_refused(name: str) -> None:
    with pytest.raises(LookupError, match='Policies are known of Ocata to Hibiscus'):
        COMPUTE.release(name)


def test_service_without_policies_is_refused() -> None:
    with pytest.raises(LookupError, match='No policies are known of spam'):
        facts.of('spam')


@pytest.mark.parametrize(
    ('operation', 'key'),
    [
        ('GET /servers', 'GET /servers'),
        ('GET /servers/{server_id}/ips/{label}?a=b', 'GET /servers/{}/ips/{}'),
        ('POST /servers/server_Id/action  os-start ', 'POST /servers/{}/action os-start'),
        ('GET /servers/server_id/', 'GET /servers/{}'),
    ],
)
def test_names_in_braces_are_left_out(operation: str, key: str) -> None:
    assert facts.without_names(operation) == key


def operations_of(policies: Policies) -> set[str]:
    """Operations that facts know of any release."""
    return {*policies._asked} | {
        operation
        for release in policies.releases
        for rule in policies.rules(release).values()
        for operation in rule.operations
    }


def expected(policies: Policies, release: Release, rule: str, operation: str) -> set[Condition]:
    """The conditions that a rule of an older release may have: those of its heirs."""
    today = policies._asked.get(operation, ())
    newest = policies.rules(policies.newest)
    own = [condition for condition in today if condition.rule == rule]
    heirs = own or [
        condition
        for condition in today
        if condition.rule in newest and newest[condition.rule].older_name == rule
    ]
    alike = {condition._replace(rule=rule) for condition in heirs}
    if not alike or (not own and any(condition.when == ALWAYS for condition in alike)):
        return {Condition(rule, ALWAYS, 'refused')}
    # The first of two rules of which one is asked is asked always, where the second is lacking.
    return {*alike, Condition(rule, ALWAYS, 'refused')}


@pytest.mark.parametrize('service', facts.SERVICES)
def test_an_operation_asks_at_each_release_what_the_heirs_of_its_rules_ask_today(
    service: str,
) -> None:
    # What others have asked of the one of the process is remembered.
    policies = facts.Policies(service)
    newest = policies.rules(policies.newest)
    for operation in operations_of(policies):
        today = policies._asked.get(operation)
        if today is not None:
            assert policies.asked(operation, policies.newest) == today
        for release in policies.releases[:-1]:
            rules = policies.rules(release)
            documented = [rule.name for rule in rules.values() if operation in rule.operations]
            asked = policies.asked(operation, release)
            if documented:
                assert asked is not None
                assert [condition.rule for condition in asked] == documented
                for condition in asked:
                    assert condition in expected(policies, release, condition.rule, operation)
                # A rule is asked that is enough alone, or that another one takes the place of.
                known = {condition.when for condition in asked}
                assert all(
                    facts.OTHERWISE.get(condition.when, condition.when) in known
                    for condition in asked
                )
            elif service != 'compute':
                assert asked is None
            else:
                names = [policies.name_at(release, row.rule) for row in today or ()]
                rows = [
                    row._replace(rule=name) for row, name in zip(today or (), names, strict=True)
                ]
                assert [*(asked or ())] == [row for row in rows if row.rule]
                assert (asked is None) == (today != () and not any(names))
    for release in policies.releases:
        rules = policies.rules(release)
        for rule in newest.values():
            name = policies.name_at(release, rule.name)
            known = [one for one in (rule.name, rule.older_name) if one in rules]
            assert name == (known[0] if known else '')
    assert policies.name_at(policies.newest, 'spam') == ''


def test_facts_of_a_rule_are_those_of_its_range() -> None:
    first, last = COMPUTE.release('zed'), COMPUTE.release('antelope')
    assert COMPUTE.before(last) == first
    name = 'os_compute_api:servers:delete'
    assert [COMPUTE.rules(release)[name].role for release in (first, last)] == ['owner', 'member']
    for policies in map(facts.of, facts.SERVICES):
        for release in policies.releases:
            for rule_name, rule in policies.rules(release).items():
                assert rule.name == rule_name
                # What is gone since is no fact, and without another one its own role counts.
                assert None not in rule.facts.values()
                assert rule.elsewhere == rule.facts.get('elsewhere', rule.facts['role'])
        assert policies.knows_the_system_scope == (policies.service == 'baremetal')
