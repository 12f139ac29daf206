"""Translations of ``openstack`` command lines to ours: one line or several, and what differs.

A rule of the table has these parts:

``lines``
    Our lines, in the order to run them: a text, or a mapping with the text as ``line``, the options
    that it is made for (``if``) or not made for (``unless``), further options that it takes
    (``with``), those that it needs beside others (``for``), the versions that it is for (``from``,
    ``to``) and options that it spells otherwise (``options``). A line without ``if`` takes each
    option that no other takes. In the text ``<dest>`` is a positional, ``[--flag]`` the value of an
    option, ``[--flag|text]`` that or a default; a default in angle brackets is a positional.
``options``
    What each option is here: ``{}`` its value, ``{,}`` all its values joined by commas, ``{name}``
    a function of :mod:`~novaclient_mv.knowledge.openstack.values`, or a mapping from its values.
``up_to``
    The newest version that ours takes, where theirs sends an older one than it is told.
``same``
    Whether other options are spelled as ours.
``needs``
    Options that ours cannot be without, with the reason; one of several is enough.
``each``
    The positional with a line for each of its values.
``lost``
    What has no equivalent: ``output`` where it changes only what is shown, a text that begins with
    ``none:`` where the line cannot be translated, or what differs.
``shown``
    Columns of ours that an option of theirs shows, where no column is chosen; of several options
    together those that stand last.
``columns``
    What columns are here, by their names there in small letters: a column, or several between
    commas, behind a colon what differs, and nothing before it where it is lost; ``*`` is for all
    others. The name of a command stands for the columns of its rule. A line may have its own.
``none``
    Why the command has no equivalent, and what to use.
``note``
    What differs, always.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.knowledge.openstack import lines, table, values
from novaclient_mv.knowledge.openstack.lines import Occurrence, OpenstackLine
from novaclient_mv.versions import APIVersion

OUTPUT, NONE = 'output', 'none:'
NOTHING = 'The line changes nothing.'
EMPTY = '""'
"""A default that is a word without letters."""


class Translation(NamedTuple):
    """Translation of a command line.

    :param lines: our lines in order, without the program's name; none without an equivalent.
    :param warnings: the differences.
    :param missing: why there is no equivalent, and what to use.
    """

    lines: list[list[str]]
    warnings: list[str]
    missing: str | None = None


class _NoEquivalentError(Exception):
    """Part of a line has no equivalent."""


def translate(words: Sequence[str], version: APIVersion | None = None) -> Translation:
    """Translate a line of ``openstack``, to run at a version, or at the newest."""
    try:
        line = lines.read(words)
    except KeyError as missing:
        name = str(missing.args[0])
        return Translation([], [], values.reason_of_group(name, table.groups()[name]))
    return of_line(line, version)


def of_line(line: OpenstackLine, version: APIVersion | None = None) -> Translation:
    """Translate a parsed line; see :func:`translate`."""
    rule = line.command.rule
    if rule is None:
        name = line.command.name
        return Translation([], [], values.reason_of_group(name, line.command.group))
    if 'none' in rule:
        return Translation([], [], str(rule['none']))
    warnings = [str(rule['note'])] if 'note' in rule else []
    try:
        limit = _limit(line, rule, version)
        settings = [
            word
            for occurrence in line.settings
            if not limit or occurrence.option != limit[0]
            for word in _setting(occurrence, line)
        ]
        settings += limit
        warnings += _lost(line, rule)
        output = _output(line, _columns(line, rule, version), rule, warnings)
        ours = [
            [*settings, *words]
            for single in _split(line, rule)
            for words in _lines(single, rule, version)
        ]
    except _NoEquivalentError as error:
        return Translation([], warnings, str(error))
    if not ours:
        return Translation([], warnings, NOTHING)
    # That program shows one result; of several lines here the first has it.
    ours[0] += output
    return Translation(ours, warnings)


def _split(line: OpenstackLine, rule: Mapping[str, Any]) -> Iterator[OpenstackLine]:
    """The line, or one for each value of a positional of which ours takes one."""
    dest = rule.get('each')
    if dest is None:
        yield line
        return
    for value in line.positionals.get(dest, ()):
        yield line._replace(positionals={**line.positionals, dest: (value,)})


def _lines(
    line: OpenstackLine, rule: Mapping[str, Any], version: APIVersion | None
) -> Iterator[list[str]]:
    """Our lines for one line."""
    entries = _entries(rule)
    claimed = {flag for entry in entries for flag in entry.get('if', ())}
    for entry in entries:
        if not _applies(line, entry, version):
            continue
        own = {*entry.get('if', ()), *entry.get('with', ())}
        options: dict[str, Any] = rule.get('options', {}) | entry.get('options', {})
        words = list(_filled(line, entry['line']))
        in_text = {_flag_of(word) for word in entry['line'].split()}
        seen: set[str] = set()
        for occurrence in line.options:
            name = occurrence.option
            is_own = name in own if 'if' in entry else name not in claimed
            same = (f'{name} {{}}' if occurrence.values else name) if rule.get('same') else None
            template = options.get(name, same)
            if is_own and name not in in_text and template is not None:
                words += _option(line, occurrence, template, name in seen)
                seen.add(name)
        yield words


def _entries(rule: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Our lines of a rule, each as a mapping."""
    return [{'line': entry} if isinstance(entry, str) else entry for entry in rule['lines']]


