"""Facts of a command that its declarations and the tables of its service tell: who may run it, and
how it may end.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping

import role_matrix

from novaclient_mv.cli.reading import declarations, index, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import topics
from novaclient_mv.cli.showing.topics import Topic
from novaclient_mv.errors import ExitStatus
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.services import policy_releases

OWN_STATUSES: Mapping[str, Mapping[ExitStatus, str]] = {
    'can-i': {
        ExitStatus.FAILED: 'it is not known',
        ExitStatus.VERSION: 'the versions of the cloud lack a part of the line',
        ExitStatus.DENIED: 'the answer is no',
    },
    'version-lint': {ExitStatus.FAILED: 'a finding is as severe as --fail-on says'},
    'version-pin': {ExitStatus.FAILED: 'something would break at the version'},
    'version-requires': {ExitStatus.VERSION: 'not all places that were named take the line'},
    'version-usage': {ExitStatus.FAILED: 'a log has no line that can be read'},
}
"""Ends of commands that are answers."""


@functools.cache
def topic_of(command: Command) -> Topic:
    """The topic that help sorts a command into."""
    return topics.of_row(index.row_of(command))


def roles_of(command: Command) -> str:
    """``owner (Pike to Wallaby), reader (from Xena)``; nothing where no role is known."""
    policies = policy_releases.policies_of(command.service)
    cells = role_matrix.roles(command.service).get(command.name)
    if policies is None or cells is None:
        return ''
    spans = [
        (role, [release for _, release in group])
        for role, group in itertools.groupby(
            zip(cells, policies.releases, strict=True), key=lambda pair: pair[0]
        )
        if role != role_matrix.NOWHERE
    ]
    if len(spans) == 1:
        return spans[0][0]
    newest = policies.releases[-1]
    return ', '.join(
        f'{role} (from {releases[0]})'
        if releases[-1] == newest and len(releases) > 1
        else f'{role} ({role_matrix.title(releases)})'
        for role, releases in spans
    )


def statuses_of(command: Command) -> Iterator[tuple[ExitStatus, str]]:
    """The exit statuses that a command may have besides those of any that is interrupted, each with
    what it says of this one, if that is known.
    """
    has = functools.partial(declarations.declared, command.function)
    own = OWN_STATUSES.get(command.name, {})
    works_on_cloud = not has('is_offline')
    operations = reached_operations.uses_of(command.service).get(command.name, {})
    may_be = {
        ExitStatus.OK: True,
        ExitStatus.FAILED: bool(has('end') or has('targets')),
        ExitStatus.USAGE: True,
        ExitStatus.VERSION: works_on_cloud and not has('is_without_version'),
        ExitStatus.DENIED: works_on_cloud,
        ExitStatus.NOT_FOUND: any('{' in operation for operation in operations),
        ExitStatus.CONFLICT: bool(has('writes')),
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
    if not has('writes'):
        return not has('is_for_one_cloud')
    return any(
        argument.is_positional and argument.options.get('nargs') in ('+', '*')
        for argument, _ in tree.every_argument(command)
    )
