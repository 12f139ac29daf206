"""Files and passwords that a command line names, read when the command runs."""

from __future__ import annotations

import getpass
import io
import pathlib
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.clouds.environment import Environment


def _password(content: bytes) -> str:
    """Return the password read from an input that is no terminal."""
    file = types.NewPassword('-')
    file.bind(Environment(stdin=io.BytesIO(content)))
    return file.read()


@pytest.mark.parametrize('content', [b'a', b'a\n', b'a\r\n', b'a\na\n', b'a\na\nb\n'])
def test_password_is_the_first_line_and_may_be_repeated_in_the_second(content: bytes) -> None:
    assert _password(content) == 'a'


@pytest.mark.parametrize(
    ('content', 'words'),
    [
        (b'', 'The new password is empty.'),
        (b'\n', 'The new password is empty.'),
        (b'\na', 'The new password is empty.'),
        (b'a\nb\n', 'The two lines of the new password differ.'),
        (b'a\n\n', 'The two lines of the new password differ.'),
        (b'\xff\n', 'The new password is not text in UTF-8.'),
    ],
)
def test_password_that_cannot_be_one_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(errors.CommandError) as caught:
        _password(content)
    assert str(caught.value) == words


@pytest.mark.parametrize('second', ['secret', 'other'])
def test_password_is_typed_twice_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    prompts: list[str] = []
    typed = iter(['secret', second])

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    terminal: Any = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr('sys.stdin', terminal)
    monkeypatch.setattr(getpass, 'getpass', ask)
    if second == 'secret':
        assert types.NewPassword('-').read() == 'secret'
    else:
        with pytest.raises(errors.CommandError, match='differ'):
            types.NewPassword('-').read()
    assert prompts == ['New password: ', 'The same again: ']


def test_password_of_a_file_is_not_asked_for_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    terminal: Any = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr('sys.stdin', terminal)
    (tmp_path / 'password').write_text('secret\n', encoding='utf-8')
    assert types.NewPassword(str(tmp_path / 'password')).read() == 'secret'
    assert _password(b'piped') == 'piped'


def test_input_of_the_program_is_read_where_no_other_is_lent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr('sys.stdin', io.TextIOWrapper(io.BytesIO(b'text\xff')))
    assert types.BinaryFile('-').read() == b'text\xff'
    monkeypatch.setattr('sys.stdin', None)
    with pytest.raises(errors.CommandError) as caught:
        types.BinaryFile('-').read()
    assert str(caught.value) == 'Cannot read the input: it is closed.'
    lent = types.BinaryFile('-')
    lent.bind(Environment(stdin=io.BytesIO(b'lent')))
    assert lent.read() == b'lent'


def test_file_that_cannot_be_read_is_named(tmp_path: pathlib.Path) -> None:
    def words(path: str) -> str:
        with pytest.raises(errors.CommandError) as caught:
            types.TextFile(path).read()
        return str(caught.value)

    assert words(f'{tmp_path}/none') == f'Cannot read {tmp_path}/none: No such file or directory.'
    assert words('a\0b') == "'a\\x00b' is not a valid file name."
    (tmp_path / 'bytes').write_bytes(b'\xff')
    assert words(f'{tmp_path}/bytes') == f'{tmp_path}/bytes is not text in UTF-8.'
    assert types.File(f'{tmp_path}/bytes').read() == b'\xff'