def _applies(line: OpenstackLine, entry: Mapping[str, Any], version: APIVersion | None) -> bool:
    if any(key in entry and not any(map(line.has, entry[key])) for key in ('if', 'for')):
        return False
    if any(map(line.has, entry.get('unless', ()))):
        return False
    start, end = entry.get('from'), entry.get('to')
    if version is None:
        return end is None
    is_late_enough = start is None or APIVersion(start) <= version
    return is_late_enough and (end is None or version <= APIVersion(end))


def _filled(line: OpenstackLine, text: str) -> Iterator[str]:
    """The words of a line's text."""
    for word in text.split():
        flag = _flag_of(word)
        if flag is not None:
            default = word[1:-1].partition('|')[2]
            texts = line.values(flag)
            filled = [''] if default == EMPTY else _filled(line, default)
            yield from texts or filled
        else:
            yield from _positionals(line, word)


def _flag_of(word: str) -> str | None:
    """The option whose value a word of a text stands for."""
    return word[1:-1].partition('|')[0] if word[0] == '[' and word[-1] == ']' else None


def _positionals(line: OpenstackLine, word: str) -> Iterator[str]:
    """A word of a text with its positionals filled in."""
    if re.fullmatch('<[^<>]*>', word):
        yield from line.positionals.get(word, ())
        return
    for dest, texts in line.positionals.items():
        word = word.replace(dest, ' '.join(texts))
    for occurrence in line.options:
        word = word.replace(f'<{occurrence.option}>', occurrence.value)
    yield word


def _option(
    line: OpenstackLine, occurrence: Occurrence, template: Any, is_repeated: bool
) -> Iterator[str]:
    """The words of an option."""
    if isinstance(template, Mapping):
        template = template.get(occurrence.value, template.get('', ''))
    words = str(template).split()
    if '{,}' in template:
        if is_repeated:
            return
        joined = ','.join(line.values(occurrence.option))
        filled = [word.replace('{,}', joined) for word in words]
    else:
        filled = []
        for word in words:
            if word[0] == '{' and word[-1] == '}' and word != '{}':
                filled += values.FUNCTIONS[word[1:-1]](occurrence.value, line)
            elif word == '{}':
                if filled and occurrence.value.startswith('-'):
                    # It would be read as an option.
                    filled.append(f'{filled.pop()}={occurrence.value}')
                else:
                    filled += occurrence.values
            else:
                filled.append(word.replace('{}', occurrence.value))
    yield from filled


