"""Lists of servers: filters, order, pages."""

from __future__ import annotations

import datetime

import pytest

from novaclient_mv.sandbox.compute.servers import server_builder
from novaclient_mv.sandbox.state import seed
from unit_tests.sandbox.caller import HOST, Caller


def _names(cloud: Caller, query: str, version: str = '2.90') -> list[str]:
    answer = cloud('GET', f'/v2.1/servers/detail?{query}', version)
    assert answer.status == 200, answer.body
    return [each['name'] for each in answer.body['servers']]


def test_newest_server_comes_first(cloud: Caller) -> None:
    assert _names(cloud, '') == ['db-1', 'web-2', 'web-1']


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


def test_unknown_status_is_refused_from_2_38(cloud: Caller) -> None:
    assert _names(cloud, 'status=zzz', '2.37') == []
    answer = cloud('GET', '/v2.1/servers?status=zzz', '2.38')
    assert (answer.status, answer.message) == (400, 'Invalid status value')


@pytest.mark.parametrize('query', ['all_tenants=1', 'all_tenants=x', 'marker=nope'])
def test_status_is_looked_at_before_all_else(cloud: Caller, query: str) -> None:
    demo = cloud.other('demo')
    assert demo('GET', f'/v2.1/servers?status=zzz&{query}', '2.37').body == {'servers': []}
    answer = demo('GET', f'/v2.1/servers?status=zzz&{query}', '2.38')
    assert (answer.status, answer.message) == (400, 'Invalid status value')


def test_deleted_servers_are_for_administrators_and_not_among_others(cloud: Caller) -> None:
    demo = cloud.other('demo')
    refused = demo('GET', '/v2.1/servers?status=DELETED&all_tenants=1')
    assert refused.message == 'Only administrators may list deleted instances'
    assert _names(demo, 'status=DELETED&status=ACTIVE') == ['app-1']
    cloud('DELETE', f'/v2.1/servers/{cloud.boot()}')
    cloud.now += 5
    assert len(_names(cloud, 'status=DELETED')) == 1
    assert _names(cloud, 'status=DELETED&status=ACTIVE') == ['web-2', 'web-1']


def test_other_filters_are_read_before_all_projects_are_asked_for(cloud: Caller) -> None:
    query = 'changes-since=2030-01-01T00:00:00Z&changes-before=2020-01-01T00:00:00Z'
    answer = cloud.other('demo')('GET', f'/v2.1/servers?all_tenants=1&{query}', '2.66')
    assert answer.status == 400


def test_marker_is_not_looked_for_where_the_flavor_is_not_there(cloud: Caller) -> None:
    answer = cloud('GET', '/v2.1/servers?flavor=nope&marker=nope')
    assert (answer.status, answer.body) == (200, {'servers': []})
    assert cloud('GET', '/v2.1/servers?flavor=1&marker=nope').status == 400


def test_unknown_filter_is_refused_from_2_75(cloud: Caller) -> None:
    assert len(_names(cloud, 'zzz=1', '2.74')) == 3
    answer = cloud('GET', '/v2.1/servers?zzz=1', '2.75')
    assert answer.message == "'zzz' does not match any of the regexes: '^_'"


def test_all_projects_are_for_administrators(cloud: Caller) -> None:
    answer = cloud.other('demo')('GET', '/v2.1/servers/detail?all_tenants=1')
    assert answer.status == 403
    rule = 'os_compute_api:servers:detail:get_all_tenants'
    assert answer.message == f"Policy doesn't allow {rule} to be performed."


