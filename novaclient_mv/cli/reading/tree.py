"""The arguments of one command at one version, and a command line parsed with them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import aliases, declarations
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args, Choice
from novaclient_mv.clouds import words
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion

WAIT_ARGUMENTS = (
    Argument(
        ('--wait',),
        versions.EVERY_VERSION,
        'Wait until the work is done.',
        None,
        aliases.WAIT_SPELLINGS,
        False,
        {'action': 'store_true', 'dest': 'wait'},
    ),
    Argument(
        ('--wait-timeout',),
        versions.EVERY_VERSION,
        'Seconds to wait at most (default: 600).',
        None,
        (),
        False,
        {'type': words.seconds, 'metavar': '<seconds>', 'default': 600.0},
    ),
)

OFFLINE = 'offline'
"""The dry run that sends nothing at all."""

DRY_RUN_ARGUMENT = Argument(
    ('--dry-run',),
    versions.EVERY_VERSION,
    'Show the write requests, as text or as curl commands, without sending them; with =offline, '
    'without any request.',
    None,
    (),
    False,
    {
        'nargs': '?',
        'const': 'text',
        'choices': ('text', 'curl', OFFLINE),
        'dest': 'dry_run',
        'metavar': 'curl',
    },
    is_joined=True,
)


LOCK_TIMEOUT_ARGUMENT = Argument(
    ('--lock-timeout',),
    versions.EVERY_VERSION,
    'Seconds to retry while the node is locked (default: 30; 0: never).',
    None,
    (),
    False,
    {'type': words.seconds_or_zero, 'metavar': '<seconds>', 'default': None},
    yields=True,
)


SELECTION_ARGUMENTS = (
    Argument(
        ('--where',),
        versions.EVERY_VERSION,
        'Work on all rows of the list for which this JMESPath expression is true, in place of '
        'names; asks first.',
        None,
        (),
        False,
        {'metavar': '<expression>', 'default': None},
        yields=True,
    ),
    Argument(
        ('--yes',),
        versions.EVERY_VERSION,
        'Do not ask before changing what --where selects.',
        None,
        (),
        False,
        {'action': 'store_true'},
        yields=True,
    ),
)


class UsageError(errors.CommandError):
    """The parser of one version does not take the command line.

    :param missing: the names of the arguments that are missing or lack their value, where nothing
        else is wrong so far.
    """

    def __init__(self, message: str, missing: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


class Parsed(NamedTuple):
    """A parsed command line: the command's arguments, and the global options that were given."""

    args: Args
    globals: dict[str, Any]


def arguments_at(command: Command, version: APIVersion) -> list[Argument] | None:
    """The arguments of a command at a version; ``None`` where it does not exist there."""
    variant = versions.variant_at(command.function, version)
    if variant is None:
        return None
    return [*_spelt(command, variant.func, version), *declared_arguments(command)]


@functools.cache
def _spelt(
    command: Command, func: Callable[..., Any], version: APIVersion | None = None
) -> tuple[Argument, ...]:
    """The arguments of a variant of a command, with the spellings that they had before."""
    if version is not None:
        every = _spelt(command, func)
        return tuple(argument for argument in every if version in argument.range)
    return tuple(
        argument.also_spelt(aliases.spellings_of(command.name, argument.name))
        for argument in declarations.arguments_of(func)
    )


@functools.cache
def declared_arguments(command: Command) -> tuple[Argument, ...]:
    """The arguments that a command has by other declarations, as ``--wait`` by its end."""
    has = functools.partial(declarations.declared, command.function)
    selects = SELECTION_ARGUMENTS if has('targets') else ()
    waits = WAIT_ARGUMENTS if has('end') else ()
    locks = (LOCK_TIMEOUT_ARGUMENT,) if has('meets_locks') else ()
    return (*selects, *waits, *locks, *((DRY_RUN_ARGUMENT,) if has('writes') else ()))


