"""Tests of lists and mappings on a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import plain_values
from unit_tests.cli.terminal.test_terminal_renderer import at, plain
from unit_tests.nova import SANDBOX, Nova

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ('value', 'text'),
    [
        (['fake', 'no-bios'], 'fake, no-bios'),
        ({'VCPU': 2, 'MEMORY_MB': 4096}, 'VCPU=2, MEMORY_MB=4096'),
        ({'hw:cpu_policy': 'dedicated'}, 'hw:cpu_policy=dedicated'),
        ([{'id': 0, 'time': 7}, {'id': 1}], 'id=0, time=7; id=1'),
        ({'a': {'b': 1}, 'c': [], 'd': None}, 'a={"b": 1}, c=-, d=-'),
        (['one, two', ''], '"one, two", ""'),
        ({'a=b': 'c;d'}, '"a=b"="c;d"'),
        ([], ''),
        ({}, ''),
    ],
)
def test_list_or_mapping_is_written_as_people_do(value: object, text: str) -> None:
    assert plain_values.text(value) == text


@given(st.lists(VALUES, max_size=3) | st.dictionaries(st.text(max_size=5), VALUES, max_size=3))
def test_value_is_one_line_whatever_is_in_it(value: object) -> None:
    assert '\n' not in plain_values.text(value)


def test_mappings_of_a_property_have_a_line_each() -> None:
    assert plain_values.of_property([{'id': 0}, {'id': 1}]) == 'id=0\nid=1'
    assert plain_values.of_property([{'id': 0}]) == 'id=0'
    assert plain_values.of_property('text') == 'text'


def test_terminal_shows_no_value_as_python_writes_it(nova: Nova) -> None:
    for words in (
        ('aggregate-create', 'racks'),
        ('aggregate-set-metadata', '1', 'rack=9'),
        ('aggregate-add-host', '1', 'host1'),
        ('flavor-key', 'm1.tiny', 'set', 'hw:cpu_policy=dedicated'),
        ('server-group-create', 'group', 'anti-affinity', '--rule', 'max_server_per_host=2'),
    ):
        assert nova(*words, cloud=SANDBOX).status == 0, words
    for words, text in (
        (('aggregate-show', 'racks'), 'rack=9'),
        (('flavor-list', '--extra-specs'), 'hw:cpu_policy=dedicated'),
        (('server-group-list',), 'max_server_per_host=2'),
        (('quota-show', '--detail'), 'In Use'),
        (('placement-inventory-list', 'host1'), 'VCPU'),
        (('baremetal-driver-show', 'fake-hardware'), 'fake, no-bios'),
    ):
        shown = plain(at(nova, 200, *words).out)
        assert text in shown
        assert not {'{', "'", '['} & {*shown}, words
        in_a_pipe = nova(*words, cloud=SANDBOX).out
        assert at(nova, 200, '--style', 'nova', *words).out == in_a_pipe


def test_one_resource_is_shown_with_its_properties_below_each_other(nova: Nova) -> None:
    words = ('flavor-create', 'large', 'auto', '16384', '40', '8')
    shown = plain(at(nova, 80, *words).out)
    assert shown.splitlines()[0].split() == ['Name', 'large']
    assert nova('flavor-create', 'wide', '9', '1', '1', '1', cloud=SANDBOX).out.startswith('+----')
