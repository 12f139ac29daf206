"""Permissions of roles to do operations of a service, by version and by release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from novaclient_mv import errors, versions
from novaclient_mv.knowledge import operations
from novaclient_mv.policies import judgement
from novaclient_mv.policies.answers import Scope
from novaclient_mv.policies.requests import Request
from novaclient_mv.resources.permissions import Permission
from novaclient_mv.services import Service, policy_releases, registry
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import request as wire_request
from novaclient_mv.wire.logins.callers import Who


def may(
    operation: str,
    roles: Iterable[str],
    *,
    scope: Scope = 'project',
    release: str | None = None,
    service: str | Service = 'compute',
    version: str | APIVersion | None = None,
    body: Mapping[str, object] | None = None,
    query: wire_request.Query = (),
) -> Permission:
    """Return whether a token with some roles may do an operation by a service's defaults.

    ::

        may('POST /servers/{server_id}/action os-migrateLive', ['member'], release='2023.2').answer

    :param operation: method and path below the endpoint, an action's name after a space; what
        stands in braces may have any name, and ids may stand in its place. Of one that nothing is
        known of the answer is ``unknown``.
    :param roles: names of roles; those that they imply need no naming.
    :param scope: what the token is scoped to: ``project``, ``domain`` or ``system``.
    :param release: name or number, as in ``wallaby`` or ``2023.1``; by default the newest release
        whose policy is known.
    :param service: ``compute``, ``baremetal`` or ``placement``, or its value.
    :param version: ``X.Y``, the version of the request; by default the newest of the release.
    :param body: the object that the request carries, as the API has it, as in ``{'os-migrateLive':
        {'host': 'host1'}}``: what it holds may ask further rules.
    :param query: the query of the request, which may ask further rules.
    :raises CommandError: no release has that name, or no policy is known of the service.
    :raises UnsupportedVersion: the version is misspelt.
    :raises LookupError: there is no such service.
    """
    asked = _service(service)
    where = (
        policy_releases.newest(asked) if release is None else policy_releases.named(release, asked)
    )
    if version is None:
        at = asked.range.end if where.range is None else where.range.end
    else:
        versions.refuse_number(version)
        at = version if isinstance(version, APIVersion) else asked.named_version(version)
    who = Who(tuple(roles), {scope: 'all' if scope == 'system' else None})
    return of_operation(operation, asked, at, who, where, body, query)


def _service(service: str | Service) -> Service:
    value = registry.named(service) if isinstance(service, str) else service
    if value is None:
        raise LookupError(f'There is no service {service}.')
    return value


def of_operation(
    text: str,
    service: Service,
    version: APIVersion,
    who: Who,
    where: Releases,
    body: Mapping[str, object] | None = None,
    query: wire_request.Query = (),
) -> Permission:
    """Return whether a login may do an operation at a version, by the defaults of releases.

    :param text: as of :func:`may`.
    """
    operation = _operation(text, service)
    if operation is None:
        return Permission(service, who, ())
    refusal = _refusal(operation, version, where, service)
    if refusal is not None:
        return Permission(service, who, (), operation.ranges, refusal)
    policies = policy_releases.policies_of(service)
    pairs = wire_request.request(operation.name, query=query).query
    request = Request(operation.name, version, pairs, body, operation.ids, who.project_id)
    judgements = (
        ()
        if policies is None
        else tuple(
            judgement.judge([request], who.caller, release, policies) for release in where.releases
        )
    )
    return Permission(service, who, judgements, operation.ranges)


class _Operation(NamedTuple):
    """An operation as a program names it.

    :param name: as tables have it.
    :param ranges: the versions that have it; none where that is unknown.
    :param ids: what stands in the place of names in braces.
    """

    name: str
    ranges: tuple[VersionRange, ...]
    ids: tuple[str, ...]


def _operation(text: str, service: Service) -> _Operation | None:
    """The operation that a text names; ``None`` where it names no method and path."""
    method, path, action = (*text.split(maxsplit=2), '', '', '')[:3]
    if not path:
        return None
    method = method.upper()
    if service.major_path and path.count('/') > 1:
        path = path.removeprefix(f'/{service.major_path}')
    name = f'{method} {path} {action}'.rstrip()
    rows = [
        row for row in operations.at_path(service, method, path) if row.action == action.strip()
    ]
    if not rows:
        return _Operation(name, (), ())
    pairs = zip(rows[0].path.strip('/').split('/'), path.strip('/').split('/'), strict=True)
    ids = tuple(text for name, text in pairs if name.startswith('{') and not text.startswith('{'))
    return _Operation(rows[0].id, tuple(row.range for row in rows), ids)


def _refusal(
    operation: _Operation, version: APIVersion, where: Releases, service: Service
) -> errors.Error | None:
    """The version as the reason why not: it lacks the operation, or the cloud lacks it."""
    if where.range is not None and version not in where.range and version != service.without:
        return errors.VersionNotOffered(VersionRange(version, version), where.range)
    if not operation.ranges or any(version in span for span in operation.ranges):
        return None
    newest = operation.ranges[-1]
    needed = service.releases.describe_need(newest)
    message = f'{operation.name} needs API version {needed}; this is {version}.'
    return errors.OutsideVersion(message, newest, operation.ranges)
