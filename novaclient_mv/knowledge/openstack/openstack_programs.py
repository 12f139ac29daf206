"""Translates lines of ``openstack`` and ``nova``."""

from __future__ import annotations

import functools
import itertools
import shlex
from collections.abc import Iterator, Mapping, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import read, tree
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.lint.client_calls import NOVA, NOVA_MV, OPENSTACK
from novaclient_mv.knowledge.openstack import lines, translation, version_rules
from novaclient_mv.knowledge.openstack.lines import Occurrence
from novaclient_mv.knowledge.openstack.openstack_scripts import Translate
from novaclient_mv.knowledge.openstack.translation import Translation

_REMEMBERED = 1024
"""Lines whose translation is remembered."""


def translations(variables: Mapping[str, str], same_version: bool) -> dict[str, Translate]:
    """Return what translates the calls of each program.

    :param variables: environment variables, which may pin versions; those of a script win.
    :param same_version: whether our lines name the version that ``openstack`` would send.
    """

    def of_openstack(words: Sequence[str], own: Mapping[str, str]) -> Translation:
        translated = _of_openstack(words, {**variables, **own}, same_version)
        pairs = (pair for line in translated.lines for pair in itertools.pairwise(line))
        warnings = [
            f'-f {value}: keys and titles are those of nova-mv.'
            for flag, value in pairs
            if flag == '-f' and value in {'json', 'yaml', 'csv'}
        ]
        return translated._replace(warnings=[*translated.warnings, *warnings])

    def of_nova(words: Sequence[str], own: Mapping[str, str]) -> Translation:
        return _of_nova(words)

    return {OPENSTACK: _unless_refused(of_openstack), NOVA: _unless_refused(of_nova)}


def _unless_refused(translate: Translate) -> Translate:
    """A cached translation, with the reason if the program itself refuses a line."""

    def unless_refused(words: Sequence[str], own: Mapping[str, str]) -> Translation:
        return of_line(tuple(words), tuple(own.items()))

    @functools.lru_cache(_REMEMBERED)
    def of_line(words: tuple[str, ...], own: tuple[tuple[str, str], ...]) -> Translation:
        try:
            return translate(words, dict(own))
        except errors.CommandError as error:
            reason = error.in_short if isinstance(error, errors.UnknownName) else str(error)
            return Translation([], [], reason)

    return unless_refused


def _of_openstack(
    words: Sequence[str], variables: Mapping[str, str], same_version: bool
) -> Translation:
    """The translation of a line at the version that ``openstack`` would send."""
    try:
        line = lines.read(words)
    except KeyError:
        return translation.translate(words)
    service = line.command.service
    option = service.version_option
    named = line.pin or variables.get(service.version_variable)
    settings = (Occurrence(option, (named,)),) if named else ()
    pin = version_rules.pin_of(line._replace(settings=settings))
    if pin is None or same_version:
        # Without a number, that program chooses the version, as this one does.
        rest = tuple(setting for setting in line.settings if setting.option != option)
        line = line._replace(settings=rest)
    judged = version_rules.judge(line, service.range, pin)
    version = judged.version if same_version or pin is not None else None
    translated = translation.of_line(line, version)
    if translated.missing is not None:
        return translated
    if judged.reason is not None:
        reason = f'openstack refuses it: {judged.reason}'
        if same_version or pin is not None:
            return Translation([], [], reason)
        return translated._replace(warnings=[*translated.warnings, reason])
    if not same_version:
        return translated
    if version is None:
        note = 'the version that openstack sends for it is not recorded'
        return translated._replace(warnings=[*translated.warnings, note])
    ours = [[option, str(version), *words] for words in translated.lines]
    return translated._replace(lines=ours)


def _of_nova(words: Sequence[str]) -> Translation:
    """A line of ``nova`` with our names of its command and options."""
    invocation = read.read(words, Environment(variables={}))
    before = read.split(words).before
    if invocation.line is None or invocation.command is None:
        return Translation([list(words)], [])
    spelt = list(_spelt(invocation.line))
    return Translation([[*spelt[:before], invocation.command.name, *spelt[before:]]], [])


def _spelt(line: CommandLine) -> Iterator[str]:
    """The words around the command, with its options as help shows them."""
    visible_flags = {
        hidden: argument.flags[0]
        for argument, _ in tree.every_argument(line.command)
        for hidden in argument.hidden_flags
    }
    for word in line.tokens:
        yield word.spelt(visible_flags[word.flag]).text if word.flag in visible_flags else word.text


def line_of(words: Sequence[str]) -> str:
    """The text of a line, which may be in quotes; of ``openstack`` if it names no program."""
    text = words[0] if len(words) == 1 else shlex.join(words)
    text = text.removeprefix(f'{NOVA_MV} ')
    named = any(word.rpartition('/')[2] in (NOVA, OPENSTACK) for word in text.split())
    return text if named else f'{OPENSTACK} {text}'
