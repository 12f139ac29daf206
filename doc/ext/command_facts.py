"""Facts of a command that its declarations and the tables of its service tell: its topic, and who
may run it.
"""

from __future__ import annotations

import functools
import itertools

import role_matrix

from novaclient_mv.cli.reading import index
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import topics
from novaclient_mv.cli.showing.topics import Topic
from novaclient_mv.services import policy_releases


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
