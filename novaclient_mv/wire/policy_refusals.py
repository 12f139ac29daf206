"""Refusals by a rule of a policy, as the defaults of a service explain them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.policies import judgement, requests
from novaclient_mv.policies.answers import ROLES, Answer
from novaclient_mv.policies.facts import Release
from novaclient_mv.policies.judgement import RoleNeed
from novaclient_mv.services import Service, policy_releases
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import VersionRange
from novaclient_mv.wire.advertised_versions import offered_range
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.request import Request

_IN_ORDER = ('anyone', 'owner', 'reader', 'member', 'manager', 'admin', 'nobody')
"""Roles of which each next one is enough where the one before it is; ``service`` is apart."""

NO_HEADERS: Mapping[str, str] = MappingProxyType({})

_OWNERS = ('project_id', 'tenant_id', 'user_id', 'project', 'owner', 'lessee')
"""Keys of queries and bodies that name whose a target is."""

_OF_CALLERS = frozenset({'project_id', 'user_id'})
"""Attributes of a target that are the caller's own where a request names no other."""


class PolicyRefusal(NamedTuple):
    """A rule that refused, and what a service's defaults say of it.

    :param facts: user, scope and roles of the login; ``None`` where they are unknown.
    :param needs: the rule at each release that the cloud may be, the oldest first; none where it is
        no rule of the service there.
    :param is_about_own: whether the target is the caller's own; ``None`` where the request does not
        tell.
    """

    rule: str
    service: Service
    facts: TokenFacts | None
    needs: tuple[tuple[Release, RoleNeed], ...]
    is_about_own: bool | None

    @property
    def needs_role(self) -> str | None:
        """The role that is enough at every release."""
        roles = {need.role for _, need in self.needs if need.role is not None}
        if len(roles) == 1 or roles.issubset(_IN_ORDER):
            return max(roles, key=ROLES.index, default=None)
        return None

    @property
    def roles(self) -> tuple[str, ...] | None:
        """The roles of the login."""
        return None if self.facts is None else self.facts.roles

    @property
    def answers(self) -> frozenset[Answer]:
        """The distinct answers of the releases for this login; none where its roles are unknown."""
        if self.roles is None:
            return frozenset()
        answers = {need.answer for _, need in self.needs}
        if self.is_about_own and 'depends' in answers:
            return frozenset({*answers, 'yes'} - {'depends'})
        return frozenset(answers)


def explain(error: errors.Forbidden, connection: ConnectionParts) -> None:
    """Add to a refusal that came over a connection which role it needs, and the login's roles."""
    refusal = of_error(error, connection)
    if refusal is not None:
        error.update(needs_role=refusal.needs_role, roles=refusal.roles)


def of_error(error: errors.Forbidden, connection: ConnectionParts) -> PolicyRefusal | None:
    """The refusal that an answer stands for; ``None`` where it names no rule. Nothing is sent."""
    if error.rule is None:
        return None
    try:
        facts = connection.access.token_facts()
    except errors.Error:
        facts = None
    answer = error.answer
    request: Request | None = None if answer is None else answer.request
    is_own_service = request is not None and request.service is None
    needs: tuple[tuple[Release, RoleNeed], ...] = ()
    if is_own_service:
        releases = releases_of(connection, answer.headers)
        needs = _needs(error.rule, request, connection.service, releases, facts)
    is_about_own = _is_about_own(request, facts)
    if is_about_own and any(set(need.owned_by) - _OF_CALLERS for _, need in needs):
        # Of a node, which a body may name, a request does not tell the owner.
        is_about_own = None
    return PolicyRefusal(error.rule, connection.service, facts, needs, is_about_own)


def releases_of(connection: ConnectionParts, headers: Mapping[str, str] = NO_HEADERS) -> Releases:
    """The releases that a cloud may be, by what is known of its versions. Nothing is sent."""
    service, known = connection.service, connection.known_versions
    offered: VersionRange | None = offered_range(headers, service) or known.documented
    if offered is None and known.is_known:
        offered = known.offered
    if offered is not None:
        return policy_releases.of_cloud(service, offered)
    return policy_releases.with_version(service, connection.api_version)


def _needs(
    rule: str,
    request: Request | None,
    service: Service,
    releases: Releases,
    facts: TokenFacts | None,
) -> tuple[tuple[Release, RoleNeed], ...]:
    policies = policy_releases.policies_of(service)
    if policies is None:
        return ()
    operation = '' if request is None else request.operation
    caller = callers.of_token(facts).caller
    needs = [
        (release, judgement.of_rule(rule, caller, release, policies, operation))
        for release in releases.releases
    ]
    # A cloud that names a rule is of no release without it.
    return tuple((release, need) for release, need in needs if need is not None)


def _is_about_own(request: Request | None, facts: TokenFacts | None) -> bool | None:
    """Whether whatever a request names is of the caller's own project, or of its user."""
    if request is None or facts is None:
        return None
    own = {named.id for named in (facts.user, facts.project) if named is not None}
    segments = request.path.split('/')
    names = request.operation.split(' ')[1].split('/')
    ids = {text for name, text in zip(names, segments, strict=False) if name.startswith('{')}
    owners = {str(value) for key, value in _pairs(request) if key in _OWNERS}
    if requests.OF_PROJECTS.intersection(segments):
        owners |= ids
    if not owners <= own:
        return False
    return True if ids <= own else None


def _pairs(request: Request) -> Iterator[tuple[str, object]]:
    """Keys and values of the query, of the body, and of the object that this wraps."""
    yield from request.query
    body = request.body if isinstance(request.body, Mapping) else {}
    yield from body.items()
    for value in body.values():
        if isinstance(value, Mapping):
            yield from value.items()
