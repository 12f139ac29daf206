"""Declarations of commands: arguments with their versions, and what else the shell must know."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from novaclient_mv import versions
from novaclient_mv.cli.reading.argument import Argument

if TYPE_CHECKING:
    import argparse

    from novaclient_mv.services.filters import Filter

F = TypeVar('F', bound=Callable[..., Any])

_ADMINISTRATORS = 'administrators'


class Args(types.SimpleNamespace):
    """The arguments of a command, an attribute for each.

    An argument that the version lacks is no attribute: a command reads it with ``given``, or with
    ``getattr`` and a default. A test holds that commands read only what they declare.
    """

    called = ''
    """The name that the command was called by, where it is not its own."""

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__


def arg(
    *flags: str,
    help: str = '',
    start_version: str | None = None,
    end_version: str | None = None,
    group: str | None = None,
    hidden_flags: Iterable[str] = (),
    hidden: bool = False,
    variable: str | None = None,
    filter: Filter | None = None,
    rule: str | None = None,
    yields: bool = False,
    **options: Any,
) -> Callable[[F], F]:
    """Declare an argument of a command; stacks with ``versions.wraps`` in any order.

    :param flags: name of a positional, or flags of an option.
    :param start_version: first version that has it; ``end_version`` the last.
    :param group: options of one group exclude each other.
    :param hidden_flags: spellings that work but are not shown; for commands of other packages, ours
        stand in ``aliases``.
    :param variable: environment variable with values between commas, used where the option is not
        given.
    :param filter: the filter of a list that it is, where not everybody has that at every version;
        its help says who has it.
    :param rule: the rule of policy that it asks besides those of its command, and that only
        administrators pass; its help says so.
    :param yields: its beginnings are those of global options, where one begins so, as they were
        before it came.
    :param options: as for ``argparse.ArgumentParser.add_argument``.
    :raises TypeError: at import, when two declarations of a flag overlap in versions.
    """
    span = versions.VersionRange(start_version, end_version)
    if filter is not None:
        help = _with_note(help, filter.note)
    elif rule is not None and _ADMINISTRATORS not in help:
        help = _with_note(help, _ADMINISTRATORS)
    new = Argument(
        *(flags, span, help, group, tuple(hidden_flags), hidden, options, variable),
        filter=filter,
        rule=rule,
        yields=yields,
    )

    def decorate(func: F) -> F:
        # Above ``wraps`` the function stands for all its variants; the argument is the newest
        # one's.
        owner = versions.variants_of(func)[-1].func
        declared: list[Argument] = owner.__dict__.setdefault('arguments', [])
        for other in declared:
            same = set(other.flags) & set(flags)
            if same and other.range.overlaps(span):
                raise TypeError(
                    f'{func.__name__}: {"/".join(sorted(same))} is declared twice for '
                    f'{other.range.intersect(span)}'
                )
        declared.insert(0, new)
        return func

    return decorate


def _with_note(help: str, note: str) -> str:
    text = help.removesuffix('.')
    return f'{text[:-1]}; {note}).' if text.endswith(')') else f'{text} ({note}).'


def all_of(*declarations: Callable[[F], F]) -> Callable[[F], F]:
    """Declare what several commands share, in the order in which help is to show it."""

    def decorate(func: F) -> F:
        # Below one another in the source, the lowest is applied first.
        for declare in reversed(declarations):
            func = declare(func)
        return func

    return decorate


def arguments_of(
    func: Callable[..., Any], version: versions.APIVersion | None = None
) -> list[Argument]:
    """The arguments of one variant of a command, all of them or those of one version."""
    declared: list[Argument] = func.__dict__.get('arguments', [])
    return [argument for argument in declared if version is None or version in argument.range]


class End:
    """The end of the work that a command starts.

    :param states: states of the resource that end it well; ``DELETED`` for one that is to vanish.
    :param fault: state that ends it badly.
    :param field: key of the resource that holds the state.
    """

    __slots__ = ('fault', 'field', 'states')

    def __init__(self, states: tuple[str, ...], fault: str | None, field: str) -> None:
        self.states = states
        self.fault = fault
        self.field = field


def _declares(name: str, value: object) -> Callable[[F], F]:
    def decorate(func: F) -> F:
        func.__dict__[name] = value
        return func

    return decorate


def ends_in(*states: str, fault: str | None = 'ERROR', field: str = 'status') -> Callable[[F], F]:
    """Declare how the work that a command starts ends; gives it ``--wait``, ``--poll`` and
    ``--wait-timeout``.
    """
    return _declares('end', End(states, fault, field))


def writes(func: F) -> F:
    """Declare that a command may change something in the cloud; gives it ``--dry-run``."""
    func.__dict__['writes'] = True
    return func


def success_message(*sentences: str) -> Callable[[F], F]:
    """Declare what a terminal shows of a change, where the name of the command does not say it.

    :param sentences: with arguments in braces; the first whose arguments were all given is told.
    """
    return _declares('success_message', sentences)


def takes_any_owner(*names: str) -> Callable[[F], F]:
    """Declare arguments in which the service takes any word for the id of a project or a user."""
    return _declares('takes_any_owner', names)


def meets_locks(func: F) -> F:
    """Declare that a command may meet a resource that another request holds; gives it
    ``--lock-timeout``.
    """
    func.__dict__['meets_locks'] = True
    return func


def reads_if(condition: Callable[[Args], bool]) -> Callable[[F], F]:
    """Declare when a command that may write only reads.

    :param condition: tells it by the arguments.
    """
    return _declares('reads_if', condition)


def for_one_cloud_if(condition: Callable[[Args], bool]) -> Callable[[F], F]:
    """Declare when a reading command is for one cloud.

    :param condition: tells it by the arguments.
    """
    return _declares('for_one_cloud_if', condition)


def for_one_cloud(func: F) -> F:
    """Declare that a reading command is for one cloud, since its work here is done once."""
    func.__dict__['is_for_one_cloud'] = True
    return func


def checked_by(check: Callable[[Args], None]) -> Callable[[F], F]:
    """Declare a check of all arguments of a command, before any login.

    :param check: raises ``CommandError`` for arguments that contradict each other; an option that
        the version lacks is not an attribute of what it is given.
    """
    return _declares('check', check)


class Choice:
    """Optional arguments of which a line requires at least one.

    :param names: none for any option of the command.
    :param sentence: the refusal of a line without one; made of the names if empty.
    """

    __slots__ = ('names', 'sentence')

    def __init__(self, names: tuple[str, ...], sentence: str) -> None:
        self.names = names
        self.sentence = sentence


def refuses_without(*names: str, sentence: str = '') -> Callable[[F], F]:
    """Declare a :class:`Choice`, which is checked before any login; stacks."""

    def decorate(func: F) -> F:
        func.__dict__['choices'] = (Choice(names, sentence), *func.__dict__.get('choices', ()))
        return func

    return decorate


def returns_resource(resource: str, *columns: str) -> Callable[[F], F]:
    """Declare which resource a command shows, so that ``-c`` is checked before any login.

    :param resource: module and class below ``novaclient_mv``, as in ``v2.keypairs:Keypair``.
    :param columns: keys of the columns of its table, all fields where none are named.
    """
    return _declares('resource', (resource, columns))


def returns_columns(*columns: str | tuple[str, str]) -> Callable[[F], F]:
    """Declare the columns of rows and fields that are no resource, so that ``-c`` is checked before
    any login.

    :param columns: keys, or keys with the titles that a table has for them; none where only the
        answer tells them, which is checked when it is there.
    """
    return _declares('columns', columns)


def returns_columns_by(columns: Callable[[Args], Sequence[str] | None]) -> Callable[[F], F]:
    """Declare columns that depend on the arguments.

    :param columns: tells them; ``None`` where they are those that are declared besides.
    """
    return _declares('columns_by', columns)


def chooses_fields(func: F) -> F:
    """Declare that ``--fields`` asks the cloud for fields of what is shown: others are refused."""
    return _declares('chooses_fields', True)(func)


class Changes:
    """The filter of a list for changes since a time.

    :param option: the option that names the moment.
    :param moment: key of the field that says when a row changed.
    :param gone: statuses of rows that the list itself does not have.
    :param options: the options beside which it does so: what they choose rows by never changes.
    """

    __slots__ = ('gone', 'moment', 'option', 'options')

    def __init__(
        self, option: str, moment: str, gone: tuple[str, ...], options: tuple[str, ...]
    ) -> None:
        self.option = option
        self.moment = moment
        self.gone = gone
        self.options = options


def watch_filter(
    option: str, *, moment: str, gone: tuple[str, ...], beside: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Declare the filter for changes of a list, which ``--watch`` uses.

    :param option: the option that names the moment.
    :param moment: key of the field that says when a row changed.
    :param gone: statuses of rows that the list itself does not have.
    :param beside: options that may be given besides: what they choose rows by never changes.
    """
    return _declares('changes', Changes(option, moment, gone, beside))


