"""Long lists: what does not depend on a row is worked out once, and no page outlives its rows."""

from __future__ import annotations

import gc
import io
import json
import urllib.parse
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from novaclient_mv import api_versions, base, exceptions
from novaclient_mv.cli.running import mappings, results
from novaclient_mv.cli.showing import computed_columns, result_writer, row_changes
from novaclient_mv.cli.showing.row_changes import ADDED, CHANGED, REMOVED, Identities, Row
from novaclient_mv.clouds import environment
from novaclient_mv.resources import Resource
from novaclient_mv.v2 import servers
from novaclient_mv.versions import APIVersion, VersionRange
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import SANDBOX, Nova, Stream
from unit_tests.scripted import Request, ScriptedCloud

FORMATS = ('table', 'json', 'yaml', 'csv', 'value', 'ndjson')
VERSION = api_versions.API_MAX_VERSION


class Odd(base.Resource):
    """A resource whose API has keys of the names that rows have for what is unknown."""

    fields = (
        base.Field('id'),
        base.Field('extra'),
        base.Field('size', path=lambda info: info['width'] * 2, uses=('width',)),
        base.Field('late', start_version='2.50'),
    )


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[APIVersion]:
    """The versions that were looked for in a range."""
    versions: list[APIVersion] = []
    original = VersionRange.__contains__

    def counted(self: VersionRange, version: APIVersion) -> bool:
        versions.append(version)
        return original(self, version)

    monkeypatch.setattr(VersionRange, '__contains__', counted)
    return versions


