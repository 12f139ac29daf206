"""Shapes through fields: whatever JSON an answer has, a row shows it at its own key, shows null for
what is missing, or is refused in one clear line.
"""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.running import results
from novaclient_mv.cli.showing import result_writer
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.resources import Field, Resource
from novaclient_mv.versions import APIVersion
from unit_tests import refusals

VERSION = APIVersion('2.10')
NAMES = ['id', 'name', 'links', 'meta', 'OS-X:state', 'addr', 'a']
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=5)
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
    ),
    max_leaves=5,
)
ANSWERS = st.dictionaries(st.sampled_from(NAMES), ANYTHING)
PATHS = st.sampled_from(NAMES) | st.lists(st.sampled_from(NAMES), min_size=2, max_size=3).map(tuple)


def value_at(path: str | tuple[str, ...], answer: Mapping[str, Any]) -> Any:
    """The value at a path, as anyone would look it up."""
    value: Any = answer
    for name in (path,) if isinstance(path, str) else path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def not_shown(value: Any, paths: Sequence[tuple[str, ...]]) -> Any:
    """The part of a value that no path leads to; ``None`` for nothing."""
    if () in paths:
        return None
    if isinstance(value, list) and paths:
        return value if any(not_shown(entry, paths) is not None for entry in value) else None
    if not isinstance(value, dict) or not paths:
        return value
    rest = {
        name: not_shown(below, [path[1:] for path in paths if path[0] == name])
        for name, below in value.items()
    }
    # A null that nothing leads to is there; one in the place of parts says nothing.
    begun = {path[0] for path in paths}
    rest = {key: left for key, left in rest.items() if left is not None or key not in begun}
    return rest or None


def printed(result: Any, form: str, version: APIVersion = VERSION) -> str:
    """The output of a result in one format."""
    environment = Environment(variables={}, stdout=io.StringIO())
    result_writer.ResultWriter(environment, form).render(result, version)
    text: str = environment.stdout.getvalue()  # type: ignore[attr-defined]
    text.encode()
    return text


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(st.sampled_from('pqrstu'), PATHS, min_size=1),
    st.lists(ANSWERS, max_size=3),
    st.sampled_from(['', 'p']),
)
def test_each_value_stands_at_its_key_and_what_is_missing_is_null(
    paths: dict[str, str | tuple[str, ...]], answers: list[dict[str, Any]], later: str
) -> None:
    fields = tuple(
        Field(key, path=path, start_version='2.11' if key == later else None)
        for key, path in paths.items()
    )

    class Thing(Resource):
        link_keys = ()

    Thing.fields = fields
    table = results.Table(Thing, [Thing(None, answer) for answer in answers])
    rows = json.loads(printed(table, 'json'))
    assert len(rows) == len(answers)
    used = [(path,) if isinstance(path, str) else path for path in paths.values()]
    for row, answer in zip(rows, answers, strict=True):
        rest = row.pop('extra', {})
        assert row == {
            key: None if key == later else value_at(path, answer) for key, path in paths.items()
        }
        assert rest == (not_shown(answer, used) or {})
    lines = [json.loads(line) for line in printed(table, 'ndjson').splitlines()]
    assert lines == json.loads(printed(table, 'json'))


def _classes() -> Iterator[type[Resource]]:
    """Every class of resources that a command shows."""
    for command in commands.our_commands():
        # Its module, and with it the classes of what it shows.
        assert command.function
    waiting = [*Resource.__subclasses__()]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        # A class with another signature is made of what a user named, and not of an answer.
        is_of_answers = inspect.signature(kind) == inspect.signature(Resource)
        if is_of_answers and kind.fields and kind.__module__.startswith('novaclient_mv.'):
            yield kind


CLASSES = sorted(_classes(), key=lambda kind: (kind.__module__, kind.__qualname__))


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(CLASSES), st.data())
def test_any_resource_with_any_value_is_a_row_or_one_clear_error(
    kind: type[Resource], data: st.DataObject
) -> None:
    names = sorted({name for one in kind.fields for name in one.uses} | {'more'})
    answer = data.draw(st.dictionaries(st.sampled_from(names), ANYTHING, max_size=4))
    form = data.draw(st.sampled_from(['table', 'json', 'yaml', 'csv', 'value', 'ndjson', 'github']))
    version = data.draw(st.sampled_from([VERSION, APIVersion('2.96'), APIVersion('1.80')]))
    for result in (results.Table(kind, [kind(None, answer)]), results.Record(kind(None, answer))):
        text, refusal = refusals.value_or_words(
            lambda result=result: printed(result, form, version), errors.Error
        )
        assert text is None or refusal is None
    if form == 'json' and text:
        row = json.loads(text)
        for one in kind.fields:
            if one.name is not None and one.shape is None and version in one.range:
                assert row[one.key] == answer.get(one.name)