def offline(func: F) -> F:
    """Declare that a command needs no cloud: it is called with the run, not with a client."""
    func.__dict__['is_offline'] = True
    return func


def without_version(func: F) -> F:
    """Declare that a command logs in but works before any version is chosen."""
    func.__dict__['is_without_version'] = True
    return func


def about_login(func: F) -> F:
    """Declare that a command is about the login: it is called with the cloud, not with a client."""
    func.__dict__['is_about_login'] = func.__dict__['is_without_version'] = True
    return func


def takes_command_line(func: F) -> F:
    """Declare that a command is given another command line, behind ``--``."""
    func.__dict__['takes_command_line'] = True
    return func


def shows_settings(func: F) -> F:
    """Declare that a command shows settings, also those with which no other command would run."""
    func.__dict__['shows_settings'] = True
    return func


def without_settings(func: F) -> F:
    """Declare that a command ignores the version in settings, and reads no cloud file for it."""
    func.__dict__['is_without_settings'] = True
    return func


def above_pins(func: F) -> F:
    """Declare that a command ignores pins, since it sets them."""
    func.__dict__['is_above_pins'] = True
    return func


def extra_formats(**formats: str) -> Callable[[F], F]:
    """Declare formats of its own that a command's result has, besides those of all results.

    :param formats: what each is, as help says it.
    """
    return _declares('formats', formats)


