"""The package's tables of policies say what was read from the services' own sources."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.contract import facts as recorded
from novaclient_mv.policies import facts
from unit_tests.policies import tables

pytestmark = pytest.mark.skipif(not recorded.is_present(), reason=recorded.ABSENT)


@pytest.mark.parametrize('service', facts.SERVICES)
def test_table_is_what_the_recorder_makes_of_the_facts(service: str) -> None:
    folder = recorded.folder()
    assert folder is not None
    written = (facts.FOLDER / f'{service}.json').read_text(encoding='utf-8')
    assert written == tables.table(service, folder / 'policies')


@pytest.mark.parametrize('service', facts.SERVICES)
def test_rules_of_each_release_have_the_facts(service: str) -> None:
    source: dict[str, Any] = recorded.read(f'policies/{tables.SOURCES[service]}.json')
    policies = facts.of(service)
    names = [row['release'] for row in source['releases']]
    assert [release.name for release in policies.releases] == names
    for place, row in enumerate(source['releases']):
        rules = policies.rules(policies.releases[place])
        assert {name: dict(rule.facts) for name, rule in rules.items()} == {
            name: content
            for name, ranges in source['rules'].items()
            for first, last, content in ranges
            if names.index(first) <= place <= names.index(last)
        }
        assert row['rules'] == len(rules)


def test_newest_release_asks_what_was_read() -> None:
    policies = facts.of('compute')
    for operation, rows in recorded.read('policies/operation_rules.json').items():
        asked = policies.asked(operation, policies.newest) or ()
        assert [(condition.rule, condition.when) for condition in asked] == [
            (row['rule'], row['when']) for row in rows
        ]
