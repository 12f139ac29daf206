"""Finds the program that a command runs, without wrappers such as ``sudo``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token

SHELLS = ('sh', 'bash', 'dash', 'ksh', 'zsh')

_ASSIGNMENT = re.compile(r'([A-Za-z_]\w*)=(.*)', re.ASCII | re.DOTALL)


class _Wrapper(NamedTuple):
    """A program that runs another one, which follows its options and operands.

    :param valued: its options that take a value in a word of their own.
    :param operands: the number of its operands.
    :param takes_variables: whether assignments may precede the other program.
    :param adds_words: whether it adds words to those of the other program.
    """

    valued: tuple[str, ...] = ()
    operands: int = 0
    takes_variables: bool = False
    adds_words: bool = False


_WRAPPERS = {
    'sudo': _Wrapper(
        (
            *('-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-r', '-t', '-U'),
            *('--user', '--group', '--host', '--prompt', '--chdir'),
        ),
        takes_variables=True,
    ),
    'doas': _Wrapper(('-u', '-C')),
    'env': _Wrapper(('-u', '-C', '--unset', '--chdir'), takes_variables=True),
    'xargs': _Wrapper(('-n', '-L', '-P', '-I', '-d', '-a', '-s', '-E'), adds_words=True),
    'parallel': _Wrapper(('-j', '-a', '-n', '--jobs'), adds_words=True),
    'timeout': _Wrapper(('-s', '-k', '--signal', '--kill-after'), 1),
    'nice': _Wrapper(('-n', '--adjustment')),
    'ionice': _Wrapper(('-c', '-n', '-p', '--class')),
    'stdbuf': _Wrapper(('-i', '-o', '-e')),
    'time': _Wrapper(('-f', '-o', '--format', '--output')),
    'exec': _Wrapper(('-a',)),
    'flock': _Wrapper(('-w', '-E', '--timeout'), 1),
    'watch': _Wrapper(('-n', '--interval')),
    'nohup': _Wrapper(),
    'setsid': _Wrapper(),
    'unbuffer': _Wrapper(),
    'chronic': _Wrapper(),
    'command': _Wrapper(),
    'builtin': _Wrapper(),
}
"""The wrappers, by name."""

_MOST_WRAPPERS = 20


class Run(NamedTuple):
    """A program by its base name, with its words.

    :param variables: name, value and word of the variables that are set for it alone.
    :param is_open: whether further words are added to it.
    """

    name: str
    token: Token
    words: tuple[Token, ...]
    variables: tuple[tuple[str, str, Token], ...] = ()
    is_open: bool = False


def run_of(tokens: Sequence[Token]) -> Run | None:
    """The program that a command runs; ``None`` where that is not known."""
    rest = list(tokens)
    variables: list[tuple[str, str, Token]] = []
    is_open = False
    for _ in range(_MOST_WRAPPERS):
        if not rest or not rest[0].is_known:
            return None
        name = rest[0].text.rpartition('/')[2]
        if name == 'eval' and len(rest) > 2:
            rest = rest[1:]
            continue
        if name == 'ssh' and len(remote := _remote(rest[1:])) > 1:
            rest = remote
            continue
        wrapper = _WRAPPERS.get(name)
        if wrapper is None:
            return Run(name, rest[0], tuple(rest[1:]), tuple(variables), is_open)
        if name == 'command' and rest[1:] and rest[1].text in ('-v', '-V'):
            # It only looks a program up.
            return None
        behind, replaced = _wrapped_command(wrapper, rest[1:])
        while behind and wrapper.takes_variables and (match := _ASSIGNMENT.match(behind[0].text)):
            variables.append((match[1], match[2], behind.pop(0)))
        is_open = is_open or wrapper.adds_words
        rest = behind
        if replaced:
            rest = [one._replace(text=one.text.replace(replaced, UNKNOWN)) for one in behind]
    return None


def _wrapped_command(wrapper: _Wrapper, words: Sequence[Token]) -> tuple[list[Token], str]:
    """The command that a wrapper runs, and the placeholder in it."""
    place, replaced = 0, '{}' if wrapper.adds_words else ''
    while place < len(words):
        text = words[place].text
        if text == '--':
            place += 1
            break
        if not text.startswith('-') or text == '-':
            break
        is_valued = text in wrapper.valued
        if wrapper.adds_words and text.startswith('-I'):
            replaced = text[2:] or (words[place + 1].text if place + 1 < len(words) else '')
        place += 1 + is_valued
    return list(words[place + wrapper.operands :]), replaced


def inner_script(run: Run) -> Token | None:
    """The word that is run as a script, as in ``sh -c '...'`` and ``trap '...' EXIT``."""
    if run.name == 'eval':
        return run.words[0] if len(run.words) == 1 else None
    if run.name == 'ssh':
        remote = _remote(run.words)
        return remote[0] if remote else None
    if run.name == 'trap':
        return run.words[0] if len(run.words) > 1 else None
    if run.name in SHELLS:
        for place, token in enumerate(run.words[:-1]):
            if re.fullmatch(r'-[a-z]*c', token.text):
                return run.words[place + 1]
            if not token.text.startswith(('-', '+')):
                break
    return None


def reads_script(run: Run) -> bool:
    """Whether a program runs its input as a script: a shell without one, here or by ``ssh``."""
    if run.name in SHELLS:
        operands = [token for token in run.words if not token.text.startswith(('-', '+'))]
        has_stdin = any(token.text == '-s' for token in run.words)
        is_inner = any(re.fullmatch(r'-[a-z]*c', token.text) for token in run.words)
        return not is_inner and (has_stdin or not operands)
    if run.name == 'ssh':
        behind = [token.text.rpartition('/')[2] for token in run.words[1:]]
        return any(text in SHELLS for text in behind) or not _remote(run.words)
    return False


def _remote(words: Sequence[Token]) -> list[Token]:
    """The command that ``ssh`` runs, behind its options and the host."""
    place = 0
    while place < len(words) and words[place].text.startswith('-'):
        flag = words[place].text
        place += 2 if len(flag) == 2 and flag[1] in 'BbcDEeFIiJLlmOopQRSWw' else 1
    return list(words[place + 1 :])
