"""Lists of servers: pages, order, columns, and each filter with a value that fits and one that does
not.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from functional_tests.nova import Inside, Nova
from functional_tests.things import Things, unique

LONG_AGO, FAR_AHEAD = '2001-01-01T00:00:00Z', '2999-01-01T00:00:00Z'
NOBODY = '00000000000000000000000000000000'

FILTERS = {
    '--status': ('ACTIVE', 'SHUTOFF'),
    '--vm-state': ('active', 'stopped'),
    '--power-state': ('1', '4'),
    '--ip': ('{ip}', '{ip}99'),
    '--flavor': ('{flavor}', '{other_flavor}'),
    '--image': ('{image}', None),
    '--changes-since': (LONG_AGO, None),
    '--user': ('{user_id}', NOBODY),
    '--availability-zone': ('{zone}', 'no-such-zone'),
}
"""By option: a value that fits the pair of servers, and one that fits neither."""

ADMIN_FILTERS = {
    '--host': ('{host}', 'no-such-host'),
    '--tenant': ('{project_id}', NOBODY),
    '--all-tenants': ('1', None),
}


def is_active(inside: Inside, server: str) -> bool:
    """Whether a server runs, and the cloud knows its addresses."""
    shown = inside.json('server-show', server)
    return bool(shown['status'] == 'ACTIVE' and shown['networks'])


@pytest.fixture(scope='module')
def pair(nova: Nova, inside: Inside, module_things: Things) -> list[dict[str, Any]]:
    """Two servers that are alike, in the order of their names."""
    name = unique('pair')
    created = nova(*module_things.create_words(name, '--min-count', '2', '--wait'))
    found = module_things.keep_named(name)
    created.checked()
    line = ('server-list', '--name', name, '--sort', 'display_name:asc')
    # The cloud may learn of the addresses a little later.
    for each in found:
        nova.until(partial(is_active, inside, each['id']), f'{each["name"]} is ACTIVE')
    active: list[dict[str, Any]] = inside.json(*line)
    return active


@pytest.fixture(scope='module')
def stem(pair: list[dict[str, Any]]) -> str:
    """The part of the name that both servers have and no other has."""
    return str(pair[0]['name']).removesuffix('-1')


@pytest.fixture(scope='module')
def values(nova: Nova, pair: list[dict[str, Any]]) -> dict[str, str]:
    """Values for filters, taken from the servers."""
    server = nova.json('server-show', pair[0]['id'])
    flavors = [each['name'] for each in nova.json('flavor-list')]
    addresses = [each for found in server['networks'].values() for each in found if '.' in each]
    return {
        'ip': '.'.join(addresses[0].split('.')[:2]) if addresses else '10.',
        'flavor': server['flavor']['name'],
        'other_flavor': next(name for name in flavors if name != server['flavor']['name']),
        'image': server['image']['id'],
        'user_id': server['user_id'],
        'zone': server['availability_zone'],
        'host': server['host'] or '',
        'project_id': server['project_id'],
    }


@pytest.fixture(scope='module')
def refusal(inside: Inside) -> str:
    """Return the cloud's refusal of administrators' options; empty for one."""
    result = inside('server-list', '--all-tenants', '--limit', '1')
    return result.err.strip() if result.status else ''


def check_empty(found: list[dict[str, Any]], option: str, refusal: str) -> None:
    """A filter that fits no server must list none; skips the test where the cloud does not heed it.

    Nova drops most filters of a member in silence before 2.83, and some at every version.
    """
    if found and refusal:
        pytest.skip(f'the cloud heeds {option} of administrators only; it says of them: {refusal}')
    assert found == []


def names(servers: list[dict[str, Any]]) -> list[str]:
    """The names, in order."""
    return sorted(each['name'] for each in servers)


@pytest.mark.parametrize('option', FILTERS)
def test_filter_keeps_what_fits_and_drops_the_rest(
    inside: Inside,
    stem: str,
    pair: list[dict[str, Any]],
    values: dict[str, str],
    option: str,
    version: str,
    refusal: str,
) -> None:
    fitting, other = FILTERS[option]
    line = ('server-list', '--name', stem, option)
    found = inside.json(*line, fitting.format(**values), version=version)
    assert names(found) == names(pair)
    if other is not None:
        check_empty(inside.json(*line, other.format(**values), version=version), option, refusal)


@pytest.mark.parametrize('option', ADMIN_FILTERS)
def test_filter_for_administrators_keeps_what_fits(
    inside: Inside,
    stem: str,
    pair: list[dict[str, Any]],
    values: dict[str, str],
    option: str,
    version: str,
) -> None:
    fitting, other = ADMIN_FILTERS[option]
    if option == '--host' and not values['host']:
        pytest.skip('the cloud does not tell this user on which host a server runs')
    line = ('-f', 'json', 'server-list', '--name', stem, option)
    found = inside.if_possible(*line, fitting.format(**values), version=version).data
    assert names(found) == names(pair)
    if other is not None:
        assert inside(*line, other.format(**values), version=version).data == []


@pytest.mark.parametrize('switch', ['--deleted', '--config-drive'])
def test_switch_drops_servers_that_are_not_so(
    inside: Inside,
    stem: str,
    pair: list[dict[str, Any]],
    switch: str,
    version: str,
    refusal: str,
) -> None:
    line = ('-f', 'json', 'server-list', '--name', stem, switch)
    check_empty(inside.if_possible(*line, version=version).data, switch, refusal)


@pytest.mark.parametrize('words', [('--key-name', 'no-such-key'), ('--ip6', 'fe80:dead')])
def test_filter_that_fits_nothing_lists_nothing(
    inside: Inside,
    stem: str,
    pair: list[dict[str, Any]],
    words: tuple[str, ...],
    version: str,
    refusal: str,
) -> None:
    found = inside.json('server-list', '--name', stem, *words, version=version)
    check_empty(found, words[0], refusal)


def test_switch_for_no_config_drive_is_taken(
    inside: Inside, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    # Nova compares with the text False, and keeps an empty text for servers without one.
    found = inside.json('server-list', '--name', stem, '--no-config-drive', version=version)
    assert found in ([], pair) or names(found) == names(pair)


def test_limit_and_marker_walk_through_the_list(
    user: Nova, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    line = ('server-list', '--name', stem, '--sort', 'display_name:asc')
    first = user.json(*line, '--limit', '1', version=version)
    rest = user.json(*line, '--marker', first[0]['id'], version=version)
    assert [each['id'] for each in first + rest] == [each['id'] for each in pair]
    unlimited = user.json(*line, '--limit', '-1', version=version)
    assert [each['id'] for each in unlimited] == [each['id'] for each in pair]


def test_sort_decides_the_order(
    inside: Inside, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    upwards = [each['name'] for each in pair]
    line = ('server-list', '--name', stem, '--sort')
    for key, expected in (
        ('display_name:asc', upwards),
        ('display_name:desc', upwards[::-1]),
        ('vm_state:asc,display_name', upwards[::-1]),
    ):
        found = inside.json(*line, key, version=version)
        assert [each['name'] for each in found] == expected, key


def test_table_has_the_usual_columns(
    user: Nova, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    titles, *rows = user('server-list', '--name', stem, version=version).table
    assert titles == ['ID', 'Name', 'Status', 'Task State', 'Power State', 'Networks']
    assert [row[:5] for row in rows] == [
        [each['id'], each['name'], 'ACTIVE', 'N/A', 'Running'] for each in pair
    ]


def test_table_of_all_projects_names_the_project(
    user: Nova, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    line = ('server-list', '--all-tenants', '--name', stem)
    titles, *rows = user.if_possible(*line, version=version).table
    assert titles[:3] == ['ID', 'Name', 'Tenant ID']
    assert {row[2] for row in rows} == {pair[0]['project_id']}


def test_fields_choose_the_columns(
    user: Nova, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    line = ('server-list', '--name', stem, '--fields', 'status,OS-EXT-STS:vm_state')
    titles, *rows = user(*line, version=version).table
    assert titles == ['ID', 'Status', 'Vm State']
    assert sorted(rows) == sorted([each['id'], 'ACTIVE', 'active'] for each in pair)
    assert set(user.json(*line, version=version)[0]) == {'id', 'status', 'vm_state'}


def test_minimal_list_has_ids_and_names(
    user: Nova, stem: str, pair: list[dict[str, Any]], version: str
) -> None:
    titles, *rows = user('server-list', '--name', stem, '--minimal', version=version).table
    assert titles == ['ID', 'Name']
    assert rows == [[each['id'], each['name']] for each in pair]


def test_reservation_lists_its_servers(user: Nova, things: Things, version: str) -> None:
    name = unique('reserved')
    line = things.create_words(name, '--min-count', '2', '--return-reservation-id')
    made = user('-f', 'json', *line, version=version)
    expected = things.keep_named(name)
    found = user.json('server-list', '--reservation-id', made.data['reservation_id'])
    assert names(found) == names(expected)


def test_refused_sort_key_is_a_bad_request(user: Nova, version: str) -> None:
    result = user('server-list', '--sort', 'no_such_key', version=version)
    assert (result.out, result.status) == ('', 1)
    assert 'HTTP 400' in result.err
