"""Options of a command that the cached login of a named cloud may not use."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.policies import judgement
from novaclient_mv.policies.facts import Release
from novaclient_mv.services import Service, policy_releases
from novaclient_mv.services.filters import ADMINISTRATOR
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.callers import Who


def refused(settings: Settings, requested: Requested, command: Command) -> frozenset[str]:
    """Names of arguments that default policies refuse to the remembered login; nothing is sent."""
    asking = [
        argument
        for argument, _ in tree.every_argument(command)
        if argument.rule is not None or argument.filter is not None
    ]
    if not asking:
        return frozenset()
    try:
        cloud = Cloud(settings.environment, settings=settings)
        cached = cloud.login.cached_login
        who = callers.of_token(None if cached is None else cached.token_facts)
        if who.roles is None:
            return frozenset()
        judge = _Judge(cloud, requested, command.service, who)
    except errors.Error:
        # What is wrong with the settings is said where they are needed.
        return frozenset()
    return frozenset(argument.name for argument in asking if judge.refuses(argument))


class _Judge:
    """Judges arguments for a login, at the releases that its cloud may be."""

    def __init__(self, cloud: Cloud, requested: Requested, service: Service, who: Who) -> None:
        learned = cloud.known_range(service)
        offered = learned[0] if learned is not None else None
        at = (
            policy_releases.newest(service)
            if offered is None
            else policy_releases.of_cloud(service, offered)
        )
        self.releases: Sequence[Release] = at.releases
        newest = service.range.end if offered is None else min(offered.end, service.range.end)
        self.version: APIVersion = requested.version if requested.is_named else newest
        self.policies = policy_releases.policies_of(service)
        self.who = who

    def refuses(self, argument: Argument) -> bool:
        """Whether no release lets the login use an argument, not even for what is its own."""
        filter = argument.filter
        if filter is not None and any(self.version in span for span in filter.open_ranges):
            return False
        if filter is not None and filter.is_for_everybody:
            return False
        if argument.rule is not None and self.policies is not None:
            needs = [
                judgement.of_rule(argument.rule, self.who.caller, release, self.policies)
                for release in self.releases
            ]
            answers = {need.answer for need in needs if need is not None}
            if answers:
                return answers == {'no'}
        return not self.who.caller.has(ADMINISTRATOR)