def rows(count: int) -> list[servers.Server]:
    return [servers.Server(None, records.server(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize('format', FORMATS)
@pytest.mark.parametrize('columns', [(), ('id', 'tags', 'locked')])
def test_ranges_of_fields_are_looked_at_once_for_a_list(
    looked_at: list[APIVersion], format: str, columns: tuple[str, ...]
) -> None:
    counts = []
    for count in (1, 50):
        looked_at.clear()
        surroundings = environment.Environment({}, stdout=Stream(), stderr=io.StringIO())
        table = results.Table(servers.Server, rows(count), sort_key='name')
        result_writer.ResultWriter(surroundings, format, columns).render(table, VERSION)
        counts.append(len(looked_at))
    assert counts[0] == counts[1]
    assert counts[0] <= 2 * len(servers.Server.fields)


@pytest.mark.parametrize('format', ['json', 'ndjson', 'csv'])
def test_tables_of_one_kind_share_their_columns(looked_at: list[APIVersion], format: str) -> None:
    surroundings = environment.Environment({}, stdout=Stream(), stderr=io.StringIO())
    shown = result_writer.ResultWriter(surroundings, format)
    shown.render(results.Table(servers.Server, rows(1), ('id', 'tags')), VERSION)
    looked_at.clear()
    shown.render(results.Table(servers.Server, rows(9), ('id', 'tags')), VERSION)
    assert looked_at == []


@pytest.mark.parametrize('minor', [49, 50])
def test_mapping_has_stable_keys_and_what_is_not_known(minor: int) -> None:
    version = VERSION.at(2, minor)
    odd = Odd(None, {'id': '1', 'links': [], 'width': 4, 'extra': {}, 'late': 'x', 'new': 7})
    late = 'x' if minor >= 50 else None
    expected = {'id': '1', 'extra': {}, 'size': 8, 'late': late, 'unknown': {'new': 7}}
    assert mappings.as_mapping(odd, version) == expected
    assert list(mappings.as_mapping(odd, version, ['late', 'id']).items()) == [
        ('late', late),
        ('id', '1'),
    ]


def test_value_that_makes_no_sense_is_the_clouds_error() -> None:
    mapping = mappings.mapper(Odd, VERSION)
    assert mapping(Odd(None, {'width': 1}))['size'] == 2
    with pytest.raises(exceptions.CloudError, match='malformed'):
        mapping(Odd(None, {'width': None}))


# -- pages ----------------------------------------------------------------------------


def live_rows(start: str) -> int:
    """Return the number of rows in memory since ``gc.freeze()``, as decoded JSON, whose names start
    so.
    """
    gc.collect()
    return sum(
        type(value) is dict and 'links' in value and str(value.get('name')).startswith(start)
        for value in gc.get_objects()
    )


def by_link(page: int) -> dict[str, Any]:
    """A page of servers, which names the next one."""
    names = [f'page{page}-{number}' for number in range(12)]
    rows = [records.server(20 * page + number, name) for number, name in enumerate(names)]
    query = urllib.parse.urlencode({'marker': f'm{page + 1}'})
    links = [{'rel': 'next', 'href': f'http://cloud/servers?{query}'}] if page < 2 else []
    return {'servers': rows, 'servers_links': links}


def by_offset(page: int) -> dict[str, Any]:
    """A page of server groups; the last one is short."""
    names = [f'page{page}-{number}' for number in range(12 if page < 2 else 3)]
    return {'server_groups': [{'id': name, 'name': name, 'links': [{}]} for name in names]}


@pytest.mark.parametrize(
    ('words', 'path', 'page_of'),
    [
        *(
            (('server-list', '-f', format), '/servers/detail', by_link)
            for format in ('table', 'json', 'ndjson', 'csv', 'value')
        ),
        (('server-group-list', '-f', 'ndjson'), '/os-server-groups', by_offset),
    ],
)
def test_a_page_is_let_go_before_the_next_one_is_asked_for(
    nova: Nova,
    start_cloud: Any,
    words: tuple[str, ...],
    path: str,
    page_of: Callable[[int], dict[str, Any]],
) -> None:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    counts: list[int] = []
    bodies = [json.dumps(page_of(page)).encode() for page in range(3)]
    gc.freeze()

    def answer(request: Request) -> bytes:
        query = dict(request.query)
        page = int(query.get('marker', 'm0')[1:]) or int(query.get('offset', 0)) // 12
        if page:
            counts.append(live_rows(f'page{page - 1}'))
        return bodies[page]

    cloud.on('GET', path, answer)
    result = nova(*words, version='2.53', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert all(f'page{page}-' in result.out for page in range(3))
    # The first row, which told whether the version was refused, and the one that was taken last.
    assert len(counts) == 2
    assert max(counts) <= 2


# -- ages --


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


# -- changes of rows --


ROWS = some.dictionaries(some.integers(0, 9), some.integers(0, 3), max_size=8).map(
    lambda contents: [Row(key, content) for key, content in contents.items()]
)
CELLS = some.lists(some.lists(some.sampled_from('ab'), min_size=2, max_size=2), max_size=5)


@given(before=ROWS, now=ROWS)
def test_changes_lead_from_one_look_to_the_next(before: list[Row], now: list[Row]) -> None:
    rows = {row.identity: row.content for row in before}
    for kind, row in row_changes.between(before, now):
        if kind == REMOVED:
            assert rows.pop(row.identity) == row.content
        else:
            assert (row.identity in rows) is (kind == CHANGED)
            assert rows.get(row.identity) != row.content or kind == ADDED
            rows[row.identity] = row.content
    assert rows == {row.identity: row.content for row in now}


@given(rows=ROWS)
def test_of_equal_looks_nothing_changed(rows: list[Row]) -> None:
    assert [*row_changes.between(rows, [*reversed(rows)])] == []


@given(cells=CELLS)
def test_no_two_rows_are_the_same(cells: list[list[str]]) -> None:
    identities = Identities().of_cells(cells)
    assert len(identities) == len({*identities}) == len(cells)


def test_rows_without_ids_are_told_apart_by_as_many_cells_as_are_needed_at_first() -> None:
    identities = Identities()
    assert identities.of_cells([]) == []
    first = identities.of_cells([['nova', 'a', '1'], ['nova', 'b', '2']])
    later = identities.of_cells([['nova', 'b', '3'], ['nova', 'a', '1']])
    assert [*reversed(first)] == later


def test_mappings_are_told_apart_by_id_or_uuid() -> None:
    rows: list[dict[str, Any]] = [{'name': 'web', 'uuid': 'u1'}, {'name': 'web', 'uuid': 'u2'}]
    changed = [{**rows[1], 'name': 'db'}, rows[0]]
    identities = Identities()
    assert identities.of_mappings(rows) == [*reversed(identities.of_mappings(changed))]


def test_a_resource_without_an_id_is_not_asked_for_one() -> None:
    # One that is not loaded would be asked for at the first attribute that it lacks.
    resource = Resource(None, {'name': 'web'})
    assert Identities().of_resources([resource]) is None
    assert Identities().of_resources([Resource(None, {'id': 3})]) == [('3', 1)]
