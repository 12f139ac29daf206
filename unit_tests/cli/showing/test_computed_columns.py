"""Tests of the column ``age``."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.cli.showing import computed_columns
from unit_tests.nova import SANDBOX, Nova

CREATE = ('server-create', '--flavor', '1', '--image', 'cirros', '--nic', 'auto', 'web')


@pytest.mark.parametrize(
    ('seconds', 'text'),
    [
        (None, ''),
        (0, '0s'),
        (119, '119s'),
        (120, '2m'),
        (7199, '119m'),
        (7200, '2h'),
        (48 * 3600 - 1, '47h'),
        (48 * 3600, '2d'),
        (2 * 365 * 86_400, '2y'),
    ],
)
def test_age_is_at_least_two_of_its_unit(seconds: int | None, text: str) -> None:
    assert computed_columns.age_text(seconds) == text


def test_age_is_a_column_that_can_be_asked_for(nova: Nova) -> None:
    assert nova(*CREATE, cloud=SANDBOX).status == 0
    nova.clock.advance(3 * 86_400)
    for words in (('server-list',), ('server-show', 'web')):
        for name in ('age', 'Age'):
            result = nova(*words, '-c', f'name,{name}', '-f', 'json', cloud=SANDBOX)
            data = json.loads(result.out)
            assert {'name': 'web', 'age': 259_200} in (data if isinstance(data, list) else [data])
    assert '259200' in nova('server-list', '-c', 'age', '-f', 'value', cloud=SANDBOX).out.split()
    lines = nova('server-list', '-c', 'age,name', cloud=SANDBOX).out.splitlines()
    cells = [line.replace('|', ' ').split() for line in lines]
    assert cells[1] == ['Age', 'Name']
    assert ['3d', 'web'] in cells
    nodes = json.loads(nova('baremetal-node-list', '-c', 'age', '-f', 'json', cloud=SANDBOX).out)
    assert all(row['age'] > 259_000 for row in nodes)


def test_age_is_shown_only_where_it_is_asked_for(nova: Nova) -> None:
    nova(*CREATE, cloud=SANDBOX)
    assert 'age' not in json.loads(nova('server-list', '-f', 'json', cloud=SANDBOX).out)[0]


def test_what_does_not_tell_its_creation_has_no_age(nova: Nova) -> None:
    result = nova('flavor-list', '-c', 'age', cloud=SANDBOX)
    assert (result.status, result.out) == (2, '')
    assert 'no column age' in result.err
