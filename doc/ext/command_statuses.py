"""The exit statuses of a command, derived from what it can do."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import several
from novaclient_mv.errors import ExitStatus
from novaclient_mv.knowledge import reached_operations

ASKING: Mapping[ExitStatus, str] = {ExitStatus.DENIED: '', ExitStatus.CLOUD: ''}
"""Ends of commands that do without a cloud, and ask one where a line names it."""

OWN_STATUSES: Mapping[str, Mapping[ExitStatus, str]] = {
    'can-i': {
        ExitStatus.FAILED: 'it is not known',
        ExitStatus.VERSION: 'the versions of the cloud lack a part of the line',
        ExitStatus.DENIED: 'the answer is no',
        ExitStatus.CLOUD: '',
    },
    'cloud-list': {**ASKING, ExitStatus.SOME_FAILED: ''},
    'server-create': {ExitStatus.SOME_FAILED: 'of several servers that were waited for'},
    'version-lint': {
        **ASKING,
        ExitStatus.FAILED: 'a finding is as severe as --fail-on says',
        ExitStatus.SOME_FAILED: 'of several clouds',
    },
    'translate': {ExitStatus.FAILED: 'a line has no equivalent'},
    'version-changes': ASKING,
    'version-matrix': {**ASKING, ExitStatus.SOME_FAILED: ''},
    'version-pin': {
        **ASKING,
        ExitStatus.FAILED: 'something would break at the version',
        ExitStatus.VERSION: 'the cloud does not serve the version',
    },
    'version-requires': {
        **ASKING,
        ExitStatus.VERSION: 'not all places that were named take the line',
    },
    'version-usage': {ExitStatus.FAILED: 'a log has no line that can be read'},
}
"""Ends of commands that are answers, and those that their declarations do not tell."""

_BESIDE_COMMANDS = 'novaclient_mv.cli.running.deletions'


def statuses_of(command: Command) -> Iterator[tuple[ExitStatus, str]]:
    """The exit statuses that a command may have besides those of any that is interrupted, each with
    what it says of this one, if that is known.
    """
    has = functools.partial(declarations.declared, command.function)
    own = OWN_STATUSES.get(command.name, {})
    works_on_cloud = not has('is_offline')
    operations = reached_operations.uses_of(command.service).get(command.name, {})
    has_version = works_on_cloud and not has('is_without_version')
    is_refused = has_version and (bool(operations) or command.name == 'api')
    may_be = {
        ExitStatus.OK: True,
        # In a way that has no status of its own, as with 400.
        ExitStatus.FAILED: is_refused or bool(has('is_about_login')),
        ExitStatus.USAGE: True,
        ExitStatus.VERSION: has_version,
        ExitStatus.DENIED: works_on_cloud,
        ExitStatus.NOT_FOUND: is_refused,
        # A limit of requests may refuse any of them with 413.
        ExitStatus.CONFLICT: is_refused,
        ExitStatus.CLOUD: works_on_cloud,
        ExitStatus.SOME_FAILED: works_on_cloud and _has_several(command),
        ExitStatus.TIMED_OUT: bool(has('end')),
    }
    for status, is_possible in may_be.items():
        if is_possible or status in own:
            yield status, own.get(status, '')


def _has_several(command: Command) -> bool:
    """Whether a command may work on several targets, or read of several clouds."""
    has = functools.partial(declarations.declared, command.function)
    reads = not has('writes') or has('reads_if') is not None
    reads_of_several = reads and not has('is_for_one_cloud')
    return reads_of_several or works_on_each(command.function)


def works_on_each(function: Callable[..., Any]) -> bool:
    """Whether a function comes by the work on several targets, in its own code or in that of what
    commands share.
    """
    waiting: list[object] = [function]
    passed: set[int] = set()
    while waiting:
        value = waiting.pop()
        if value is several:
            return True
        if id(value) in passed or not isinstance(value, types.FunctionType):
            continue
        passed.add(id(value))
        waiting += _used_by(value)
    return False


def _used_by(function: types.FunctionType) -> Iterator[object]:
    """Variants of a function of a command, functions beside it that it names, and those of modules
    that commands share.
    """
    yield from (variant.func for variant in getattr(function, 'variants', ()))
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    names = set(_names_in(function.__code__))
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        if isinstance(value, types.ModuleType) and _is_of_commands(value.__name__):
            yield from (getattr(value, part, None) for part in names)
        elif value is several or _is_of_commands(getattr(value, '__module__', None)):
            yield value


def _is_of_commands(module: str | None) -> bool:
    return '.commands.' in (module or '') or module == _BESIDE_COMMANDS


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)