@functools.cache
def every_argument(command: Command) -> tuple[tuple[Argument, versions.VersionRange], ...]:
    """The arguments of all variants of a command, each with the versions at which it is offered."""
    return (
        *(
            (argument, argument.range.intersect(variant.range))
            for variant in versions.variants_of(command.function)
            for argument in _spelt(command, variant.func)
        ),
        *((argument, versions.EVERY_VERSION) for argument in declared_arguments(command)),
    )


@functools.cache
def options_by_flag(command: Command) -> Mapping[str, Argument]:
    """The options of all variants of a command by their flags, hidden ones too."""
    return {
        flag: argument
        for argument, _ in every_argument(command)
        for flag in (*argument.flags, *argument.hidden_flags)
        if flag.startswith('-')
    }


_ABSENT = {'store_true': False, 'store_false': True}
"""The value of a switch that is not given, by its action."""


def _dest(argument: Argument) -> str:
    return argument.flags[0] if argument.is_positional else argument.dest


def _defaults(declared: Iterable[Argument]) -> dict[str, Any]:
    """The values of arguments before a line is parsed, as argparse has them."""
    values: dict[str, Any] = {}
    for argument in declared:
        options = argument.options
        values.setdefault(
            _dest(argument), options.get('default', _ABSENT.get(options.get('action', '')))
        )
    return values


def check(command: Command, args: Args) -> None:
    """Run the declared checks of all arguments of a line, before any login."""
    if any(value == '' or (type(value) is list and '' in value) for value in vars(args).values()):
        _check_empty(command, args, {one.dest: one for one, _ in every_argument(command)})
    choices: Sequence[Choice] = declarations.declared(command.function, 'choices', ())
    for choice in choices:
        _check_choice(command, args, choice)
    if getattr(args, 'fields', None) and declarations.declared(command.function, 'chooses_fields'):
        from novaclient_mv.cli.reading import columns

        columns.check_fields(command.function, args)
    own: Callable[[Args], None] | None = declarations.declared(command.function, 'check')
    if own is not None:
        own(args)


def _check_choice(command: Command, args: Args, choice: Choice) -> None:
    there = {
        argument.name: argument
        for argument, _ in every_argument(command)
        if argument.dest in args and argument not in declared_arguments(command)
    }
    names = choice.names or [name for name, item in there.items() if not item.is_positional]
    arguments = [there[name] for name in names if name in there]
    defaults = _defaults(arguments)
    if not arguments or any(
        value != [] and value != defaults[argument.dest]
        for argument in arguments
        for value in [getattr(args, argument.dest)]
    ):
        return
    *others, last = [argument.name for argument in arguments]
    listed = f'{", ".join(others)} {"and" if others[1:] else "or"} {last}' if others else last
    one_of = 'one of ' if others[1:] else ''
    raise errors.CommandError(choice.sentence or f'{command.name} requires {one_of}{listed}.')


def _may_matter(argument: Argument, flags: Set[str]) -> bool:
    """Whether some flags may set an argument: to declare one takes long."""
    options = argument.options
    if argument.is_positional:
        return options.keys() != {'nargs', 'metavar'} or options['nargs'] != '*'
    # A parser converts a text, and a short flag may stand in a word with others.
    if options.get('required') or isinstance(options.get('default'), str):
        return True
    for flag in (*argument.flags, *argument.hidden_flags):
        if flag in flags or not flag.startswith('--'):
            return True
    return False


_optional = functools.cache(Argument.made_optional)

Parses = dict[tuple[object, ...], Parsed | UsageError]
"""Parses so far, by the arguments that matter for the words: versions often agree on them."""


