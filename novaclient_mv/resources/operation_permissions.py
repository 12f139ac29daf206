"""Permissions of a login to do operations of a service, by the defaults of releases."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.policies import judgement
from novaclient_mv.policies.requests import Body, Request
from novaclient_mv.resources.permissions import Permission
from novaclient_mv.services import Service, operations, policy_releases
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import request as wire_request
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins import callers
from novaclient_mv.wire.logins.callers import Who


def over(
    connection: Connection,
    version: APIVersion,
    operation: str,
    body: Body,
    query: wire_request.Query,
    release: str | None,
) -> Permission:
    """Return whether the login of a connection may do an operation at a version; see
    :meth:`novaclient_mv.resources.client.Client.may`.
    """
    service = connection.service
    if release is None:
        where = policy_releases.of_cloud(service, _range_of(connection))
    else:
        where = policy_releases.named(release, service)
        version = version if where.range is None else min(version, where.range.end)
    who = callers.of_token(connection.access.token_facts())
    return of_operation(operation, service, version, who, where, body, query)


def of_operation(
    text: str,
    service: Service,
    version: APIVersion,
    who: Who,
    where: Releases,
    body: Body = None,
    query: wire_request.Query = (),
) -> Permission:
    """Return whether a login may do an operation at a version, by the defaults of releases.

    :param text: as of :func:`novaclient_mv.knowledge.permissions.may`.
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
    if where.range is not None and version not in where.range and version != service.unversioned:
        return errors.VersionNotOffered(VersionRange(version, version), where.range)
    if not operation.ranges or any(version in span for span in operation.ranges):
        return None
    newest = operation.ranges[-1]
    needed = service.releases.describe_need(newest)
    message = f'{operation.name} needs API version {needed}; this is {version}.'
    return errors.OutsideVersion(message, newest, operation.ranges)


def _range_of(connection: Connection) -> VersionRange | None:
    """The versions that a cloud serves; it is asked where they are unknown."""
    known = connection.known_versions
    offered = connection.offered or known.documented or known.offered
    return offered if offered is not None or known.is_known else connection.server_range()