@pytest.mark.parametrize(
    ('query', 'words'),
    [
        ('limit=-1', "'-1' does not match '^[0-9]*$'"),
        ('limit=a', "'a' does not match '^[0-9]*$'"),
        ('limit=', "'' should be non-empty"),
        ('marker=nope', 'marker [nope] not found'),
        ('limit=0&marker=nope', 'marker [nope] not found'),
        ('system_metadata=x', 'Invalid filter field: system_metadata.'),
        ('sort_key=nope', "'nope' is not one of ["),
        ('sort_key=uuid&sort_dir=up', "Unknown sort direction, must be 'desc' or 'asc'"),
        ('changes-since=soon', "'soon' is not a 'date-time'"),
        ('name=%5B', "'[' is not a 'regex'"),
        (
            'changes-since=2030-01-01T00:00:00Z&changes-before=2020-01-01T00:00:00Z',
            'The value of changes-since must be less than or equal to changes-before.',
        ),
    ],
)
def test_bad_query_is_refused_with_words(cloud: Caller, query: str, words: str) -> None:
    answer = cloud('GET', f'/v2.1/servers?{query}', '2.90')
    assert answer.status == 400
    assert words in answer.message


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('sort_key=display_name&sort_dir=asc', ['db-1', 'web-1', 'web-2']),
        ('sort_key=display_name', ['web-2', 'web-1', 'db-1']),
        ('sort_key=vm_state&sort_dir=asc&sort_key=display_name&sort_dir=desc',
         ['web-2', 'web-1', 'db-1']),
        ('sort_key=created_at&sort_dir=asc', ['web-1', 'web-2', 'db-1']),
        ('sort_dir=asc', ['web-1', 'web-2', 'db-1']),
        ('sort_key=instance_type_id&sort_dir=asc', ['web-1', 'web-2', 'db-1']),
    ],
)  # fmt: skip
def test_order_follows_the_keys(cloud: Caller, query: str, names: list[str]) -> None:
    assert _names(cloud, query) == names


def test_columns_of_old_are_no_order_and_unknown_from_2_75(cloud: Caller) -> None:
    query = 'sort_key=memory_mb&sort_dir=asc'
    assert _names(cloud, query, '2.74') == ['db-1', 'web-2', 'web-1']
    assert cloud('GET', f'/v2.1/servers?{query}', '2.75').status == 400


@pytest.mark.parametrize('key', ['host', 'node'])
def test_order_by_host_is_for_administrators(cloud: Caller, key: str) -> None:
    assert len(_names(cloud, f'sort_key={key}')) == 3
    assert cloud.other('demo')('GET', f'/v2.1/servers?sort_key={key}').status == 403


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


