"""Changes between two versions: every microversion between them, by operation and command."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.knowledge import changelog, command_catalog, option_changes, pin_moves
from novaclient_mv.knowledge.changelog import ADDED, CHANGED, OPERATION, REMOVED, Change
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, SERVICES, Service, operations
from unit_tests.knowledge.random_lines import versions_of
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import StartCloud


def between(start: str, end: str, service: Service = COMPUTE) -> list[changelog.Change]:
    return changelog.changes(service, service.version(start), service.version(end))


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_every_microversion_above_the_first_is_there(service: Service) -> None:
    everything = versions_of(service)
    seen = {row.version for row in changelog.changes(service, service.first)}
    assert seen == set(everything[1:])
    for number in range(1, len(everything), 7):
        start, end = everything[number], everything[min(number + 5, len(everything) - 1)]
        rows = changelog.changes(service, start, end)
        assert {row.version for row in rows} == {v for v in everything if start < v <= end}


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_rows_are_of_the_promised_words(service: Service) -> None:
    known = {operation.id for operation in operations.operations_of(service)}
    for row in changelog.changes(service, service.first):
        form = row.as_mapping()
        assert form['kind'] in ('added', 'changed', 'removed')
        assert form['where'] in ('request', 'response', 'behaviour', 'operation')
        assert form['what'], form
        assert form['operation'] is None or not known or form['operation'] in known
        assert form['service'] == service.name


def test_operation_begins_and_ends_with_a_row() -> None:
    rows = between('2.0', NEWEST)
    for operation in operations.operations_of(COMPUTE):
        of_it = [row for row in rows if (row.operation, row.where) == (operation.id, 'operation')]
        if operation.range.start > COMPUTE.range.start:
            assert [row.version for row in of_it if row.kind == 'added'] == [operation.range.start]
        if not operation.range.is_open:
            assert 'removed' in {row.kind for row in of_it}, operation


# -- the command -----------------------------------------------------------------------


def asked(nova: Nova, *words: str) -> list[dict[str, Any]]:
    result = nova('-f', 'json', 'version-changes', *words)
    assert (result.status, result.err) == (0, '')
    rows: list[dict[str, Any]] = json.loads(result.out)
    return rows


def test_filters_narrow_rows(nova: Nova) -> None:
    rows = asked(nova, '2.1', '--command', 'boot', '--only', 'removed')
    assert rows
    assert all('server-create' in row['commands'] and row['kind'] == 'removed' for row in rows)
    rows = asked(nova, '2.1', '--operation', 'POST /servers')
    assert {row['operation'] for row in rows} == {'POST /servers'}
    rows = asked(nova, '2.1', '--operation', 'POST /servers/{id}/action')
    assert len({row['operation'] for row in rows}) > 5


def test_service_is_that_which_is_named_or_of_the_command(nova: Nova) -> None:
    rows = asked(nova, '1.80', '1.82', '--service', 'baremetal')
    assert [row['version'] for row in rows] >= ['1.81', '1.82']
    assert {row['service'] for row in rows} == {'baremetal'}
    result = nova('version-changes', '1.80', '--command', 'baremetal-node-list')
    assert result.status == 0


def test_terminal_gets_a_changelog(nova: Nova) -> None:
    result = nova('version-changes', '2.89', '2.90')
    assert result.lines[0] == '2.90 (Xena)'
    assert '  POST /servers: added in the request: server.hostname (server-create)' in result.lines
    assert nova('version-changes', '2.90', '2.90').out == 'Nothing changes.\n'


@pytest.mark.parametrize(
    'words',
    [
        ('grizzly',),
        ('2.53', '2.9'),
        (BEYOND,),
        ('2.1', '--command', 'no-such'),
        ('2.1', '--operation', 'GET /no-such'),
        ('2.1', '--operation', 'POST'),
        ('2.1', '--operation', ''),
        ('2.1', '--only', 'new'),
        ('1.1', '--service', 'no-such'),
        ('2.1', '--service', 'baremetal'),
        ('2.1', '--service', 'baremetal', '--command', 'server-list'),
        (),
    ],
)
def test_bad_input_has_status_2(nova: Nova, words: tuple[str, ...]) -> None:
    result = nova('version-changes', *words)
    assert (result.out, result.status) == ('', 2)
    assert result.err.startswith('nova-mv: ')


def test_the_words_that_were_typed_are_named_where_the_newer_one_stands_first(nova: Nova) -> None:
    for words, message in (
        (('zed', 'pike'), 'zed is above pike: give the older version first.'),
        (('latest', '2.3'), 'latest is above 2.3: give the older version first.'),
    ):
        result = nova('version-changes', *words)
        assert (result.status, result.err) == (2, f'nova-mv: {message}\n')


# -- differences of two versions --


def presence(service: Service) -> dict[tuple[object, ...], list[tuple[Change, bool]]]:
    """Return the parts of a service that come and go, with their changes, and whether they came."""
    events: dict[tuple[object, ...], list[tuple[Change, bool]]] = {}
    for row in changelog.changes(service, service.first):
        if row.kind != CHANGED and (row.field is not None or row.where == OPERATION):
            events.setdefault(thing_of(row), []).append((row, row.kind == ADDED))
    return events


def thing_of(row: Change) -> tuple[object, ...]:
    return row.operation, row.where, row.field and (row.field.name, row.field.place)


PRESENCE = {service.name: presence(service) for service in (COMPUTE, BAREMETAL, PLACEMENT)}


@given(st.sampled_from(SERVICES), st.data())
@settings(max_examples=25, deadline=None)
def test_added_is_what_only_the_second_version_has(service: Service, data: st.DataObject) -> None:
    rows = service.releases.facts['microversions']
    texts = st.sampled_from([row['version'] for row in rows])
    start, end = sorted((service.version(data.draw(texts)), service.version(data.draw(texts))))
    told = {
        thing_of(row): row.kind
        for row in pin_moves.net_changes(service, start, end)
        if row.kind != CHANGED and (row.field is not None or row.where == OPERATION)
    }
    operations = {thing[0]: kind for thing, kind in told.items() if thing[1] == OPERATION}
    for thing, events in PRESENCE[service.name].items():
        before = [came for row, came in events if row.version <= start]
        after = [came for row, came in events if row.version <= end]
        was_there = before[-1] if before else not events[0][1]
        is_there = after[-1] if after else not events[0][1]
        if thing[1] != OPERATION and thing[0] in operations:
            assert thing not in told
        elif was_there != is_there:
            assert told.get(thing) == (ADDED if is_there else REMOVED), thing
        else:
            assert thing not in told


# -- changes of what a user types --


Row = tuple[str, str, str | None, str, str | None]


def rows(result: str) -> list[Row]:
    keys = ('version', 'command', 'option', 'kind', 'instead')
    return [tuple(row[key] for key in keys) for row in json.loads(result)]


def test_commands_and_options_come_and_go_where_the_inventory_has_them() -> None:
    for service in SERVICES:
        changes = option_changes.between(service, service.first, service.range.end)
        told = {(row.command, row.option, str(row.version), row.kind) for row in changes}
        for command in command_catalog.command_catalog()['commands']:
            if command['service'] != service.name:
                continue
            first, last = command['ranges'][0], command['ranges'][-1]
            is_new = first['start'] != str(service.first)
            assert ((command['name'], None, first['start'], 'added') in told) == is_new
            went = [row for row in told if row[:2] == (command['name'], None)]
            assert (last['end'] is not None) == any(row[3] == 'removed' for row in went)
        assert [row.version for row in changes] == sorted(row.version for row in changes)


@pytest.mark.parametrize(
    ('service', 'start', 'end', 'row'),
    [
        (BAREMETAL, '1.84', '1.85', ('1.85', 'baremetal-node-unhold', None, 'added', None)),
        (COMPUTE, '2.42', '2.43', ('2.43', 'host-show', None, 'removed', 'hypervisor-show')),
        (COMPUTE, '2.56', '2.57', ('2.57', 'server-create', '--file', 'removed', '--user-data')),
        (COMPUTE, '2.91', '2.92', ('2.92', 'keypair-create', '--pub-key', 'changed', None)),
        (COMPUTE, '2.36', '2.37', ('2.37', 'server-create', '--nic', 'changed', None)),
        (
            *(COMPUTE, '2.50', '2.51'),
            ('2.51', 'server-external-event-create', '<event> volume-extended', 'added', None),
        ),
        (PLACEMENT, '1.6', '1.7', ('1.7', 'placement-resource-class-rename', None, 'removed',
                                   'placement-resource-class-create')),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_told(
    nova: Nova, service: Service, start: str, end: str, row: Row
) -> None:
    line = ('version-changes', start, end, '--service', service.name, '--only', 'options')
    assert row in rows(nova(*line, '-f', 'json').out)
    text = nova(*line, '-f', 'value', '-c', 'command', '-c', 'option').out
    assert row[1] in text
    versions = service.version(end), service.version(start)
    back = option_changes.between(service, *versions)
    kinds = {'added': 'removed', 'removed': 'added', 'changed': 'changed'}
    assert (row[1], row[2], kinds[row[3]]) in {(one.command, one.option, one.kind) for one in back}


def test_what_went_has_something_in_its_place_but_for_quotas_of_injected_files() -> None:
    changes = option_changes.between(COMPUTE, COMPUTE.first, COMPUTE.range.end)
    went = {row for row in changes if row.kind == 'removed' and row.instead is None}
    assert {row.option and row.option[:15] for row in went} == {'--injected-file'}


SCRIPT = """
nova-mv server-create --file /a=/b --flavor m1.tiny --image cirros web
nova-mv baremetal-node-list --instance_name web
nova host-list
nova-mv server-external-event-create volume-extended web
"""


def test_only_what_a_script_uses_is_told(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'run.sh'
    script.write_text(SCRIPT, encoding='utf-8')
    line = ('--only', 'options', '--for', str(script), '-f', 'json')
    compute = [
        ('2.43', 'host-list', None, 'removed', 'service-list and hypervisor-list'),
        ('2.51', 'server-external-event-create', '<event> volume-extended', 'added', None),
        ('2.57', 'server-create', '--file', 'removed', '--user-data'),
    ]
    assert rows(nova('version-changes', '2.40', *line).out) == compute
    node = ('1.104', 'baremetal-node-list', '--instance-name', 'added', None)
    assert rows(nova('version-changes', 'newton', *line).out) == [*compute, node]
    assert nova('version-changes', '2.90', *line[:4]).out == 'Nothing changes.\n'


def test_calls_of_other_programs_are_read(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'run.sh'
    script.write_text(
        'openstack flavor create --rxtx-factor 2 f\n'
        'openstack server remove fixed ip web "$IP"\n'
        'openstack server frob\n'
        'nova boot --flavor f --image i --file a=b web\n',
        encoding='utf-8',
    )
    line = ('--only', 'options', '--for', str(script), '-f', 'json')
    assert [row[:4] for row in rows(nova('version-changes', '2.40', *line).out)] == [
        ('2.44', 'server-fixed-ip-remove', None, 'removed'),
        ('2.57', 'server-create', '--file', 'removed'),
        ('2.102', 'flavor-create', '--rxtx-factor', 'removed'),
    ]


def test_changes_begin_above_the_newest_version_of_a_cloud_that_is_named(
    nova: Nova, start_cloud: StartCloud
) -> None:
    nova.cloud_file(f'clouds: {{old: {start_cloud(maximum="2.53").entry()}, new: {{}}}}')
    line = ('version-changes', '--only', 'options', '-f', 'json', '--os-cloud')
    told = {row[0] for row in rows(nova(*line, 'old').out)}
    assert {'2.53', '2.54'} & told == {'2.54'}
    whole = json.loads(nova('version-changes', '-f', 'json', '--os-cloud', 'old').out)
    assert whole[0]['version'] == '2.54'
    assert nova(*line, 'sandbox').out == '[]\n'
    assert 'or a cloud by --os-cloud' in nova(*line[:3]).err
    assert nova(*line, 'old,new').status == 2
    # A version that is named needs no cloud, as ever.
    assert nova(*line, 'none', NEWEST).out == '[]\n'


@pytest.mark.parametrize(
    'line',
    ['2.1 --for x', '2.1 --for x --only added', "2.1 --only options --operation 'GET /servers'"],
)
def test_arguments_that_do_not_fit_are_refused(nova: Nova, line: str) -> None:
    assert nova('version-changes', *line.replace("'", '').split(' ', 4)).status == 2