def parse(
    command: Command,
    version: APIVersion,
    tokens: list[str],
    table: OptionTable,
    optional: Container[str] = (),
    parses: Parses | None = None,
) -> Parsed:
    """Parse the tokens around a command's name with the parser of one version.

    :param optional: names of arguments that may be missing, or lack their value, whatever the
        version insists on.
    :param parses: those of this command with this table so far, to be added to.
    """
    declared = arguments_at(command, version)
    if declared is None:
        raise UsageError(f'{command.name} does not exist in API version {version}.')
    flags = {token.partition('=')[0] for token in tokens}
    targets = declarations.declared(command.function, 'targets')
    # An expression stands for names.
    selected = targets.metavar if targets is not None and '--where' in flags else None
    if optional or selected:
        declared = [
            _optional(argument)
            if argument.name in optional or argument.name == selected
            else argument
            for argument in declared
        ]
    defaults = _defaults(declared)
    # Of positional arguments argparse tells all that are missing.
    needed = [
        argument for argument in declared if argument.is_positional or _may_matter(argument, flags)
    ]
    if not tokens and not any(_may_matter(argument, flags) for argument in needed):
        empty: dict[str, Any] = {
            argument.flags[0]: [] for argument in declared if argument.is_positional
        }
        return Parsed(Args(**{**defaults, **empty}), {})
    own = {_dest(argument): defaults[_dest(argument)] for argument in needed}
    key = (*needed, *map(id, own.values()), *tokens)
    parsed = None if parses is None else parses.get(key)
    if parsed is None:
        parsed = _parsed(command.name, needed, tokens, table, Args(**own))
        if parses is not None:
            parses[key] = parsed
    if isinstance(parsed, UsageError):
        raise parsed
    return Parsed(Args(**{**defaults, **vars(parsed.args)}), parsed.globals)


def _parsed(
    name: str, needed: list[Argument], tokens: list[str], table: OptionTable, start: Args
) -> Parsed | UsageError:
    """The arguments of a command that matter, parsed; or what is wrong with the words."""
    from novaclient_mv.cli.reading import parser as parsers

    parser = parsers.build(name, needed, table, tokens)
    try:
        namespace, unknown = parser.parse_known_args(tokens, start)
    except parsers.Refusal as refusal:
        return UsageError(*refusal.args)
    if unknown:
        noun = 'arguments' if unknown[1:] else 'argument'
        return UsageError(f'Unexpected {noun}: {" ".join(unknown)}.')
    values = vars(namespace)
    names = [name for name in values if name.startswith(parsers.GLOBAL)]
    return Parsed(
        namespace, {name.removeprefix(parsers.GLOBAL): values.pop(name) for name in names}
    )


_TEXTS = ('value', 'description', 'metadata', 'version')
"""Positional arguments that may be empty: values, and not names of anything."""
_THINGS = frozenset(
    (
        *('image', 'flavor', 'boot_volume', 'snapshot', 'volume', 'volume_id', 'volume_type'),
        *('key_name', 'host', 'target_host', 'hypervisor_hostname', 'net_id', 'port_id'),
        *('fixed_ip', 'fixed_address', 'node', 'candidate_node', 'chassis_uuid', 'port_group'),
        *('portgroup_uuid', 'port_uuid', 'port', 'provider', 'parent_provider', 'parent_node'),
        *('project', 'user', 'tenant', 'uuid', 'id', 'instance_uuid', 'source_group', 'runbook'),
        *('trait', 'traits', 'resource_classes', 'admin_pass', 'rescue_password'),
        *('rebuild_password', 'connector_id'),
    )
)
"""Options that name a resource, or hold a secret of one."""


def _check_empty(command: Command, args: Args, arguments: dict[str, Argument]) -> None:
    """Refuse empty names of resources, before any login.

    A list without filters shows everything, as it does with an empty one, which scripts rely on.
    """
    if declarations.declared(command.function, 'is_offline'):
        return
    is_list = command.name.endswith('-list')
    for name, value in vars(args).items():
        argument = arguments.get(name)
        if argument is None or not _has_empty(value):
            continue
        named = name not in _TEXTS if argument.is_positional else name in _THINGS and not is_list
        if named:
            raise errors.CommandError(
                f'{argument.name} of {command.name} is empty: is a variable not set?'
            )


def _has_empty(value: Any) -> bool:  # noqa: ANN401 - of any argument
    return value == '' if isinstance(value, str) else isinstance(value, list) and '' in value
