"""The file of aliases and views is read and written as it is typed by hand."""

from __future__ import annotations

import json
import pathlib
import shlex
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.clouds import shortcuts
from novaclient_mv.clouds.environment import Environment

LINES = st.dictionaries(st.text(), st.text(), max_size=3)
VIEWS = st.dictionaries(st.text(), st.dictionaries(st.text(), st.text(), min_size=1, max_size=2))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
FURTHER = st.dictionaries(st.sampled_from(['', 'Aliases', 'view', 'comment']), JSON)
generated = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def shortcuts_of(folder: pathlib.Path, content: str | bytes | None = None) -> shortcuts.Shortcuts:
    """The file in a folder, with a content if it is there."""
    own = shortcuts.Shortcuts(Environment({'XDG_CONFIG_HOME': str(folder)}))
    path = folder / 'nova-mv' / 'shortcuts.json'
    assert own.file == str(path)
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert own.is_there() == (content is not None)
    return own


@generated
@given(LINES, VIEWS, FURTHER, LINES, st.text())
def test_a_change_keeps_all_else_that_the_file_has(
    tmp_path: pathlib.Path,
    aliases: dict[str, str],
    views: dict[str, dict[str, str]],
    further: dict[str, Any],
    lines: dict[str, str],
    command: str,
) -> None:
    before = {**further, 'aliases': aliases, 'views': views}
    own = shortcuts_of(tmp_path, json.dumps(before))
    assert (own.aliases(), own.views()) == (aliases, views)
    own.change_aliases(lambda earlier: {**earlier, **lines})
    assert (own.aliases(), own.views()) == ({**aliases, **lines}, views)
    met = []
    own.change_views(command, lambda earlier: met.append(earlier) or lines)
    # A command without views is not named.
    others = {name: those for name, those in views.items() if name != command}
    assert own.views() == ({**others, command: lines} if lines else others)
    assert met == [views.get(command, {})]
    text = pathlib.Path(own.file).read_text(encoding='ascii')
    assert {**json.loads(text), 'aliases': 0, 'views': 0} == {**before, 'aliases': 0, 'views': 0}
    assert text == json.dumps(json.loads(text), indent=2) + '\n'


@pytest.mark.parametrize('content', [None, '', ' \n', '{}'])
def test_a_file_that_says_nothing_is_made(tmp_path: pathlib.Path, content: str | None) -> None:
    own = shortcuts_of(tmp_path, content)
    assert (own.aliases(), own.views()) == ({}, {})
    own.change_views('server-list', lambda earlier: {**earlier, 'mine': '--limit 1'})
    assert json.loads(pathlib.Path(own.file).read_text()) == {
        'views': {'server-list': {'mine': '--limit 1'}}
    }


def is_well_formed(lines: Any) -> bool:
    return isinstance(lines, dict) and all(isinstance(line, str) for line in lines.values())


@generated
@given(JSON, JSON)
def test_what_has_another_form_is_refused_and_stays(
    tmp_path: pathlib.Path, aliases: Any, views: Any
) -> None:
    content = json.dumps({'aliases': aliases, 'views': views})
    own = shortcuts_of(tmp_path, content)
    has_views = isinstance(views, dict) and all(map(is_well_formed, views.values()))
    for is_read, ask, change in (
        (is_well_formed(aliases), own.aliases, lambda: own.change_aliases(dict)),
        (has_views, own.views, lambda: own.change_views('a', lambda earlier: {'b': 'c'})),
    ):
        if is_read:
            ask()
            continue
        for step in (ask, change):
            with pytest.raises(errors.CommandError) as refusal:
                step()
            assert str(refusal.value).startswith(f'The file of aliases and views {own.file} cannot')
        assert pathlib.Path(own.file).read_text() == content


@pytest.mark.parametrize(
    ('content', 'reason'),
    [
        ('[]', 'it is not a JSON object'),
        ('{"aliases": []}', '"aliases" is not an object'),
        ('{"aliases": {"st": 5}}', 'st of its aliases is not a text'),
        ('{"views": []}', '"views" is not an object'),
        ('{"views": {"server-list": 5}}', '"views of server-list" is not an object'),
        ('{"views": {"server-list": {"m": 5}}}', 'm of its views of server-list is not a text'),
        ('{\n"a" 5}', "line 2 is not valid JSON: Expecting ':' delimiter"),
        ('[' * 100_000, 'it is not valid JSON'),
        (b'\xff', 'it is not text in UTF-8'),
    ],
)
def test_a_refusal_says_where_the_mistake_is(
    tmp_path: pathlib.Path, content: str | bytes, reason: str
) -> None:
    own = shortcuts_of(tmp_path, content)
    ask = (
        own.views
        if b'views' in (content.encode() if isinstance(content, str) else b'')
        else own.aliases
    )
    with pytest.raises(errors.CommandError) as refusal:
        ask()
    assert (
        str(refusal.value) == f'The file of aliases and views {own.file} cannot be read: {reason}.'
    )


def test_what_is_not_a_file_is_neither_read_nor_written(tmp_path: pathlib.Path) -> None:
    own = shortcuts_of(tmp_path)
    pathlib.Path(own.file).mkdir()
    with pytest.raises(errors.CommandError, match=r'cannot be read: it is not a file\.$'):
        own.change_aliases(dict)
    folder = pathlib.Path(own.file).parent
    pathlib.Path(own.file).rmdir()
    folder.rmdir()
    folder.write_text('')
    with pytest.raises(errors.CommandError, match=r'shortcuts\.json cannot be written: '):
        own.change_aliases(dict)


@given(st.lists(st.text(), min_size=1))
def test_words_are_those_of_a_shell(words: list[str]) -> None:
    assert shortcuts.words_of(shlex.join(words), 'This') == words


@pytest.mark.parametrize(
    ('line', 'reason'),
    [
        ('', 'This is empty.'),
        (' ', 'This is empty.'),
        ('a "b', 'This is not a command line: No closing quotation.'),
    ],
)
def test_what_a_shell_would_refuse_is_named(line: str, reason: str) -> None:
    with pytest.raises(errors.CommandError) as refusal:
        shortcuts.words_of(line, 'This')
    assert str(refusal.value) == reason
