"""Judges whether a login may run a command line, by version and by policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import rehearsal
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.knowledge import operations
from novaclient_mv.policies import judgement
from novaclient_mv.policies.answers import ROLES
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.policies.judgement import Judgement, Overrides
from novaclient_mv.policies.requests import Request
from novaclient_mv.resources.permissions import DEFAULTS, POLICY_FILE, Permission
from novaclient_mv.services import Service
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.callers import Who
from novaclient_mv.wire.request import Request as SentRequest


def who(cloud: Cloud, service: Service) -> Who:
    """The login of a cloud; there may be a request for it."""
    access = cloud.connection(service, service.without).access
    return callers.of_token(access.token_facts())


class Policy(NamedTuple):
    """The policy that decides: that of releases, or of an operator's file for each of them."""

    policies: Policies | None
    overrides: Mapping[Release, Overrides] = MappingProxyType({})

    @property
    def origin(self) -> str:
        """Where it comes from."""
        return POLICY_FILE if self.overrides else DEFAULTS

    def judge(self, requests: Sequence[Request], who: Who, release: Release) -> Judgement:
        """Judge requests at a release."""
        assert self.policies is not None
        overrides = self.overrides.get(release)
        at = release if overrides is None else getattr(overrides, 'release', release)
        judged = judgement.judge(requests, who.caller, at, self.policies, overrides)
        return judged._replace(release=release)


def of_line(
    line: CommandLine,
    who: Who,
    where: Releases,
    policy: Policy,
    named: APIVersion | None = None,
) -> Permission:
    """Judge whether a login may run a command line.

    :param named: the version at which it is judged; else the newest that takes it there.
    """
    windows = line.windows()
    version = _version(line, where.range, named)
    if version is None:
        refusal = line.refusal(
            line.service.range.end if where.range is None else where.range.end,
            f'; this cloud {line.service.describe_offer(where.range)}',
        )
        return Permission(line.service, who, (), windows, refusal, policy.origin, line.command.name)
    requests = _requests(line, version, who)
    judgements = tuple(
        policy.judge(requests, who, release)
        for release in where.releases
        if policy.policies is not None
    )
    return Permission(
        line.service, who, judgements, windows, by=policy.origin, command=line.command.name
    )


def _version(
    line: CommandLine, offered: VersionRange | None, named: APIVersion | None
) -> APIVersion | None:
    """The version at which a line would run; ``None`` where the cloud serves none that takes it."""
    if named is not None:
        is_served = offered is None or named in offered or named == line.service.without
        return named if is_served and line.accepts(named) else None
    service = line.service
    served = VersionRange(service.without, service.without) if offered is None else offered
    for window in reversed(line.windows()):
        shared = window.intersect(served)
        if not shared.is_empty:
            return min(shared.end, served.end)
    return None


def _requests(line: CommandLine, version: APIVersion, who: Who) -> list[Request]:
    """The requests that count: a command that writes is judged by its writes."""
    if declarations.declared(line.command.function, 'is_offline'):
        return []
    uses = operations.uses_of(line.service).get(line.command.name, {})
    sent = [judged for judged in rehearsal.requests_of(line, version) if judged.service is None]
    writes = [judged for judged in sent if judged.is_write]
    main = [
        judged
        for place, judged in enumerate(sent)
        if not (judged.operation in uses and uses[judged.operation].is_lookup)
        and not _finds(judged, sent[place + 1 :])
    ]
    if not writes and not main:
        # What it finds first it did not find here; what it would do then is known all the same.
        return _documented(line.command, version)
    return [_request(judged, version, who) for judged in writes or main]


def _finds(listing: SentRequest, later: Sequence[SentRequest]) -> bool:
    """Whether a list only finds the id of what is asked for afterwards."""
    return any(judged.path.startswith(f'{listing.path}/') for judged in later)


def _documented(command: Command, version: APIVersion) -> list[Request]:
    """The requests that a command is known to send at a version, without what options add."""
    uses = operations.uses_of(command.service).get(command.name, {})
    current = [
        operation
        for operation, use in uses.items()
        if not use.is_lookup and any(version in span for span in use.ranges)
    ]
    writes = [operation for operation in current if not operation.startswith('GET ')]
    return [Request(operation, version) for operation in writes or current]


def _request(sent: SentRequest, version: APIVersion, who: Who) -> Request:
    return Request(
        sent.operation,
        version,
        sent.query,
        sent.body if isinstance(sent.body, dict) else None,
        _ids(sent),
        who.project_id,
    )


def _ids(sent: SentRequest) -> tuple[str, ...]:
    """The ids in a path, by the names in braces of its operation."""
    names = sent.operation.split(' ')[1].split('/')
    return tuple(
        part
        for name, part in zip(names, sent.path.split('/'), strict=False)
        if name.startswith('{')
    )


def of_commands(
    commands: Sequence[Command], who: Who, where: Releases, policy: Policy
) -> list[dict[str, str | None]]:
    """The answer of each command without options: rows of ``command``, ``answer``, ``role``."""
    return [_row(command, who, where, policy) for command in commands]


def _row(command: Command, who: Who, where: Releases, policy: Policy) -> dict[str, str | None]:
    service = command.service
    if declarations.declared(command.function, 'is_offline'):
        return {'command': command.name, 'answer': 'yes', 'role': None}
    uses = operations.uses_of(service).get(command.name, {})
    offered = where.range or VersionRange(service.without, service.without)
    spans = {
        operation: [
            shared for span in use.ranges if not (shared := span.intersect(offered)).is_empty
        ]
        for operation, use in uses.items()
        if not use.is_lookup
    }
    spans = {operation: shared for operation, shared in spans.items() if shared}
    if not spans:
        return {'command': command.name, 'answer': 'no' if uses else 'unknown', 'role': None}
    newest = max(span.end for shared in spans.values() for span in shared)
    requests = _documented(command, newest)
    if policy.policies is None or who.roles is None:
        return {'command': command.name, 'answer': 'unknown', 'role': None}
    judged = [policy.judge(requests, who, release) for release in where.releases]
    if not judged:
        return {'command': command.name, 'answer': 'unknown', 'role': None}
    roles = [need.role for need in judged[-1].needs if need.role is not None]
    return {
        'command': command.name,
        'answer': judgement.agreed(judged),
        'role': max(roles, key=ROLES.index, default=None),
    }


__all__ = ['POLICY_FILE', 'Permission', 'Policy', 'Who', 'of_commands', 'of_line']
