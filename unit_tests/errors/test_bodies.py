"""JSON that someone else wrote: what is read comes back, and what is none is refused."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.errors import bodies


@pytest.mark.parametrize(
    'text', ['NaN', '[Infinity]', '-Infinity', '{"a": 1e999}', '[-1e999]', '', '{', '9' * 5000]
)
def test_what_json_lacks_or_no_number_holds_is_refused(text: str) -> None:
    for content in (text, text.encode()):
        with pytest.raises(ValueError, match=r'.+'):
            bodies.decode(content)


@pytest.mark.parametrize('value', [0.1, 1e300, -0.0, 2**70, [], {'a': ['\ud800']}, None, '[' * 500])
def test_what_is_written_is_read(value: object) -> None:
    assert bodies.decode(json.dumps(value)) == value


@pytest.mark.parametrize('text', ['[' * 500_000, '[' * 150 + ']' * 150])
def test_too_many_levels_are_refused(text: str) -> None:
    with pytest.raises(bodies.TooDeep, match='more than 100 levels'):
        bodies.decode(text)
