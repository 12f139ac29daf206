"""Endpoints of a connection, looked up once, and again after they have moved."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator

from novaclient_mv import errors
from novaclient_mv.wire import connection_errors, documents, supporting_services
from novaclient_mv.wire.connection_parts import ConnectionParts
from novaclient_mv.wire.logins.access import Endpoint

_SERVICE_TYPES: contextvars.ContextVar[tuple[tuple[ConnectionParts, str], ...]] = (
    contextvars.ContextVar('service types', default=())
)
"""Connections whose requests go to another service type for a while, with it."""


class EndpointMoved(Exception):
    """The remembered endpoint has moved, and the request was not carried out: send it again."""


def base_url(connection: ConnectionParts, supporting: str | None) -> str:
    """The URL that requests of a connection, or to a supporting service, are built on."""
    known = connection.shared.endpoints
    # What decides on the endpoint may be changed at any time.
    # Programs name several interfaces in a list, in the order of their choice.
    scope = (str(connection.interface), connection.region_name)
    own_type = service_type_of(connection)
    own = (connection.endpoint_override, own_type, connection.service_name)
    options = str(connection._request_options().endpoint or '')
    key = (*scope, *own, options) if supporting is None else (*scope, supporting)
    url = known.urls.get(key)
    if url is None:
        override = _override(connection, supporting)
        # A service name narrows the connection's own service only.
        name = connection.service_name if supporting is None else None
        url = (
            _with_project(override, connection)
            if override
            else connection.access.endpoint(
                supporting or own_type, connection.interface, connection.region_name, name
            )
        ).rstrip('/')
        if supporting is None:
            complete = documents.parse_endpoint(url, connection.service).url
            is_whole = not connection.completes_url if override else known.takes_catalog_as_is
            url = url if is_whole else complete
        elif supporting not in known.used_as_is:
            documents.check_url(url, supporting)
            project_id = connection.access.project_id()
            url = supporting_services.of_type(supporting).base(url, project_id)
        known.urls[key] = url
    return url


def check_moved(connection: ConnectionParts, base: str, supporting: str | None) -> None:
    """Look an endpoint up again, where it was remembered."""
    if _override(connection, supporting) or not connection.access.endpoints_may_differ():
        return
    connection.shared.endpoints.urls.clear()
    try:
        has_moved = connection.base_url(supporting) != base
    except errors.Error:
        # The error of the request matters, not that of this one.
        return
    if has_moved:
        raise EndpointMoved


def check_completed(connection: ConnectionParts, base: str, supporting: str | None) -> None:
    """Take a catalog's URL without a version as it is where nothing answers with one."""
    known = connection.shared.endpoints
    if supporting is not None:
        if supporting not in known.used_as_is:
            known.used_as_is.add(supporting)
            known.urls.clear()
            # A gateway's own URL may stand for a version; a version is never taken away.
            if len(connection.base_url(supporting)) < len(base):
                raise EndpointMoved
            known.used_as_is.discard(supporting)
            known.urls.clear()
        return
    if connection.completes_url or connection.endpoint_override or known.has_answered:
        return
    if known.try_without_version() and connection.base_url() != base:
        raise EndpointMoved


def _override(connection: ConnectionParts, supporting: str | None) -> str | None:
    """The URL that is used instead of the catalog's."""
    if supporting is None:
        return str(connection.endpoint_override) if connection.endpoint_override else None
    return connection.supporting_endpoints.get(supporting)


def _with_project(url: str, connection: ConnectionParts) -> str:
    if '%(' not in url:
        return url
    project = connection.access.project_id() or ''
    try:
        return url % {'project_id': project, 'tenant_id': project}
    except (KeyError, ValueError, TypeError) as error:
        raise connection_errors.permanent(
            f'The endpoint {url} can only name %(project_id)s or %(tenant_id)s.'
        ) from error


def parsed(connection: ConnectionParts) -> documents.EndpointUrl:
    return documents.parse_endpoint(connection.base_url(), connection.service)


def has_catalog(connection: ConnectionParts) -> bool:
    """Whether the endpoint of a connection is looked up, and not given."""
    if connection.endpoint_override:
        return False
    try:
        return connection.access.places((service_type_of(connection),)) is not None
    except errors.LoginError:
        raise
    except errors.CloudError:
        # It has none of this service.
        return True


def listed(connection: ConnectionParts) -> list[Endpoint]:
    """Every endpoint of the service in the catalog, each URL once, whatever its service type."""
    own_type = service_type_of(connection)
    types = (*connection.service.catalog_types, own_type)
    endpoints = None if connection.endpoint_override else connection.access.places(types)
    if endpoints is not None:
        return endpoints
    region, url = connection.region_name or '', connection.base_url()
    return [Endpoint(own_type, region, connection.interface, url)]


def service_type_of(connection: ConnectionParts) -> str:
    """Type in the catalog of what a connection's own requests go to at present."""
    for other, service_type in reversed(_SERVICE_TYPES.get()):
        if other is connection:
            return service_type
    return connection.service_type


@contextlib.contextmanager
def using_service_type(
    connection: ConnectionParts, default: str, allowed: tuple[str, ...]
) -> Iterator[None]:
    """In this context alone, use another service type for own requests, unless both are allowed."""
    if service_type_of(connection) in allowed:
        yield
        return
    token = _SERVICE_TYPES.set((*_SERVICE_TYPES.get(), (connection, default)))
    try:
        yield
    finally:
        _SERVICE_TYPES.reset(token)
