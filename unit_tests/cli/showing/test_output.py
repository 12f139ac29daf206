"""Tests of every kind of result in every format."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
import yaml

from novaclient_mv import api_versions, base, exceptions
from novaclient_mv.cli import arguments, output
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.running import results
from novaclient_mv.cli.showing import result_writer
from novaclient_mv.clouds import environment
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Stream
from unit_tests.scripted import ScriptedCloud

MAXIMUM = api_versions.API_MAX_VERSION
OLDEST = api_versions.API_MIN_VERSION


class Thing(base.Resource):
    """A resource with a field of each kind."""

    fields = (
        base.Field('id', 'ID'),
        base.Field('name'),
        base.Field('size', type='int'),
        base.Field('state', path='OS-X:state', cell=lambda text: f'<{text}>'),
        base.Field('parts', path=('nest', 'parts'), type='list'),
        base.Field('added', start_version='2.50'),
    )


HUGE = 2**70


def things() -> list[Thing]:
    return [
        Thing(None, {'id': '1', 'name': 'ü漢', 'size': HUGE, 'OS-X:state': 'on', 'new': [1]}),
        Thing(None, {'id': '2', 'name': None, 'nest': {'parts': ['a', 'b']}, 'added': 'yes'}),
    ]


RESULTS: dict[str, Any] = {
    'table': lambda: results.Table(Thing, things(), ('id', 'name', 'state', 'added')),
    'no rows': lambda: results.Table(Thing, [], ('id', 'name')),
    'record': lambda: results.Record(things()[0]),
    'rows': lambda: results.Rows(('Tag', 'Its Count'), [('a', 1), ('b', None)]),
    'no lines': lambda: results.Rows(('Tag',), []),
    'properties': lambda: results.Properties({'a': 1, 'b': None, 'c': {'d': [True]}}),
    'text': lambda: results.Text('one\ntwo', 'key'),
    'done': lambda: results.Done(['web: stop accepted'], [{'id': '1', 'action': 'stop'}]),
    'done with nothing': lambda: results.Done([], []),
    'lines': lambda: results.Done(['It is done.']),
    'tree': lambda: results.Tree(
        results.Table(Thing, things(), ('id',)),
        results.Rows(('Name', 'Status'), [('x', 'up'), ('|- y', '')]),
    ),
    'started': lambda: results.Started(results.Done(['go']), []),
    'document': lambda: results.Document({'a': [1]}, 'HTTP 200', whole={'status': 200}),
    'bytes': lambda: results.RawBytes(b'a\xc3\xbc\x1b', 'key'),
    'nothing': lambda: None,
}

FIRST = {
    'id': '1',
    'name': 'ü漢',
    'size': HUGE,
    'state': 'on',
    'parts': None,
    'added': None,
    'extra': {'new': [1]},
}
SECOND = {
    'id': '2',
    'name': None,
    'size': None,
    'state': None,
    'parts': ['a', 'b'],
    'added': 'yes',
    'extra': {'nest': {'parts': ['a', 'b']}},
}
DATA: dict[str, Any] = {
    'table': [FIRST, SECOND],
    'no rows': [],
    'record': FIRST,
    'rows': [{'tag': 'a', 'its_count': 1}, {'tag': 'b', 'its_count': None}],
    'no lines': [],
    'properties': {'a': 1, 'b': None, 'c': {'d': [True]}},
    'text': {'key': 'one\ntwo'},
    'done': [{'id': '1', 'action': 'stop'}],
    'done with nothing': [],
    'lines': [{'message': 'It is done.'}],
    'tree': [FIRST, SECOND],
    'started': [{'message': 'go'}],
    'document': {'status': 200},
    'bytes': {'key': 'aü\x1b'},
}
DATA['table'][1] = DATA['tree'][1] = {key: SECOND[key] for key in SECOND if key != 'extra'}


def rendered(
    result: Any,
    format: str = 'table',
    columns: tuple[str, ...] = (),
    query: str | None = None,
    version: api_versions.APIVersion = MAXIMUM,
    is_terminal: bool = False,
    are_checked: bool = False,
) -> str:
    """Return the output of a result."""
    out = Stream(is_terminal)
    surroundings = environment.Environment({}, stdout=out, stderr=io.StringIO())
    writer = result_writer.ResultWriter(surroundings, format, columns, query, are_checked)
    writer.render(result, version)
    return out.getvalue()


def test_old_names_of_other_packages_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match='use novaclient_mv.cli.showing.result_writer.'):
        assert output.Renderer is result_writer.ResultWriter
    with pytest.warns(DeprecationWarning, match='returns_resource'):
        assert arguments.shows is declarations.returns_resource


@pytest.mark.parametrize('name', DATA)
def test_result_as_json_yaml_and_lines(name: str) -> None:
    assert json.loads(rendered(RESULTS[name](), 'json')) == DATA[name]
    in_yaml = rendered(RESULTS[name](), 'yaml')
    assert yaml.safe_load(in_yaml) == DATA[name]
    assert ('ü' in in_yaml) is ('ü' in str(DATA[name]))
    expected = DATA[name] if isinstance(DATA[name], list) else [DATA[name]]
    lines = rendered(RESULTS[name](), 'ndjson').splitlines()
    assert [json.loads(line) for line in lines] == expected


@pytest.mark.parametrize('format', ['table', 'json', 'yaml', 'csv', 'value', 'ndjson'])
def test_nothing_prints_nothing(format: str) -> None:
    assert rendered(None, format) == ''
    assert rendered(results.Started(None, []), format) == ''


@pytest.mark.parametrize(
    ('name', 'expected'),
    [
        ('table', [['id', 'name', 'state', 'added'], ['1', 'ü漢', 'on', ''], ['2', '', '', 'yes']]),
        ('no rows', [['id', 'name']]),
        ('rows', [['tag', 'its_count'], ['a', '1'], ['b', '']]),
        ('no lines', [['tag']]),
        ('properties', [['a', 'b', 'c'], ['1', '', '{"d": [true]}']]),
        ('text', [['key'], ['one\ntwo']]),
        ('done', [['id', 'action'], ['1', 'stop']]),
        ('done with nothing', []),
    ],
)
def test_result_as_csv(name: str, expected: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(rendered(RESULTS[name](), 'csv')))) == expected


@pytest.mark.parametrize(
    ('name', 'expected'),
    [
        ('table', '1 ü漢 on \n2   yes\n'),
        ('no rows', ''),
        ('rows', 'a 1\nb \n'),
        ('properties', '1\n\n{"d": [true]}\n'),
        ('text', 'one\ntwo\n'),
        ('done', '1 stop\n'),
        ('done with nothing', ''),
    ],
)
def test_result_as_values(name: str, expected: str) -> None:
    assert rendered(RESULTS[name](), 'value') == expected


def test_result_for_a_reader() -> None:
    assert rendered(RESULTS['rows']()) == (
        '+-----+-----------+\n'
        '| Tag | Its Count |\n'
        '+-----+-----------+\n'
        '| a   | 1         |\n'
        '| b   |           |\n'
        '+-----+-----------+\n'
    )
    assert '| <on>   |' in rendered(RESULTS['table']())
    assert '| |- y | ' in rendered(RESULTS['tree']())
    assert rendered(RESULTS['done']()) == 'web: stop accepted\n'
    assert rendered(RESULTS['text']()) == 'one\ntwo\n'
    assert '| b        | -             |' in rendered(RESULTS['properties']())
    assert str(HUGE) in rendered(RESULTS['record']())


def test_field_outside_its_versions_is_null_and_its_column_is_not_shown() -> None:
    old = json.loads(rendered(RESULTS['table'](), 'json', version=OLDEST))
    assert [each['added'] for each in old] == [None, None]
    assert old[1].keys() == FIRST.keys() - {'extra'}
    assert 'Added' not in rendered(RESULTS['table'](), version=OLDEST)
    # CSV is read by programs, so its columns stay.
    assert rendered(RESULTS['table'](), 'csv', version=OLDEST).splitlines()[0] == (
        'id,name,state,added'
    )


def test_columns_are_in_the_order_asked_for_and_once() -> None:
    columns = ('size,id', 'Name', 'id')
    (first, _) = json.loads(rendered(RESULTS['table'](), 'json', columns))
    assert list(first) == ['size', 'id', 'name']
    assert rendered(RESULTS['table'](), columns=columns).splitlines()[1].split('|')[1:4] == [
        ' Size                   ',
        ' ID ',
        ' Name ',
    ]
    assert list(json.loads(rendered(RESULTS['tree'](), 'json', ('id',)))[0]) == ['id']
    assert '| id       | 1     |' in rendered(RESULTS['record'](), columns=('id',))


@pytest.mark.parametrize(
    ('format', 'query', 'expected'),
    [
        ('table', '[].id', '[\n  "1",\n  "2"\n]\n'),
        ('json', '[0].size', f'{HUGE}\n'),
        ('json', '[9].id', 'null\n'),
        ('yaml', '[].id', "- '1'\n- '2'\n"),
        ('value', '[].id', '1\n2\n'),
        ('value', '[0].name', 'ü漢\n'),
        ('value', '[].[id, state]', '1 on\n2 \n'),
        ('value', '[].{i: id, s: state}', '1 on\n2 \n'),
        ('csv', '[].{i: id, s: state}', 'i,s\n1,on\n2,\n'),
        ('csv', '[].id', '1\n2\n'),
        ('ndjson', '[].id', '"1"\n"2"\n'),
        ('value', 'length(@)', '2\n'),
    ],
)
def test_query(format: str, query: str, expected: str) -> None:
    assert rendered(RESULTS['table'](), format, query=query) == expected


def test_unknown_column_is_refused_before_login(nova: Nova, cloud: ScriptedCloud) -> None:
    for words in (('-c', 'stauts'), ('-c', 'name,stauts'), ('--fields', 'stauts')):
        result = nova('server-list', *words, cloud=cloud)
        if words[0] == '-c':
            assert not cloud.requests
        assert result.status == 2
        assert 'Did you mean status' in result.err


@pytest.mark.parametrize('is_terminal', [True, False])
def test_text_is_escaped_on_a_terminal_only(is_terminal: bool) -> None:
    shown = rendered(results.Text('a\x1b[0m\nb'), is_terminal=is_terminal)
    assert shown == ('a\\x1b[0m\nb\n' if is_terminal else 'a\x1b[0m\nb\n')
    assert rendered(RESULTS['bytes'](), is_terminal=is_terminal) == (
        'aü\\x1b' if is_terminal else 'aü\x1b'
    )


def test_document_has_its_heading_for_a_reader_and_above_a_query() -> None:
    assert rendered(RESULTS['document']()) == 'HTTP 200\n{\n  "a": [\n    1\n  ]\n}\n'
    assert rendered(RESULTS['document'](), query='a[0]') == 'HTTP 200\n1\n'
    assert rendered(results.Document('text')) == 'text\n'
    assert rendered(results.Document(None)) == ''


def test_columns_of_rows_and_properties_are_chosen() -> None:
    data = [{'tag': 'A', 'its_owner': 'x'}, {'tag': 'B'}]
    rows = results.Rows(('Tag', 'Count'), [('a', 1), ('b', 2)], data)
    assert rendered(rows, columns=('its_owner,count', 'tag')).splitlines()[1:5:2] == [
        '| Its Owner | Count | Tag |',
        '| x         | 1     | a   |',
    ]
    assert json.loads(rendered(rows, 'json', ('tag', 'count')))[1] == {'tag': 'B', 'count': 2}
    properties = results.Properties({'a': 1, 'b': 2})
    assert rendered(properties, 'csv', ('b,c',), are_checked=True) == 'b,c\n2,\n'
    with pytest.raises(exceptions.UnknownName, match='no column c'):
        rendered(properties, 'csv', ('b,c',))


# -- what scripts rely on ----------------------------------------------------


@pytest.fixture
def sandbox_like(start_cloud: Any) -> ScriptedCloud:
    """A cloud whose embedded flavor changes its shape at 2.47, as Nova's does."""
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)

    def answer(request: Any) -> Any:
        said = request.headers['X-OpenStack-Nova-API-Version'] or '2.1'
        is_new = int(said.split('.')[1]) >= 47
        shape = records.flavor_within_a_server() if is_new else {'id': '1', 'links': []}
        row = records.server(1, flavor=shape, tags=['a'], locked=True)
        row['OS-NEW:thing'] = 1
        return {'servers': [row]}

    cloud.on('GET', '/servers/detail', answer)
    return cloud


