"""Tests of properties of records in groups with titles, as users see them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import terminal_table
from novaclient_mv.clouds import text_width
from unit_tests import records
from unit_tests.cli.terminal.test_terminal_table import at, plain
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud

NAMES = st.text('abc_:. -', min_size=1, max_size=12) | st.sampled_from(
    ['id', 'name', 'OS-EXT-STS:power_state', 'a network', 'flavor:ram', 'updated', 'x_interface']
)
SERVER = ('server-create', '--flavor', '1', '--image', 'cirros', '--nic', 'auto', 'web')


@given(st.lists(NAMES, unique=True, max_size=40))
def test_every_property_stands_in_one_group(names: list[str]) -> None:
    grouped = terminal_table.grouped(names)
    assert sorted(name for _, several in grouped for name in several) == sorted(names)
    assert all(several for heading, several in grouped if heading)
    assert len({heading for heading, _ in grouped}) == len(grouped)


def test_terminal_shows_no_less_than_a_pipe(nova: Nova) -> None:
    nova(*SERVER, cloud=SANDBOX)
    for words in (('server-show', 'web'), ('baremetal-node-show', 'metal-1')):
        in_a_pipe = nova(*words, cloud=SANDBOX).out.splitlines()[3:-1]
        wide = plain(at(nova, 80, *words, '--wide').out).splitlines()
        titles = [line.strip().split('  ')[0] for line in wide if line.startswith('  ')]
        assert len(titles) == len(in_a_pipe)
        assert '' not in wide
        shown = plain(at(nova, 80, *words).out)
        rows, _, empty = shown.partition('Without a value\n')
        named = [line.strip().split('  ')[0] for line in rows.splitlines() if line.startswith('  ')]
        named += ' '.join(empty.split()).split(', ')
        assert sorted(filter(None, named)) == sorted(titles)
        assert max(map(len, shown.splitlines())) <= 80


def test_title_that_is_shown_is_a_column_that_can_be_asked_for(nova: Nova) -> None:
    for title, key in (('Public', 'is_public'), ('Memory MiB', 'memory_mib'), ('VCPUs', 'vcpus')):
        by_title = nova('flavor-list', '-c', title, '-f', 'json', cloud=SANDBOX)
        assert by_title == nova('flavor-list', '-c', key, '-f', 'json', cloud=SANDBOX)
        assert title in plain(at(nova, 120, 'flavor-list').out)


def test_columns_of_a_record_have_the_names_that_were_asked_for(nova: Nova) -> None:
    nova(*SERVER, cloud=SANDBOX)
    nova.clock.advance(60)
    out = plain(at(nova, 80, 'server-show', 'web', '-c', 'status,name').out)
    assert out == 'status  ACTIVE\nname    web\n'


def test_lines_of_a_value_are_lines_in_its_column(nova: Nova, cloud: ScriptedCloud) -> None:
    server = records.server(1, image='', description='one\n  two\x1b[31m\nthree', locked=True)
    records.add_server(cloud, server)
    out = at(nova, 80, '--color', 'never', 'server-show', server['id'], cloud=cloud).out
    lines = out.splitlines()
    start = next(place for place, line in enumerate(lines) if 'Description' in line)
    assert [line.split()[-1] for line in lines[start : start + 3]] == [
        *('one', 'two\\x1b[31m', 'three')
    ]
    assert lines[start + 2].startswith(' ' * 20)


def test_short_ids_are_those_of_a_record(nova: Nova) -> None:
    nova(*SERVER, cloud=SANDBOX)
    out = plain(at(nova, 80, '--short-ids', 'server-show', 'web').out)
    shown = next(line for line in out.splitlines() if line.startswith('  ID '))
    assert len(shown.split()[1]) == 8


def test_wide_shows_each_property_in_one_line(nova: Nova, cloud: ScriptedCloud) -> None:
    server = records.server(1, 'long name ' * 30, image='')
    records.add_server(cloud, server)
    narrow = plain(at(nova, 80, 'server-show', server['id'], cloud=cloud).out)
    assert max(map(text_width.of, narrow.splitlines())) <= 80
    wide = plain(at(nova, 80, '--wide', 'server-show', server['id'], cloud=cloud).out)
    assert server['name'].rstrip() in wide


def test_names_that_the_cloud_chose_stay_as_they_are(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [records.server(1, 'None'), records.server(2, 'N/A')]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    out = plain(at(nova, 120, 'server-list', cloud=cloud).out)
    assert '  None  ' in out
    assert '  N/A  ' in out
    assert nova('server-create', *SERVER[1:-1], 'tagged', cloud=SANDBOX).status == 0
    nova.clock.advance(60)
    assert nova('server-meta', 'tagged', 'set', 'My_KEY=None', cloud=SANDBOX).status == 0
    assert 'My_KEY' in plain(at(nova, 80, 'server-show', 'tagged').out)


def test_record_whose_properties_belong_to_no_group_has_no_headings(nova: Nova) -> None:
    shown = plain(at(nova, 80, '--wide', 'network-show', 'private').out).splitlines()
    assert shown[0].split() == ['Label', 'private']
    assert not [line for line in shown if '  ' not in line]


def test_names_of_the_api_are_titles_whether_a_field_has_them_or_not(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    states = plain(at(nova, 80, 'baremetal-node-states-show', 'metal-1').out)
    assert [line.rpartition('  ')[0].strip() for line in states.splitlines()][:3] == [
        *('Console Enabled', 'Last Error', 'Power State')
    ]
    keypair = {'name': 'k', 'deleted_at': None, 'hw:odd': 1, 'public_key': 'x', 'fingerprint': 'f'}
    cloud.on('GET', '/os-keypairs/k', {'keypair': keypair})
    shown = plain(at(nova, 80, 'keypair-show', 'k', cloud=cloud).out)
    assert 'Deleted At' in shown
    assert 'hw:odd' in shown


def test_keys_of_users_are_no_titles(nova: Nova) -> None:
    nova(*SERVER, cloud=SANDBOX)
    nova.clock.advance(60)
    nova('server-meta', 'web', 'set', 'my_role= X ', cloud=SANDBOX)
    assert plain(at(nova, 80, 'server-metadata-list', 'web').out) == 'my_role  X\n'
