"""Judges whether a login may run a command line, by version and by policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, line_refusals
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import example_lines, permission_requests
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.knowledge import command_lines
from novaclient_mv.policies import answers, judgement
from novaclient_mv.policies.answers import Answer
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.policies.judgement import Judgement, RoleNeed
from novaclient_mv.policies.requests import Request
from novaclient_mv.resources.permissions import DEFAULTS, Permission
from novaclient_mv.services import Service
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.callers import Who

if TYPE_CHECKING:
    from novaclient_mv.policies.operator_file import OperatorFile


def who(cloud: Cloud, service: Service) -> Who:
    """The login of a cloud; there may be a request for it."""
    access = cloud.connection(service, service.unversioned).access
    return callers.of_token(access.token_facts())


class Policy(NamedTuple):
    """The policy that decides: that of releases, or of an operator for each of them.

    :param origin: where it comes from.
    :param refused: rules by which the cloud refused the login, with the seconds since then.
    """

    policies: Policies | None
    overrides: Mapping[Release, OperatorFile] = MappingProxyType({})
    origin: str = DEFAULTS
    refused: Mapping[str, float] = MappingProxyType({})

    def judge(self, requests: Sequence[Request], who: Who, release: Release) -> Judgement:
        """Judge requests at a release."""
        assert self.policies is not None
        overrides = self.overrides.get(release)
        at = release if overrides is None else getattr(overrides, 'release', release)
        judged = judgement.judge(requests, who.caller, at, self.policies, overrides)
        needs = tuple(self._as_met(need, who) for need in judged.needs)
        return Judgement(
            release, answers.worst(need.answer for need in needs), needs, judged.hiding
        )

    def _as_met(self, need: RoleNeed, who: Who) -> RoleNeed:
        """A need as the cloud answers it, as far as that is known."""
        if who.roles is None:
            return need._replace(answer='unknown')
        return need._replace(answer='no') if need.rule in self.refused else need


def of_line(
    line: CommandLine, who: Who, where: Releases, policy: Policy, requested: Requested | None = None
) -> Permission:
    """Judge whether a login may run a command line. Of a line that lacks an argument, the rest is
    judged.

    :param requested: the version at which it is judged where a number was named; else the newest
        that takes it there.
    """
    incomplete = None if line.windows() else command_lines.incomplete(line)
    if incomplete is not None:
        line = example_lines.completed(line, incomplete.missing, incomplete.windows[-1].start)
    windows = line.windows()
    try:
        version = _version(line, where.range, requested)
    except (errors.OutsideVersion, errors.VersionNotOffered) as refusal:
        if not windows:
            raise
        if isinstance(refusal, errors.OutsideVersion):
            refusal.blame_cloud(where.range)
        return Permission(line.service, who, (), windows, refusal, policy.origin, line.command.name)
    judgements = tuple(_judgements(line, version, who, where, policy))
    asked = {need.rule for judged in judgements for need in judged.needs}
    refused = {rule: age for rule, age in policy.refused.items() if rule in asked}
    return Permission(
        *(line.service, who, judgements, windows, None, policy.origin, line.command.name),
        refused=refused,
        version=version,
    )


def _version(
    line: CommandLine, offered: VersionRange | None, requested: Requested | None
) -> APIVersion:
    """The version at which a line would run."""
    service = line.service
    served = VersionRange(service.unversioned, service.unversioned) if offered is None else offered
    if requested is not None and requested.is_named:
        version = requested.version
        if not line.accepts(version):
            raise line_refusals.refusal(
                line, version, f'; {requested.origin} named {requested.spelt}'
            )
        if version not in served and version != service.unversioned:
            needed = VersionRange(version, version)
            raise requested.refusal(needed, offered, service)
        return version
    for window in reversed(line.windows()):
        shared = window.intersect(served)
        if not shared.is_empty:
            return min(shared.end, served.end)
    raise line_refusals.refusal(line, served.end, f'; this cloud {service.describe_offer(offered)}')


def _judgements(
    line: CommandLine, version: APIVersion, who: Who, where: Releases, policy: Policy
) -> Iterable[Judgement]:
    """The judgements at each release; a read that is refused may be followed by another way."""
    if policy.policies is None:
        return
    if declarations.declared(line.command.function, 'is_offline'):
        asked = permission_requests.Asked(())
    else:
        asked = permission_requests.of_line(line, version, who.project)
    for release in where.releases:
        judged = policy.judge(asked.requests, who, release)
        if judged.answer == 'no' and asked.only_reads:
            refused = {need.operation for need in judged.needs if need.answer == 'no'}
            other = permission_requests.of_line(line, version, who.project, refused)
            if not other.is_refused:
                judged = policy.judge(other.requests, who, release)
        if judged.answer == 'no':
            judged = _with_lookup(judged, policy.judge(asked.lookups, who, release))
        yield judged


_TAKEN_FOR_GRANTED = (None, 'anyone', 'owner', 'reader')
"""Roles that whoever looks up something by name has."""


def _with_lookup(judged: Judgement, lookups: Judgement) -> Judgement:
    """A refusal with the rule that the service would name: that of the first lookup it refuses."""
    first = lookups.refusing
    if first is None or first.role in _TAKEN_FOR_GRANTED:
        return judged
    return judged._replace(needs=(first, *judged.needs))


class Row(TypedDict):
    """The answer for a command without options; ``role`` is the least one that will do."""

    command: str
    answer: Answer
    role: str | None


def of_command(command: Command, who: Who, where: Releases, policy: Policy) -> Row:
    """The answer of a command with no more arguments than it needs."""
    if declarations.declared(command.function, 'is_offline'):
        return {'command': command.name, 'answer': 'yes', 'role': None}
    try:
        permission = of_line(_bare_line(command, where.range), who, where, policy)
    except (errors.CommandError, LookupError):
        return {'command': command.name, 'answer': 'unknown', 'role': None}
    return {
        'command': command.name,
        'answer': permission.answer,
        'role': judgement.least_role(permission.needs),
    }


def _bare_line(command: Command, served: VersionRange | None) -> CommandLine:
    """A command line of the newest version that a cloud serves, or of any."""
    newest = example_lines.newest(command)
    at = newest if served is None else min(newest, served.end)
    line = example_lines.bare_line(command, at) or example_lines.bare_line(command, newest)
    if line is None:
        raise LookupError(command.name)
    return line


__all__ = ['Permission', 'Policy', 'Row', 'Who', 'of_command', 'of_line', 'who']
