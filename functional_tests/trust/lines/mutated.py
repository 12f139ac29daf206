"""Command lines drawn from what commands declare: most are accepted, and any may be spoiled."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from novaclient_mv.cli.reading import commands, tree, types, window
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import example_lines
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.versions import APIVersion
from unit_tests import any_lines
from unit_tests.any_lines import ID

COMMANDS = sorted(
    # One that serves does so until it is stopped.
    (command for command in commands.our_commands() if command.name != 'sandbox-serve'),
    key=lambda command: command.name,
)
NAMES = frozenset(command.name for command in COMMANDS)
HOSTILE = (
    *(
        '',
        ' ',
        '-',
        '--',
        '---',
        '=',
        '--=',
        '-1',
        '0',
        '\n',
        '\t',
        '\x1b[2J',
        '\x00',
        "'",
        '"',
        '\\',
    ),
    *(
        '\u202eevil',
        '\ufeff',
        '\u200b',
        '\udc9b',
        '\U0001f600',
        'e\u0301',
        '\uff11',
        '%s%n',
        '{}',
        '{',
    ),
    *(
        '../../etc/passwd',
        '~',
        '*',
        '?a=b#c',
        'a/b',
        'a,b',
        'a=b=c',
        ',',
        'null',
        'true',
        'NaN',
        '1e999',
    ),
    *('9' * 400, '-' + '9' * 30, '0x10', '1_000', '٣', 'x' * 3000, '[' * 2000, '--' + 'x' * 300),
    *(
        '2.1',
        '2.latest',
        '@',
        '@missing',
        ID.upper(),
        ID[:8],
        f' {ID} ',
        '1970-01-01',
        '-1d',
        '10.0.0.1/99',
    ),
)
_VERSIONS = (
    '2.1',
    '2.latest',
    'latest',
    '2.999',
    '1.1',
    'abc',
    '',
    '0',
    '2.1.1',
    'pike',
    '2',
    '-1',
)
_GLOBAL_VALUES = {
    'os_compute_api_version': _VERSIONS,
    'os_baremetal_api_version': ('1.1', '1.58', 'latest', '1.999', 'x'),
    'os_placement_api_version': ('1.0', '1.39', 'latest', '1.999', 'x'),
    'os_cloud': ('any', 'none', 'all', 'any,any', '', 'a\x1b'),
    'os_auth_type': ('none', 'password', 'v3token', 'bogus'),
    'os_interface': ('public', 'internal', 'x'),
    'timeout': ('1', '0', '-1', '600', 'x'),
    'max_body': ('1', '100M', '0', 'x'),
    'watch': ('1', '0', 'x'),
    'query': ('[].id', '[', "[?name=='a']", 'length(@)', '*', 'x.y[0]'),
    'columns': ('id', 'name', 'ID', 'nope', ''),
    'view': ('nope', ''),
}
_NO_GLOBAL = (
    *('os_auth_url', 'os_endpoint', 'os_endpoint_override', 'pager', 'os_cert', 'os_key'),
    'os_cacert',
)
"""Options that would lead to another cloud, start a program or name files."""
_RARE = ('where', 'yes', 'all', 'dry_run', 'lock_timeout', 'all_tenants')
"""Options that go with few others."""
_GLOBAL_OPTIONS = [option for option in OptionTable().options if option.dest not in _NO_GLOBAL]
_SWITCHES = ('--dry-run', '--dry-run=curl', '--dry-run=offline', '--yes', '--wait', '--all-tenants')


@functools.cache
def _epochs(command: Command) -> list[tuple[APIVersion, list[Argument]]]:
    """The first version of each epoch of a command, with the arguments that it has there."""
    starts = [epoch.start for epoch in window.epochs(command)]
    pairs = ((version, tree.arguments_at(command, version)) for version in starts)
    return [(version, arguments) for version, arguments in pairs if arguments is not None]


@functools.cache
def _good_words(command: Command, name: str, version: APIVersion) -> tuple[str, ...]:
    """Words that give an argument a value of its type; none where no value is known."""
    arguments = dict(_epochs(command))[version]
    argument = next(argument for argument in arguments if argument.name == name)
    return tuple(example_lines.words_for([argument], any_lines.FILE) or ())


class Drawing:
    """Draws command lines.

    :param seed: the same one draws the same line.
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def line(self) -> list[str]:
        """A command line."""
        chance = self.random
        command = chance.choice(COMMANDS)
        version, arguments = self._version_of(command)
        name = command.name
        groups = [[name], *self._groups(command, version, arguments)]
        if chance.random() < 0.03:
            groups[0] = chance.choice([[name[:-1]], name.split('-'), [name.upper()]])
        if chance.random() < 0.85:
            groups.insert(0, [command.service.version_option, str(version)])
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
            groups.insert(chance.randrange(len(groups) + 1), self._global())
        words = [word for group in groups for word in group]
        if chance.random() < 0.04:
            # Between an option and its value, too.
            at = chance.randrange(len(words) + 1)
            words[at:at] = self._global()
        for _ in range(chance.choice((0, 0, 0, 0, 0, 0, 0, 0, 1, 2))):
            words = self._spoiled(words)
        return words

    def _version_of(self, command: Command) -> tuple[APIVersion, list[Argument]]:
        epochs = _epochs(command)
        return epochs[-1] if self.random.random() < 0.5 else self.random.choice(epochs)

    def _groups(
        self, command: Command, version: APIVersion, arguments: Sequence[Argument]
    ) -> list[list[str]]:
        """The words of each argument that the line has."""
        chance = self.random
        needed = [argument for argument in arguments if argument.is_needed]
        optional = [argument for argument in arguments if not argument.is_needed]
        if chance.random() < 0.8:
            optional = [each for each in optional if each.dest not in _RARE]
        count = min(len(optional), chance.choice((0, 0, 0, 1, 1, 2, 3, 5)))
        chosen = [*needed, *chance.sample(optional, count)]
        if chosen and chance.random() < 0.08:
            chosen.append(chance.choice(chosen))
        groups = [self._words(command, version, argument) for argument in chosen]
        if chance.random() < 0.3:
            chance.shuffle(groups)
        return groups

    def _words(self, command: Command, version: APIVersion, argument: Argument) -> list[str]:
        chance = self.random
        words = [*_good_words(command, argument.name, version)]
        if not argument.takes_value:
            return [argument.name]
        if not words:
            # No value of its type is known.
            return [] if argument.is_positional else [argument.name, ID]
        values = words if argument.is_positional else words[1:]
        if chance.random() < 0.08 and not _is_of_files(argument):
            values = [chance.choice(HOSTILE) for _ in values]
        if argument.is_positional:
            return values
        flag = chance.choice(argument.flags) if chance.random() < 0.2 else words[0]
        if flag.startswith('--') and chance.random() < 0.1:
            flag = flag[: chance.randrange(4, len(flag) + 1)] if len(flag) > 4 else flag
        if flag.startswith('--') and argument.is_joined:
            return [f'{flag}={values[0]}']
        if flag.startswith('--') and len(values) == 1 and chance.random() < 0.3:
            return [f'{flag}={values[0]}']
        return [flag, *values]

    def _global(self) -> list[str]:
        """The words of a global option, or of a switch of many commands."""
        chance = self.random
        if chance.random() < 0.15:
            return [chance.choice(_SWITCHES)]
        option = chance.choice(_GLOBAL_OPTIONS)
        flag = chance.choice(option.flags)
        if option.kind == 'switch':
            return [flag]
        values = _GLOBAL_VALUES.get(option.dest) or option.choices or ('thing', ID, '')
        value = chance.choice(HOSTILE if chance.random() < 0.1 else values)
        is_one_word = option.without_value is not None or chance.random() < 0.3
        return [f'{flag}={value}'] if is_one_word else [flag, value]

    def _spoiled(self, words: list[str]) -> list[str]:
        """A line with one mistake."""
        chance = self.random
        if not words:
            return [chance.choice(HOSTILE)]
        at = chance.randrange(len(words))
        before, word, after = words[:at], words[at], words[at + 1 :]
        kind = chance.randrange(8)
        if kind == 0:
            return [*before, *after]
        if kind == 1:
            return [*before, word, word, *after]
        if kind == 2:
            return [*before, chance.choice(HOSTILE), word, *after]
        if kind == 3:
            return [*before, chance.choice(HOSTILE), *after]
        if kind == 4 and after:
            return [*before, after[0], word, *after[1:]]
        if kind == 5:
            return [*before, word, '--', *after]
        if kind == 6 and len(word) > 1:
            cut = chance.randrange(1, len(word))
            return [*before, word[:cut] + chance.choice(HOSTILE) + word[cut:], *after]
        return [*before, '--' + chance.choice(('nope', 'wait', 'name', 'x=y')), word, *after]


def _is_of_files(argument: Argument) -> bool:
    """Whether an argument names a file, which could then lie anywhere."""
    kind = argument.options.get('type')
    return (isinstance(kind, type) and issubclass(kind, types.File)) or any(
        part in argument.dest for part in ('file', 'path', 'html', 'output', 'record', 'state')
    )