def test_flavor_of_a_server_has_one_shape(nova: Nova, sandbox_like: ScriptedCloud) -> None:
    def flavor(version: str) -> dict[str, Any]:
        words = ('server-list', '-f', 'json', '--query', '[0].flavor')
        found: dict[str, Any] = json.loads(nova(*words, version=version, cloud=sandbox_like).out)
        return found

    old, new = flavor('2.46'), flavor('2.47')
    assert list(old) == list(new)
    assert (old['id'], old['name'], old['ram']) == ('1', None, None)
    assert (new['id'], new['name'], new['ram']) == (None, 'm1.tiny', 512)


def test_servers_keep_their_order_with_any_columns(nova: Nova, cloud: ScriptedCloud) -> None:
    servers = [records.server(1, 'c'), records.server(2, 'a'), records.server(3, 'b')]
    cloud.on('GET', '/servers/detail', {'servers': servers})

    def column(*words: str) -> list[str]:
        lines = nova('server-list', *words, cloud=cloud).lines[3:6]
        return [line.split('|')[1].strip() for line in lines]

    ids = [records.server_id(number) for number in (2, 3, 1)]
    assert column() == column('-c', 'id') == column('-c', 'id', '-c', 'name') == ids
    # Where the cloud was asked for an order, that is kept.
    assert column('-c', 'id', '--sort', 'created_at') == [each['id'] for each in servers]


def test_csv_keeps_blanks_at_the_end_of_a_line() -> None:
    assert rendered(results.Rows(('Tag',), [('x ',), ('y\t',)]), 'csv') == 'tag\nx \ny\t\n'


def test_named_column_is_empty_where_the_version_lacks_it(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [{**records.server(1, 'web'), 'tags': ['x']}]})

    def cells(version: str) -> str:
        table = nova('server-list', '-c', 'tags', version=version, cloud=cloud).out
        return table.splitlines()[-2]

    assert cells('2.26').strip('| ') == 'x'
    assert cells('2.25').strip('| ') == ''
    for version, tags in (('2.26', ['x']), ('2.25', None)):
        found = nova('server-list', '-f', 'json', '-c', 'tags', version=version, cloud=cloud)
        assert json.loads(found.out) == [{'tags': tags}]
