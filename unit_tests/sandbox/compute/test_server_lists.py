"""Lists of servers: filters, order, pages."""

from __future__ import annotations

import datetime

import pytest

from unit_tests.sandbox.caller import HOST, Caller


def _names(cloud: Caller, query: str, version: str = '2.90') -> list[str]:
    answer = cloud('GET', f'/v2.1/servers/detail?{query}', version)
    assert answer.status == 200, answer.body
    return [each['name'] for each in answer.body['servers']]


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('name=web', ['web-2', 'web-1']),
        ('name=%5Eweb-1%24', ['web-1']),
        ('name=x&name=db', ['db-1']),
        ('status=ACTIVE', ['web-2', 'web-1']),
        ('status=shutoff', ['db-1']),
        ('status=SHUTOFF&status=ACTIVE', ['db-1', 'web-2', 'web-1']),
        ('flavor=2', ['web-2']),
        ('image=nope', []),
        ('host=host1', ['db-1', 'web-1']),
        ('vm_state=stopped', ['db-1']),
        ('power_state=4', ['db-1']),
        ('ip=10.0', ['db-1', 'web-2', 'web-1']),
        ('ip=192.168', []),
        ('all_tenants=1', ['app-1', 'db-1', 'web-2', 'web-1']),
        ('all_tenants=', ['app-1', 'db-1', 'web-2', 'web-1']),
        ('all_tenants=0', ['db-1', 'web-2', 'web-1']),
        ('changes-since=2999-01-01T00:00:00Z', []),
        ('changes-before=2000-01-01T00:00:00Z', []),
        ('tags=a', []),
        ('not-tags=a', ['db-1', 'web-2', 'web-1']),
        ('locked=false', ['db-1', 'web-2', 'web-1']),
        # Flags are compared as they are written, and what is not set equals nothing.
        ('config_drive=False', []),
        ('auto_disk_config=MANUAL', []),
        ('auto_disk_config=False', []),
        ('task_state=None', []),
        ('marker=', ['db-1', 'web-2', 'web-1']),
    ],
)
def test_filter_finds_what_it_says(cloud: Caller, query: str, names: list[str]) -> None:
    assert _names(cloud, query) == names


def test_tags_are_filtered_in_four_ways(cloud: Caller) -> None:
    for name, tags in (('a', ['x', 'y']), ('b', ['x']), ('c', [])):
        cloud.boot(name=name, tags=tags)
    assert _names(cloud, 'tags=x,y') == ['a']
    assert _names(cloud, 'tags-any=x,y') == ['b', 'a']
    assert _names(cloud, 'not-tags=x,y&name=%5E[abc]%24') == ['c', 'b']
    assert _names(cloud, 'not-tags-any=x,y&name=%5E[abc]%24') == ['c']


# Filter, the last version at which it is dropped and the first at which it works.
SINCE = [
    ('tags=nope', '2.25', '2.26'),
    ('changes-before=2000-01-01T00:00:00Z', '2.65', '2.66'),
    ('locked=true', '2.72', '2.73'),
]


@pytest.mark.parametrize(('query', 'before', 'at'), SINCE)
def test_filter_is_dropped_below_its_version(
    cloud: Caller, query: str, before: str, at: str
) -> None:
    assert len(_names(cloud, query, before)) == 3
    assert _names(cloud, query, at) == []


@pytest.mark.parametrize(
    ('names', 'before', 'at'),
    [
        ('ip6', '2.4', '2.5'),
        (
            'availability_zone key_name created_at launched_at terminated_at power_state '
            'task_state vm_state progress user_id',
            *('2.82', '2.83'),
        ),
        ('hostname', '2.89', '2.90'),
    ],
)
def test_more_filters_are_for_everyone_from_their_versions(
    cloud: Caller, names: str, before: str, at: str
) -> None:
    demo = cloud.other('demo')
    assert [_names(demo, f'{name}=nope', before) for name in names.split()] == (
        [['app-1']] * len(names.split())
    )
    assert [_names(demo, f'{name}=nope', at) for name in names.split()] == [[]] * len(names.split())
    # What tells about hosts stays with administrators.
    assert _names(demo, 'host=nope', at) == ['app-1']