def _lost(line: OpenstackLine, rule: Mapping[str, Any]) -> Iterator[str]:
    """Warnings of options without an equivalent."""
    spelled = {*rule.get('options', {}), *rule.get('shown', {})}
    for entry in _entries(rule):
        spelled |= {*entry.get('if', ()), *entry.get('options', {})}
        spelled |= {_flag_of(word) for word in entry['line'].split()}
    for names, reason in rule.get('needs', {}).items():
        if isinstance(reason, Mapping):
            if not line.has(reason['for']):
                continue
            reason = reason['why']
        if not any(map(line.has, names.split())):
            raise _NoEquivalentError(f'{names.split()[0]} is missing: {reason}')
    lost = rule.get('lost', {})
    for name in dict.fromkeys(occurrence.option for occurrence in line.options):
        kind = lost.get(name)
        if kind == OUTPUT:
            yield f'{name} changes only what is shown; it is left out.'
        elif kind is None and name not in spelled and not rule.get('same'):
            raise _NoEquivalentError(f'{name} has no equivalent.')
        elif kind is not None and kind.startswith(NONE):
            raise _NoEquivalentError(f'{name}: {kind.removeprefix(NONE).strip()}')
        elif kind is not None:
            yield f'{name}: {kind}'


def _columns(
    line: OpenstackLine, rule: Mapping[str, Any], version: APIVersion | None
) -> Mapping[str, str]:
    """The columns of the first of our lines, by their names in ``openstack``."""
    first = next((entry for entry in _entries(rule) if _applies(line, entry, version)), {})
    columns = first.get('columns', rule.get('columns', {}))
    named: Mapping[str, str] = (
        table.rules()[columns]['columns'] if isinstance(columns, str) else columns
    )
    return named


def _output(
    line: OpenstackLine,
    columns: Mapping[str, str],
    rule: Mapping[str, Any],
    warnings: list[str],
) -> list[str]:
    """The options of output."""
    words: list[str] = []
    for occurrence in line.output:
        if occurrence.option == '--format' and occurrence.value != 'shell':
            words += ['-f', occurrence.value]
        elif occurrence.option == '--column':
            ours = _column(occurrence.value, columns, warnings)
            words += ['-c', ours] if ours else []
        else:
            name = (
                ' '.join([occurrence.option, *occurrence.values])
                if occurrence.option in ('--format', '--sort-column')
                else occurrence.option
            )
            warnings.append(f'{name} changes only what is shown; it is left out.')
    if any(occurrence.option == '--column' for occurrence in line.output):
        if '-c' not in words:
            raise _NoEquivalentError(warnings.pop())
        return words
    wide = [
        names
        for options, names in rule.get('shown', {}).items()
        if all(map(line.has, options.split()))
    ]
    return [*words, *(['-c', wide[-1]] if wide else [])]


def _column(name: str, columns: Mapping[str, str], warnings: list[str]) -> str:
    """The name of a column here; empty where it has none."""
    ours, _, difference = columns.get(name.lower(), columns.get('*', name)).partition(': ')
    if difference:
        warnings.append(f'-c {name}: {difference}')
    elif not ours:
        warnings.append(f'-c {name!r}: unknown column.')
    return ours


def _limit(line: OpenstackLine, rule: Mapping[str, Any], version: APIVersion | None) -> list[str]:
    """Return ``--os-...-api-version LAST`` if the operation ended before the version in use."""
    last = rule.get('up_to')
    with contextlib.suppress(errors.InvalidVersion):
        version = APIVersion(line.pin or '')
    if last is None or version is None or version <= APIVersion(last):
        return []
    return [line.command.service.version_option, last]


def _setting(occurrence: Occurrence, line: OpenstackLine) -> list[str]:
    """A global option."""
    template = values.SETTINGS.get(occurrence.option, f'{occurrence.option} {{}}')
    if occurrence.option.endswith('-api-version') and occurrence.option not in values.PINS:
        return []
    return list(_option(line, occurrence, template, is_repeated=False))


def text_of(words: Sequence[str]) -> str:
    """Return one of our lines as it is typed in a shell."""
    return shlex.join(['nova-mv', *words])
