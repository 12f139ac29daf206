"""The role that a command needs, by the facts of the newest release that has its operations."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies import facts, requests
from novaclient_mv.policies.answers import ROLES
from novaclient_mv.policies.facts import Policies
from novaclient_mv.policies.requests import Request

WORDS = {'manager': 'managers', 'admin': 'administrators', 'service': 'services'}
"""The words of help for who has a role."""


def role_of(command: Command) -> str | None:
    """The least role for all that a command asks without options, lookups too."""
    policies = facts.of(command.service.name)
    every = reached_operations.uses_of(command.service).get(command.name, {})
    roles = [
        role
        for operation in every
        for role in _roles(Request(operation, command.service.range.end), policies)
    ]
    return max(roles, key=ROLES.index, default=None)


def _roles(request: Request, policies: Policies) -> Iterator[str]:
    for release in reversed(policies.releases):
        asked = requests.asked_by(request, release, policies)
        if asked:
            rules = policies.rules(release)
            for condition, is_asked in asked:
                if is_asked and condition.refuses and condition.rule in rules:
                    yield rules[condition.rule].role
            return
