"""Bodies held against their schemas, and what is checked of texts."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.http import formats, schema_parts, validation
from novaclient_mv.sandbox.http.wsgi import Fault


def _refusal(schema: dict[str, Any], body: Any, relaxed: bool = False) -> str | None:
    """The words in which a body is refused, with 400; ``None`` where it passes."""
    try:
        validation.check(schema, body, relaxed)
    except Fault as fault:
        return fault.message if fault.status == 400 else f'status {fault.status}'
    return None


def _accepts(rule: dict[str, Any], value: Any) -> bool:
    return _refusal(rule, value) is None


@pytest.mark.parametrize('sign', ['', '-'])
def test_digits_are_counted_as_their_number(sign: str) -> None:
    rule = schema_parts.integer(-3 if sign else 3)
    for value in (3, '3', '03', 2147483647, '2147483647', *((-3, '-3') if sign else ())):
        assert _accepts(rule, value)
    for value in (-4 if sign else 2, '-4' if sign else '2', '2147483648'):
        assert not _accepts(rule, value)


class TestRelaxed:
    """Bodies on /v2."""

    SCHEMA = schema_parts.body({'a': schema_parts.body({'b': {}}), 'c': {'type': 'string'}})

    def _left(self, body: Any, schema: dict[str, Any] | None = None) -> Any:
        assert _refusal(schema or self.SCHEMA, body, relaxed=True) is None
        return body

    def test_unknown_keys_are_dropped_at_every_level(self) -> None:
        body = {'a': {'b': 1, 'y': 2}, 'c': 'x', 'z': 3}
        assert _refusal(self.SCHEMA, {**body}) is not None
        assert self._left(body) == {'a': {'b': 1}, 'c': 'x'}

    def test_wrong_values_are_refused_all_the_same(self) -> None:
        assert _refusal(self.SCHEMA, {'c': 1}, relaxed=True) is not None
        assert _refusal(self.SCHEMA, [], relaxed=True) is not None

    def test_rule_for_further_keys_is_kept(self) -> None:
        schema = {'properties': {'a': {}}, 'additionalProperties': {'type': 'string'}}
        assert self._left({'a': 1, 'z': 'x'}, schema) == {'a': 1, 'z': 'x'}
        assert _refusal(schema, {'a': 1, 'z': 2}, relaxed=True) is not None
        # What is no object has no keys.
        assert self._left(['z'], schema) == ['z']
        assert self._left(['z'], {'additionalProperties': False}) == ['z']


FORMATS = {
    'regex': (['a+', '[a]'], ['', '[', '*']),
    'date-time': (['2020-01-01T00:00:00Z', '2020-01-01T00:00:00+01:00'], ['', 'x', '2020-13-01']),
    'base64': (['', 'YQ==', 'YWI='], ['Y', 'YQ', 'YQ=']),
    'uuid': (
        ['11111111-2222-3333-4444-aaaaaaaaaaaa', '1111111122223333444' + 'A' * 13],
        [
            '',
            '11111111-2222-3333-4444-aaaaaaaaaaa',
            '11111111-2222-3333-4444-aaaaaaaaaaaa0',
            'g' * 32,
        ],
    ),
    'ipv4': (['10.0.0.1'], ['', '10.0.0', '::1', '10.0.0.256']),
    'ipv6': (['::1', 'fd00::1'], ['', '10.0.0.1', 'fe80::1%eth0', ':::']),
    'printable': (
        ['', 'a b', ' ', 'ü\u00a0\u2003'],
        ['a\n', '\x7f', 'ü\u2028', '\U0001f600', 'ü\t'],
    ),
    'name': (['a', 'a b', 'a:ü'], ['', ' ', ' a', 'a ', 'a\nb']),
    'name_with_leading_trailing_spaces': (['a', ' a ', 'a:'], ['', ' ', 'a\nb']),
    'az_name': (['a', 'a b'], ['', ' a', 'a:b', 'a\nb']),
    'az_name_with_leading_trailing_spaces': (['a', ' a '], ['', ' ', ' a:b', 'a\nb']),
}


@pytest.mark.parametrize('name', FORMATS)
def test_format_is_what_bodies_are_held_to(name: str) -> None:
    passing, refused = FORMATS[name]
    rule = {'format': name}
    assert [text for text in passing if not _accepts(rule, text)] == []
    assert [text for text in refused if _accepts(rule, text)] == []
    # Other values have every format.
    assert _accepts(rule, 7)


def test_every_format_is_tested_here() -> None:
    assert set(FORMATS) == set(formats.TESTS)


def test_free_keys_are_of_some_letters_and_so_long() -> None:
    rule = schema_parts.free_keys({'type': 'string'})
    for key in ('a', 'A-_:. 9', 'x' * 255):
        assert _accepts(rule, {key: 'v'})
    for key in ('', 'a/b', 'ü', 'x' * 256):
        assert not _accepts(rule, {key: 'v'})
    assert not _accepts(rule, {'a': 1})
    assert not _accepts(rule, 'a')


def test_boolean_of_a_body_may_be_spelt() -> None:
    for value in (True, 'True', 'ON', 'yes', '1', ' t '):
        assert schema_parts.is_true(value)
    for value in (False, 'False', 'OFF', 'no', '0', None, 'x'):
        assert not schema_parts.is_true(value)
    assert all(_accepts(schema_parts.BOOLEAN, value) for value in (True, False, 'Yes', 'off'))
    assert not _accepts(schema_parts.BOOLEAN, 'x')
