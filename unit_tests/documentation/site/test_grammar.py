"""Lines of the page's shell are taken apart, and expanded, as a POSIX shell does it."""

from __future__ import annotations

import importlib
import pathlib
import shlex
import subprocess
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

grammar: Any = importlib.import_module('page_terminal.grammar')
expansion: Any = importlib.import_module('page_terminal.expansion')


def words(line: str, variables: Mapping[str, str] | None = None) -> list[str]:
    (pipeline,) = grammar.pipelines(line)
    (command,) = pipeline.commands
    expanded = expansion.Expansion(variables or {}, 3, lambda inner: f'<{inner}>\n')
    return [text for word in command.words for text in expanded.words(word)]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(st.characters(codec='ascii', exclude_characters='\0'), min_size=1)))
def test_quoted_words_stay_as_they_are(texts: list[str]) -> None:
    assert words(shlex.join(['echo', *texts])) == ['echo', *texts]


@given(st.lists(st.sampled_from(['a', 'b c', "'", '"', '$X', '\\', ' ', '\\"', '$Y', "'d e'"])))
def test_words_are_those_of_a_shell(parts: list[str]) -> None:
    line = f'printf "%s\\n" {"".join(parts)}'
    variables = {'X': 'x', 'Y': 'y  z'}
    try:
        expected = words(line, variables)[2:]
    except grammar.Unfinished:
        return
    done = subprocess.run(
        ['bash', '-c', line], env={**variables, 'PATH': '/bin'}, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == (expected or [''])


def test_pipelines_conditions_and_background() -> None:
    first, second, third, fourth = grammar.pipelines('a | b && c || d & e')
    assert [len(each.commands) for each in (first, second, third, fourth)] == [2, 1, 1, 1]
    assert [each.condition for each in (first, second, third, fourth)] == ['', '&&', '||', '']
    assert third.is_in_background


def test_redirections() -> None:
    (pipeline,) = grammar.pipelines('a < in > out 2>> log 2>&1 &> both')
    found = [
        (each.stream, ''.join(piece.text for piece in each.target), each.is_appended)
        for each in pipeline.commands[0].redirections
    ]
    assert found == [
        *(('0', 'in', False), ('1', 'out', False), ('2', 'log', True)),
        *(('2', '&1', False), ('12', 'both', False)),
    ]


def test_patterns_are_names_of_files(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ('b.txt', 'a.txt', 'c.md'):
        (tmp_path / name).touch()
    assert words('cat *.txt "*.txt" *.none') == ['cat', 'a.txt', 'b.txt', '*.txt', '*.none']


@pytest.mark.parametrize(
    'line', ['echo "a', "echo 'a", 'a |', 'a &&', 'echo $(b', 'a \\', 'if a; then b']
)
def test_line_that_goes_on(line: str) -> None:
    with pytest.raises(grammar.Unfinished):
        grammar.pipelines(line)


@pytest.mark.parametrize(
    'line', ['while a; do b; done', '(a)', '| a', 'a > ', '; a', 'a `b`', 'fi']
)
def test_line_that_is_not_understood(line: str) -> None:
    with pytest.raises(grammar.LineError) as caught:
        grammar.pipelines(line)
    assert not isinstance(caught.value, grammar.Unfinished)
