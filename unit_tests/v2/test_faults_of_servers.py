"""A table has the message of a server's fault, formats for machines all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import records
from unit_tests.nova import Nova

FAULT = {
    'code': 500,
    'created': '2026-01-01T00:00:00Z',
    'message': 'No valid host was found.',
    'details': 'Traceback (most recent call last):\n' + '  File "x.py", line 1\n' * 300,
}


@pytest.mark.parametrize('fault', [FAULT, {**FAULT, 'message': ''}, None])
@pytest.mark.parametrize(
    'line', ['server-list -c fault', 'server-show {id} -c fault', 'server-show {id}']
)
def test_table_has_the_message_of_a_fault(
    nova: Nova, start_cloud: Any, line: str, fault: dict[str, Any] | None
) -> None:
    cloud = start_cloud()
    row = records.server(1) | ({'fault': fault} if fault else {})
    cloud.on('GET', '/servers/detail', {'servers': [row]})
    cloud.on('GET', f'/servers/{row["id"]}', {'server': row})
    words = line.format(id=row['id']).split()
    for is_terminal in (False, True):
        out = nova(*words, cloud=cloud, is_terminal=is_terminal).out
        # Without a message the rest is better than nothing.
        assert ('Traceback' in out) is bool(fault and not fault['message'])
        assert ('No valid host was found.' in out) is bool(fault and fault['message'])
    for form in ('json', 'yaml', 'csv', 'value', 'ndjson'):
        assert ('line 1' in nova('-f', form, *words, cloud=cloud).out) is bool(fault)
    (shown,) = json.loads(f'[{nova("-f", "json", *words, cloud=cloud).out}]')
    assert (shown[0] if isinstance(shown, list) else shown)['fault'] == fault
