"""Tests of lines of ``openstack`` that are several lines here: nothing is left half done where it
can be seen before.
"""

from __future__ import annotations

import json

import pytest

from unit_tests import records
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud, fault

NOBODY = '0123456789abcdef0123456789abcdef'
PRIVATE = 'flavor create new --private --property a=b --project'


@pytest.mark.parametrize(
    ('line', 'status', 'words'),
    [
        (f'{PRIVATE} {NOBODY}', 5, f"There is no project with the name or id '{NOBODY}'."),
        (f'{PRIVATE} nobody', 5, "There is no project with the name or id 'nobody'."),
        ('flavor create new --property a=b --project demo', 2, '--private is missing'),
        ('flavor set m1.tiny --property a=b --project demo', 6, 'public flavor'),
        ('flavor set m1.tiny --property a=b --description c --project nobody', 5, 'no project'),
    ],
)
def test_line_that_is_refused_changes_nothing(
    nova: Nova, line: str, status: int, words: str
) -> None:
    listing = ('flavor-list', '--all', '--extra-specs', '-f', 'json')
    before = nova(*listing, cloud=SANDBOX).out
    result = nova(*line.split(), cloud=SANDBOX)
    assert (result.status, result.out) == (status, '')
    assert words in result.err
    assert nova(*listing, cloud=SANDBOX).out == before


def test_later_line_that_the_cloud_is_too_old_for_is_refused_before_the_first(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', '/servers/*', None, 202)
    records.add_server(cloud, records.server(1))
    words = ('server', 'set', records.server_id(1), '--property', 'a=b', '--hostname', 'web')
    result = nova(*words, cloud=cloud)
    assert result.status == 3
    assert '2.90' in result.err
    assert [each for each in cloud.wire() if 'servers' in each and 'GET' not in each] == []


def test_line_that_is_done_comes_to_its_end(nova: Nova) -> None:
    result = nova(*f'{PRIVATE} demo'.split(), cloud=SANDBOX)
    assert (result.status, result.err) == (0, '')
    shown = nova('flavor-show', 'new', '-f', 'json', cloud=SANDBOX)
    assert json.loads(shown.out)['extra_specs'] == {'a': 'b'}


def test_failure_after_the_first_line_is_not_to_be_tried_again(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', '/flavors', {'flavor': records.flavor('new', '7')})
    cloud.on('GET', '/flavors/*', lambda request: fault(503, 'Told to answer 503.'))
    words = ('flavor', 'create', 'new', '--property', 'a=b')
    result = nova(*words, '--error-format', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert (result.status, error['retryable']) == (7, False)
    assert error['hint'] == 'flavor-create was carried out before that.'
    assert 'new' in result.out