def speaks_to(argument: str) -> Callable[[F], F]:
    """Declare that an argument names the service to speak to, where it is given.

    :param argument: name of one whose value is a :class:`novaclient_mv.services.Service`.
    """
    return _declares('service_argument', argument)


def declared(func: Callable[..., Any], name: str, default: Any = None) -> Any:
    """A declaration on a command, or on its newest variant."""
    if name in func.__dict__:
        return func.__dict__[name]
    return versions.variants_of(func)[-1].func.__dict__.get(name, default)


def set_arguments(args: Args | argparse.Namespace, *names: str, **renamed: str) -> dict[str, Any]:
    """The arguments that this version's parser knows and the user gave, as keywords for a manager.

    :param names: arguments whose keyword has the same name.
    :param renamed: keyword to the argument's name. A file argument is read here.
    """
    sources = {**{name: name for name in names}, **renamed}
    arguments = {}
    for keyword, name in sources.items():
        value = getattr(args, name, None)
        if value is not None and value != []:
            arguments[keyword] = value.read() if hasattr(value, 'read') else value
    return arguments


def within_limit(args: Args | argparse.Namespace, *names: str, **renamed: str) -> dict[str, Any]:
    """As :func:`set_arguments`; a ``limit`` of -1 is left out."""
    arguments = set_arguments(args, *names, **renamed)
    if arguments.get('limit') == -1:
        del arguments['limit']
    return arguments
