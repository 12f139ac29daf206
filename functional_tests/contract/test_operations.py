"""The table of operations that ships with the package says what the recorded facts say."""

from __future__ import annotations

import importlib.resources
import json

from functional_tests.contract import facts


def test_table_of_operations_is_that_of_the_facts() -> None:
    file = importlib.resources.files('novaclient_mv') / 'data' / 'operations.json'
    shipped = {row['id']: row for row in json.loads(file.read_text(encoding='utf-8'))}
    recorded = {
        each['id']: {
            'id': each['id'],
            'min': each['min_version'],
            'max': each['max_version'],
            'removed': each['removed'] is not None,
        }
        for each in facts.read('nova-api/operations.json')['operations']
    }
    assert shipped == recorded
