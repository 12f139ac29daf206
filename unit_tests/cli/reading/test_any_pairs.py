"""Grammars of ``key=value``: any mapping that is written in one is read as that mapping; whatever
else is written is refused in one line.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from novaclient_mv.baremetal.v1.commands.parts import json_values, key_values, steps
from novaclient_mv.cli.reading import types
from novaclient_mv.placement.v1.commands.parts import amounts
from unit_tests import refusals

QUICK = settings(max_examples=60, deadline=None)
ANY = st.text(st.characters(), max_size=8)
KEYS = st.text(st.characters(exclude_characters='='), min_size=1, max_size=6)
BETWEEN_COMMAS = st.text(st.characters(exclude_characters=','), min_size=1, max_size=6)
PLAIN_KEYS = st.text(st.characters(exclude_characters='=,:'), min_size=1, max_size=6)
ADDRESSES = {4: st.ip_addresses(v=4).map(str), 6: st.ip_addresses(v=6).map(str)}
NUMBERS = st.integers(1, 10**12)


def written(pairs: dict[str, Any]) -> str:
    """A mapping in the grammar."""
    return ','.join(f'{key}={value}' for key, value in pairs.items())


@QUICK
@given(KEYS, ANY)
def test_pair_is_read_as_it_was_written(key: str, value: str) -> None:
    text = f'{key}={value}'
    assert types.key_value(text) == (key, value)
    assert types.key_or_pair(text) == (key, value)
    assert types.key_or_pair(key) == (key, None)
    if value:
        assert types.filled_key_value(text) == types.hint(text) == (key, value)


@QUICK
@given(st.dictionaries(PLAIN_KEYS, BETWEEN_COMMAS, min_size=1, max_size=4))
def test_mapping_is_read_as_it_was_written(pairs: dict[str, str]) -> None:
    assert types.key_values(written(pairs)) == pairs
    again = next(iter(pairs))
    with pytest.raises(argparse.ArgumentTypeError):
        types.key_values(f'{written(pairs)},{again}=more')


@QUICK
@given(st.dictionaries(PLAIN_KEYS, NUMBERS, min_size=1, max_size=4), BETWEEN_COMMAS, NUMBERS)
def test_amounts_are_read_as_written(pairs: dict[str, int], provider: str, group: int) -> None:
    pairs.pop('rp', None)
    text = written(pairs)
    if not pairs:
        return
    assert amounts.amounts(text) == pairs
    assert amounts.share(f'rp={provider},{text}') == (provider, pairs)
    assert amounts.GroupAmounts(True)(f'{group}:{text}') == (str(group), text)
    for name, value in pairs.items():
        assert amounts.amount(f'{name}={value}') == (name, value)
        assert amounts.inventory_value(f'{name}={value}') == (name, 'total', value)
        assert amounts.inventory_value(f'{name}:max_unit={value}') == (name, 'max_unit', value)


@QUICK
@given(st.data())
def test_network_interface_is_read_as_it_was_written(data: st.DataObject) -> None:
    network = data.draw(st.sampled_from(['net-id', 'net-name', 'port-id']))
    nic = {network: data.draw(BETWEEN_COMMAS)}
    family = data.draw(st.sampled_from([None, 4, 6]))
    if family:
        nic[f'v{family}-fixed-ip'] = data.draw(ADDRESSES[family])
    if data.draw(st.booleans()):
        nic['tag'] = data.draw(BETWEEN_COMMAS)
    pairs = dict(data.draw(st.permutations([*nic.items()])))
    assert types.Nic(tag=True, choices=True)(written(pairs)) == pairs
    if 'tag' in pairs:
        with pytest.raises(argparse.ArgumentTypeError):
            types.Nic()(written(pairs))


DEVICE = {
    'id': BETWEEN_COMMAS,
    'source': st.sampled_from(['volume', 'image', 'snapshot', 'blank']),
    'dest': st.sampled_from(['local', 'volume']),
    'bus': BETWEEN_COMMAS,
    'device': BETWEEN_COMMAS,
    'size': NUMBERS.map(str),
    'format': BETWEEN_COMMAS,
    'bootindex': st.integers(-1, 9).map(str),
    'type': BETWEEN_COMMAS,
    'shutdown': st.sampled_from(['remove', 'preserve']),
    'tag': BETWEEN_COMMAS,
}
IN_THE_API = {
    'id': 'uuid',
    'source': 'source_type',
    'dest': 'destination_type',
    'bus': 'disk_bus',
    'device': 'device_name',
    'size': 'volume_size',
    'format': 'guest_format',
    'tag': 'tag',
    'bootindex': 'boot_index',
    'type': 'device_type',
}


@QUICK
@given(st.fixed_dictionaries({}, optional=DEVICE).filter(bool))
def test_block_device_is_read_as_it_was_written(pairs: dict[str, str]) -> None:
    device = types.BlockDevice('tag')(written(pairs))
    shutdown = pairs.pop('shutdown', None)
    destination = device['destination_type']
    assert {IN_THE_API[key]: value for key, value in pairs.items()}.items() <= device.items()
    added = device.keys() - {IN_THE_API[key] for key in pairs}
    assert added <= {'source_type', 'destination_type', 'delete_on_termination'}
    removes = {'remove': True, 'preserve': False, None: destination == 'local'}
    assert device['delete_on_termination'] is removes[shutdown]


JSON = st.recursive(
    # What JSON lacks is a text.
    st.none()
    | st.booleans()
    | st.integers()
    | ANY
    | st.floats(allow_nan=False, allow_infinity=False, width=16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3),
    max_leaves=5,
)


@QUICK
@given(KEYS, JSON | ANY, st.booleans())
def test_value_is_what_its_json_says_or_a_text(key: str, value: Any, is_ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii)
    assert key_values.key_json(f'{key}={text}') == (key, value)


@QUICK
@given(
    ANY | st.sampled_from(['NaN', 'Infinity', '-Infinity', '[NaN]', '1e999', '9' * 5000, '[1e999]'])
)
def test_any_value_can_be_sent_as_json(text: str) -> None:
    value = key_values.json_or_text(text)
    assert json.loads(json.dumps(value, allow_nan=False)) == value
    if isinstance(value, str) and not text.strip().startswith('"'):
        assert value == text


DEEP = ('[' * 500_000, '[' * 150 + ']' * 150, '{"a":' * 500_000 + '1' + '}' * 500_000)


@pytest.mark.parametrize('text', DEEP)
def test_json_that_nests_too_deep_is_refused_in_one_line(text: str) -> None:
    for grammar in (
        lambda: key_values.key_json(f'a={text}'),
        lambda: json_values.ObjectValue(f'{{"a": {text}}}'),
        lambda: steps.ObjectList(f'[{text}]'),
    ):
        assert refusals.value_or_words(grammar, argparse.ArgumentTypeError)[1]


GRAMMARS: list[Callable[[str], Any]] = [
    *(types.key_value, types.filled_key_value, types.hint, types.key_values, types.key_or_pair),
    *(types.server_group_rule, types.Nic(tag=True, choices=True), types.BlockDevice('tag')),
    *(types.ephemeral, types.swap, types.old_block_device, types.destination_and_file),
    *(types.sort_keys, key_values.key_json, amounts.amount, amounts.amounts, amounts.share),
    *(amounts.inventory_value, amounts.GroupAmounts(True), amounts.GroupValue(False)),
    *(amounts.names, amounts.name, amounts.consumer_type),
]
PIECES = st.sampled_from(
    [
        *('=', ',', ':', '==', ',,', 'size', 'id', 'net-id', 'tag', 'rp', 'source', 'group', 'vda'),
        *('max_server_per_host', 'shutdown', 'v4-fixed-ip', '1', '0', '-1', '9' * 5000, '\u0663'),
        *(
            'a',
            ' ',
            '\n',
            '\x1b[2J',
            '\udcff',
            '\u2028',
            '{',
            '[' * 500_000,
            'NaN',
            '%s',
            '%(x)d',
            '\0',
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map(''.join)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GRAMMARS), TEXTS)
@example(types.filled_key_value, '\n=')
@example(types.filled_key_value, '\udcff=')
def test_any_text_is_read_or_refused_in_one_line(grammar: Callable[[str], Any], text: str) -> None:
    refusals.value_or_words(lambda: grammar(text), argparse.ArgumentTypeError)
