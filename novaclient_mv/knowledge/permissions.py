"""Permissions of roles to do operations of a service, by version and by release."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import versions
from novaclient_mv.policies.answers import Scope
from novaclient_mv.policies.requests import Body
from novaclient_mv.resources import operation_permissions
from novaclient_mv.resources.permissions import Permission
from novaclient_mv.services import Service, policy_releases, registry
from novaclient_mv.versions import APIVersion
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
    body: Body = None,
    query: wire_request.Query = (),
) -> Permission:
    """Return whether a token with some roles may do an operation by a service's defaults.

    ::

        may('POST /servers/{server_id}/action os-migrateLive', ['member'], release='2023.2').answer

    :param operation: method and path below the endpoint, an action's name after a space; ids may
        replace names in braces. The answer for an unknown one is ``unknown``.
    :param roles: names of roles; those that they imply are added.
    :param scope: what the token is scoped to: ``project``, ``domain`` or ``system``.
    :param release: name or number, as in ``wallaby`` or ``2023.1``; by default the newest release
        whose policy is known.
    :param service: ``compute``, ``baremetal`` or ``placement``, or its value.
    :param version: ``X.Y``, the version of the request; by default the newest of the release.
    :param body: the object that the request carries, as the API has it, as in ``{'os-migrateLive':
        {'host': 'host1'}}``, or the changes of a JSON Patch: what it holds may ask further rules.
    :param query: the query of the request, which may ask further rules.
    :raises CommandError: no release has that name, or no policy is known of the service.
    :raises UnsupportedVersion: the version is misspelt.
    :raises LookupError: unknown service.
    """
    asked = registry.named(service) if isinstance(service, str) else service
    if asked is None:
        raise LookupError(f'Unknown service {service}.')
    where = (
        policy_releases.newest(asked) if release is None else policy_releases.named(release, asked)
    )
    if version is None:
        at = asked.range.end if where.range is None else where.range.end
    else:
        versions.refuse_number(version)
        at = version if isinstance(version, APIVersion) else asked.named_version(version)
    who = Who(tuple(roles), {scope: 'all' if scope == 'system' else None})
    return operation_permissions.of_operation(operation, asked, at, who, where, body, query)
