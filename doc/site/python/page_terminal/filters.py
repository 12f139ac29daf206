"""Programs that read lines and write lines: ``head``, ``grep``, ``sort`` and the like."""

from __future__ import annotations

import getopt
import operator
import os
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class Input(Protocol):
    """What a program reads."""

    def read(self) -> bytes:
        """Return all of it."""


class Call(NamedTuple):
    """A call of a program."""

    name: str
    words: Sequence[str]
    """Those behind its name."""
    stdin: Input
    write: Callable[[str], None]
    complain: Callable[[str], None]


class UsageError(ValueError):
    """Words that a program does not take, or a file that it cannot read."""


def _options(call: Call, letters: str) -> tuple[dict[str, str], list[str]]:
    words = list(call.words)
    if words and re.fullmatch(r'-\d+', words[0]) and 'n:' in letters:
        words[:1] = ['-n', words[0][1:]]
    try:
        found, rest = getopt.gnu_getopt(words, letters)
    except getopt.GetoptError as error:
        raise UsageError(str(error)) from error
    return dict(found), rest


def _text(call: Call, files: Sequence[str]) -> str:
    return ''.join(_read(call, file) for file in files or ['-'])


def _read(call: Call, file: str) -> str:
    if file == '-':
        return call.stdin.read().decode('utf-8', 'replace')
    try:
        with open(file, encoding='utf-8', errors='replace') as stream:
            return stream.read()
    except OSError as error:
        raise UsageError(f'{file}: {error.strerror}') from error


def _lines(text: str) -> list[str]:
    return text.splitlines()


def _write_lines(call: Call, lines: Sequence[str]) -> None:
    call.write(''.join(f'{line}\n' for line in lines))


def _number(call: Call, options: dict[str, str]) -> int:
    try:
        return int(options.get('-n', '10'))
    except ValueError as error:
        raise UsageError(f'{options["-n"]} is no number of lines') from error


def head(call: Call) -> int:
    """Write the first lines."""
    options, files = _options(call, 'n:')
    number = _number(call, options)
    _write_lines(call, _lines(_text(call, files))[:number])
    return 0


def tail(call: Call) -> int:
    """Write the last lines; ``-n +2`` means from the second on."""
    options, files = _options(call, 'n:')
    lines, number = _lines(_text(call, files)), _number(call, options)
    from_start = options.get('-n', '').startswith('+')
    _write_lines(call, lines[number - 1 :] if from_start else lines[-abs(number) or len(lines) :])
    return 0


def cat(call: Call) -> int:
    """Write files, one after the other."""
    call.write(_text(call, _options(call, '')[1]))
    return 0


def tee(call: Call) -> int:
    """Write the input, to files too."""
    options, files = _options(call, 'a')
    text = _text(call, [])
    for file in files:
        with open(file, 'a' if '-a' in options else 'w', encoding='utf-8') as stream:
            stream.write(text)
    call.write(text)
    return 0


def grep(call: Call) -> int:
    """Write the lines that match."""
    options, rest = _options(call, 'ivcnoEFqwe:')
    if '-e' not in options and not rest:
        raise UsageError('a pattern is missing')
    pattern = options.get('-e') or rest.pop(0)
    pattern = re.escape(pattern) if '-F' in options else _regular(pattern, '-E' in options)
    try:
        regular = re.compile(
            rf'\b(?:{pattern})\b' if '-w' in options else pattern,
            re.IGNORECASE if '-i' in options else 0,
        )
    except re.error as error:
        raise UsageError(f'the pattern is not understood: {error}') from error
    lines = enumerate(_lines(_text(call, rest)), 1)
    found = [(n, line) for n, line in lines if bool(regular.search(line)) != ('-v' in options)]
    if '-q' in options:
        pass
    elif '-c' in options:
        _write_lines(call, [str(len(found))])
    elif '-o' in options:
        _write_lines(call, [m[0] for _, line in found for m in regular.finditer(line) if m[0]])
    else:
        _write_lines(call, [f'{n}:{line}' if '-n' in options else line for n, line in found])
    return 0 if found else 1


def _regular(pattern: str, is_extended: bool) -> str:
    """A pattern as Python writes it; a basic one has its operators behind backslashes."""
    if is_extended:
        return pattern
    # In the middle they stand for themselves.
    pattern = re.sub(r'(?<!\\)\$(?!$)', r'\\$', pattern)
    return re.sub(r'\\?[|+?(){}]', lambda m: m[0][1:] if len(m[0]) > 1 else f'\\{m[0]}', pattern)


def wc(call: Call) -> int:
    """Count lines, words and octets."""
    options, files = _options(call, 'lwcm')
    text = _text(call, files)
    counts = {'-l': text.count('\n'), '-w': len(text.split()), '-m': len(text)}
    counts['-c'] = len(text.encode())
    wanted = [name for name in counts if name in options] or ['-l', '-w', '-c']
    _write_lines(call, [' '.join([*(str(counts[name]) for name in wanted), *files])])
    return 0