def test_limit_of_nought_gives_an_empty_page(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/servers?limit=0').body == {'servers': []}


def test_many_servers_come_in_pages_of_a_thousand(cloud: Caller) -> None:
    _fill(cloud, 2_000)
    path, sizes = '/v2.1/servers/detail', []
    while path:
        body = cloud('GET', path, '2.96').body
        sizes.append(len(body['servers']))
        links = body.get('servers_links')
        path = links[0]['href'].removeprefix(HOST) if links else ''
    assert sizes == [1000, 1000, 3]


def _fill(cloud: Caller, count: int) -> None:
    """Put many servers of the same kind there."""
    with cloud.application.database.session() as session:
        session.begin()
        flavor, image = session.get('flavor', '1'), session.one('image')
        assert flavor is not None
        facts = server_builder.document(seed.fixed_hex('user admin'), flavor, image, session.now)
        facts.update(server_builder.running(session.now, 'host1'))
        rows = (
            (f'{number:08x}-0000-4000-8000-000000000000', cloud.project, None, f's{number}',
             session.now - 1, facts)
            for number in range(count)
        )  # fmt: skip
        session.insert_many('server', rows)
        session.commit()


def test_next_link_has_the_last_value_of_each_parameter_and_a_new_marker_at_its_end(
    cloud: Caller,
) -> None:
    query = 'sort_key=created_at&limit=1&sort_key=uuid'
    link = cloud('GET', f'/v2.1/servers?{query}').body['servers_links'][0]['href']
    kept, _, marker = link.partition('?')[2].rpartition('&marker=')
    assert kept == 'limit=1&sort_key=uuid'
    link = cloud('GET', f'/v2.1/servers?{query}&marker={marker}').body['servers_links'][0]['href']
    names = [each.partition('=')[0] for each in link.partition('?')[2].split('&')]
    assert names == ['limit', 'marker', 'sort_key']


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


def test_unknown_marker_is_refused_in_every_project(cloud: Caller) -> None:
    missing = '11111111-2222-3333-4444-555555555555'
    for caller in (cloud, cloud.other('demo')):
        answer = caller('GET', f'/v2.1/servers?marker={missing}')
        assert (answer.status, answer.message) == (400, f'marker [{missing}] not found')


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


# -- directions


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        # Nova's own last key, the id with "asc", is there before the directions are filled up.
        ('sort_key=vm_state&sort_key=display_name', ['db-1', 'web-1', 'web-2']),
        ('sort_key=vm_state&sort_key=display_name&sort_dir=asc', ['web-1', 'web-2', 'db-1']),
        ('sort_key=vm_state&sort_key=display_name&sort_dir=desc', ['db-1', 'web-1', 'web-2']),
        ('sort_key=vm_state&sort_dir=desc&sort_key=display_name&sort_dir=desc',
         ['db-1', 'web-2', 'web-1']),
        # A third key has the first direction.
        ('sort_key=task_state&sort_key=task_state&sort_key=display_name&sort_dir=desc',
         ['web-2', 'web-1', 'db-1']),
        ('sort_key=task_state&sort_key=task_state&sort_key=display_name&sort_dir=asc',
         ['db-1', 'web-1', 'web-2']),
        # With the id among the keys, so has the second.
        ('sort_key=task_state&sort_key=display_name&sort_key=uuid&sort_dir=desc',
         ['web-2', 'web-1', 'db-1']),
        ('sort_key=display_name&sort_dir=asc&sort_key=vm_state', ['db-1', 'web-1', 'web-2']),
    ],
)  # fmt: skip
def test_keys_without_a_direction_have_those_that_nova_gives_them(
    cloud: Caller, query: str, names: list[str]
) -> None:
    assert _names(cloud, query) == names


@pytest.mark.parametrize(
    'query',
    [
        'sort_dir=asc&sort_dir=desc',
        'sort_key=display_name&sort_dir=asc&sort_dir=desc',
        'sort_key=uuid&sort_dir=asc&sort_dir=desc',
    ],
)
def test_more_directions_than_keys_are_refused(cloud: Caller, query: str) -> None:
    answer = cloud('GET', f'/v2.1/servers?{query}', '2.90')
    words = 'Invalid input received: Sort direction size exceeds sort key size'
    assert (answer.status, answer.message) == (400, words)


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


@pytest.mark.parametrize(
    ('since', 'before', 'is_found'),
    [(0, None, True), (1, None, False), (None, 0, True), (None, -1, False), (0, 0, True)],
)
def test_both_moments_of_an_action_count_in(
    cloud: Caller, since: int | None, before: int | None, is_found: bool
) -> None:
    id = cloud.boot(name='mine')
    cloud.now += 100
    path = f'/v2.1/servers/{id}/os-instance-actions'
    (action,) = cloud('GET', path, '2.66').body['instanceActions']
    told = datetime.datetime.fromisoformat(action['updated_at'])
    changed = told.replace(tzinfo=datetime.UTC).timestamp()
    pairs = [
        f'{name}={_text(changed + offset)}'
        for name, offset in (('changes-since', since), ('changes-before', before))
        if offset is not None
    ]
    found = cloud('GET', f'{path}?{"&".join(pairs)}', '2.66').body['instanceActions']
    assert bool(found) is is_found


# -- links


def test_next_link_keeps_a_blank_value(cloud: Caller) -> None:
    body = cloud('GET', '/v2.1/servers?limit=1&all_tenants=', '2.90').body
    link = body['servers_links'][0]['href']
    assert link.startswith(f'{HOST}/v2.1/servers?all_tenants=&limit=1&marker=')