@pytest.mark.parametrize(
    'query',
    ['limit=2', 'limit=2&sort_key=display_name&sort_dir=asc', 'limit=1&sort_key=vm_state'],
)
def test_pages_join_to_the_whole_list(cloud: Caller, query: str) -> None:
    whole = _names(cloud, query.partition('&')[2])
    path, found = f'/v2.1/servers/detail?{query}', []
    while path:
        body = cloud('GET', path, '2.90').body
        found += [each['name'] for each in body['servers']]
        links = body.get('servers_links')
        path = links[0]['href'].removeprefix(HOST) if links else ''
    assert found == whole


def test_many_servers_come_in_pages_of_a_thousand(cloud: Caller) -> None:
    cloud.application.seed_servers(1_001)
    path, sizes = '/v2.1/servers/detail', []
    while path:
        body = cloud('GET', path, '2.96').body
        sizes.append(len(body['servers']))
        links = body.get('servers_links')
        path = links[0]['href'].removeprefix(HOST) if links else ''
    assert sizes == [1000, 4]


# -- markers


def _ids(cloud: Caller, query: str) -> list[str]:
    answer = cloud('GET', f'/v2.1/servers?{query}', '2.90')
    assert answer.status == 200, answer.body
    return [each['id'] for each in answer.body['servers']]


def _fleet(cloud: Caller) -> tuple[list[str], list[str]]:
    """Servers of two projects, made in turns: those of the caller, and those of demo."""
    demo = cloud.other('demo')
    own, others = [], []
    for number in range(3):
        for caller, ids in ((cloud, own), (demo, others)):
            cloud.now = caller.now = cloud.now + 1
            ids.append(caller.boot(name=f's{number}'))
    return own, others


@pytest.mark.parametrize(
    'order', ['', 'sort_key=vm_state&sort_key=created_at&sort_dir=desc&sort_dir=desc']
)
def test_marker_of_another_project_is_taken_and_its_servers_stay_hidden(
    cloud: Caller, order: str
) -> None:
    own, others = _fleet(cloud)
    demo = cloud.other('demo')
    # Each is made after the caller's own of the same name.
    assert _ids(demo, f'{order}&name=%5Es&marker={own[1]}') == [others[0]]
    assert _ids(cloud, f'{order}&name=%5Es&marker={others[1]}') == [own[1], own[0]]


@pytest.mark.parametrize(
    'order', ['', 'sort_key=user_id&sort_key=created_at&sort_dir=asc&sort_dir=desc']
)
def test_list_goes_on_behind_a_marker_that_is_not_in_it_any_more(cloud: Caller, order: str) -> None:
    own, _ = _fleet(cloud)
    cloud.now += 10
    assert cloud('DELETE', f'/v2.1/servers/{own[1]}').status == 204
    cloud.now += 10
    query = f'{order}&name=%5Es'
    assert _ids(cloud, query) == [own[2], own[0]]
    assert _ids(cloud, f'{query}&marker={own[1]}') == [own[0]]
    # One that a filter leaves out has its place, too.
    query = f'{order}&name=%5Es0'
    assert _ids(cloud, f'{query}&marker={own[2]}') == [own[0]]


# -- times


def _text(moment: float) -> str:
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).strftime('%Y-%m-%dT%H:%M:%SZ')


@pytest.mark.parametrize(
    ('since', 'before', 'is_found'),
    [
        (0, None, True),
        (-1, None, True),
        (1, None, False),
        (None, 0, True),
        (None, 1, True),
        (None, -1, False),
        (0, 0, True),
        (1, 1, False),
        (-1, -1, False),
    ],
)
def test_both_moments_of_a_change_count_in(
    cloud: Caller, since: int | None, before: int | None, is_found: bool
) -> None:
    id = cloud.boot(name='mine')
    cloud.now += 100
    changed = datetime.datetime.fromisoformat(cloud.server(id)['updated']).timestamp()
    query = 'name=mine'
    for name, offset in (('changes-since', since), ('changes-before', before)):
        query += '' if offset is None else f'&{name}={_text(changed + offset)}'
    assert _ids(cloud, query) == ([id] if is_found else [])