def sort(call: Call) -> int:
    """Write the lines in order."""
    options, files = _options(call, 'rnuk:')
    field = int(options.get('-k', '1').split(',')[0]) - 1 if '-k' in options else None

    def key(line: str) -> tuple[float, str]:
        words = line.split()
        text = line if field is None else ' '.join(words[field:])
        number = re.match(r'\s*-?\d+(\.\d+)?', text) if '-n' in options else None
        return (float(number[0]) if number else 0.0, text)

    lines = sorted(_lines(_text(call, files)), key=key, reverse='-r' in options)
    _write_lines(call, [*dict.fromkeys(lines)] if '-u' in options else lines)
    return 0


def uniq(call: Call) -> int:
    """Write one of lines that follow each other and are the same."""
    options, files = _options(call, 'cd')
    runs: list[list[str]] = []
    for line in _lines(_text(call, files)):
        if runs and runs[-1][0] == line:
            runs[-1].append(line)
        else:
            runs.append([line])
    kept = [run for run in runs if len(run) > 1 or '-d' not in options]
    _write_lines(call, [f'{len(r):7} {r[0]}' if '-c' in options else r[0] for r in kept])
    return 0


def cut(call: Call) -> int:
    """Write some fields of each line."""
    options, files = _options(call, 'd:f:c:')
    is_letters, separator = '-c' in options, options.get('-d', '\t')
    ranges = options.get('-c') or options.get('-f')
    if not ranges:
        raise UsageError('-f or -c is missing')
    spans = [part.partition('-') for part in ranges.split(',')]

    def is_chosen(number: int) -> bool:
        return any(
            (int(first or 1) <= number <= int(last or 10**9)) if dash else number == int(first)
            for first, dash, last in spans
        )

    lines = []
    for line in _lines(_text(call, files)):
        parts = list(line) if is_letters else line.split(separator)
        if not is_letters and len(parts) == 1:
            lines.append(line)
            continue
        chosen = [part for number, part in enumerate(parts, 1) if is_chosen(number)]
        lines.append(('' if is_letters else separator).join(chosen))
    _write_lines(call, lines)
    return 0


def sed(call: Call) -> int:
    """Replace what matches in each line: ``s/PATTERN/TEXT/`` and no other command."""
    options, rest = _options(call, 'Ee:')
    text = options.get('-e') or (rest.pop(0) if rest else '')
    parts = text[2:].split(text[1]) if text[:1] == 's' and len(text) > 2 else []
    if len(parts) != 3 or set(parts[2]) - set('gI'):
        raise UsageError('only s/PATTERN/TEXT/ is understood here')
    regular = re.compile(_regular(parts[0], '-E' in options), re.I if 'I' in parts[2] else 0)
    replacement = re.sub(r'(?<!\\)&', r'\\g<0>', parts[1])
    count = 0 if 'g' in parts[2] else 1
    _write_lines(call, [regular.sub(replacement, x, count) for x in _lines(_text(call, rest))])
    return 0


def test(call: Call) -> int:
    """Compare texts and look for files; its status is the answer."""
    words = list(call.words[:-1] if call.name == '[' else call.words)
    if words[:1] == ['!']:
        return int(not test(call._replace(name='test', words=words[1:])))
    match words:
        case ['-z', text]:
            answer = not text
        case ['-n', text] | [text]:
            answer = bool(text)
        case ['-e' | '-f' | '-d' | '-s', path]:
            answer = os.path.exists(path)
        case [left, '=' | '==', right]:
            answer = left == right
        case [left, '!=', right]:
            answer = left != right
        case [left, '-eq' | '-ne' | '-lt' | '-gt' | '-le' | '-ge' as sign, right]:
            answer = getattr(operator, sign[1:])(int(left), int(right))
        case _:
            answer = False
    return int(not answer)


def ls(call: Call) -> int:
    """Write the names of files."""
    options, places = _options(call, 'al1')
    for place in places or ['.']:
        try:
            names = (
                sorted(os.listdir(place)) if os.path.isdir(place) else [os.stat(place) and place]
            )
        except OSError as error:
            raise UsageError(f'{place}: {error.strerror}') from error
        _write_lines(call, [n for n in names if '-a' in options or not str(n).startswith('.')])
    return 0


def rm(call: Call) -> int:
    """Remove files."""
    options, files = _options(call, 'fr')
    for file in files:
        try:
            os.remove(file)
        except OSError as error:
            if '-f' not in options:
                raise UsageError(f'{file}: {error.strerror}') from error
    return 0


def mkdir(call: Call) -> int:
    """Make folders."""
    options, folders = _options(call, 'p')
    for folder in folders:
        try:
            os.makedirs(folder, exist_ok='-p' in options)
        except OSError as error:
            raise UsageError(f'{folder}: {error.strerror}') from error
    return 0


def echo(call: Call) -> int:
    """Write the words."""
    words = list(call.words)
    end = '\n'
    if words[:1] == ['-n']:
        words, end = words[1:], ''
    call.write(' '.join(words) + end)
    return 0


FILTERS: dict[str, Callable[[Call], int]] = {
    '[': test,
    'cat': cat,
    'cut': cut,
    'echo': echo,
    'false': lambda call: 1,
    'grep': grep,
    'head': head,
    'less': cat,
    'ls': ls,
    'mkdir': mkdir,
    'more': cat,
    'rm': rm,
    'sed': sed,
    'sort': sort,
    'tail': tail,
    'tee': tee,
    'test': test,
    'true': lambda call: 0,
    'uniq': uniq,
    'wc': wc,
}
