"""Finds endpoints in the service catalog of a login, and says what a catalog lacks."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from novaclient_mv import errors
from novaclient_mv.wire import connection_errors, login_refusals


class Wanted(NamedTuple):
    """Which endpoint is looked for; ``None`` leaves the choice to the catalog."""

    service_type: str
    interface: str
    region_name: str | None = None
    service_name: str | None = None


@contextlib.contextmanager
def readable() -> Iterator[None]:
    """Say of a catalog that is not built as the API says that it cannot be read.

    :raises CloudError: it is not.
    """
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise connection_errors.permanent(
            'The service catalog that came with the login cannot be read: it is not built as the '
            'Identity API says.'
        ) from error


def url_of(session: Any, auth: Any, wanted: Wanted) -> str:
    """The URL of an endpoint.

    :param auth: auth plugin; ``None`` for that of the session.
    :raises LoginError: the login is for no project, so that it sees no endpoints.
    :raises CloudError: the catalog does not have it, and what it has.
    """
    from keystoneauth1 import exceptions as ks

    with readable():
        try:
            url = session.get_endpoint(auth, **wanted._asdict())
        except ks.EndpointNotFound:
            url = None
        if url:
            return str(url)
        auth = auth or session.auth
        access = auth.get_access(session) if hasattr(auth, 'get_access') else None
        raise no_endpoint(access, wanted)


def no_endpoint(access: Any, wanted: Wanted) -> errors.Error:
    """The error for an endpoint that a catalog lacks, or that a login without a project hides."""
    if access is not None and not access.scoped:
        return login_refusals.without_project()
    return connection_errors.permanent(_missing(access, wanted))


def _missing(access: Any, wanted: Wanted) -> str:
    """What a catalog lacks, and what it has in its place."""
    kind, interface, region, name = wanted
    if access is not None and access.has_service_catalog():
        offered = access.service_catalog.get_endpoints_data(service_type=kind)
        endpoints = [endpoint for group in offered.values() for endpoint in group]
        regions = {endpoint.region_name for endpoint in endpoints if endpoint.region_name}
        if region and regions and region not in regions:
            return (
                f'The service catalog has no {kind} in region {region}, only in '
                f'{_listed(regions)}: see --os-region-name.'
            )
        names = {endpoint.service_name for endpoint in endpoints if endpoint.service_name}
        if name and names and name not in names:
            return (
                f'The service catalog has no {kind} service named {name}, only '
                f'{_listed(names)}: see --service-name.'
            )
        interfaces = {endpoint.interface for endpoint in endpoints if endpoint.interface}
        if interface and interfaces and interface.removesuffix('URL') not in interfaces:
            return (
                f'The service catalog has no {interface} endpoint for {kind}, only '
                f'{_listed(interfaces)}: see --os-endpoint-type.'
            )
    where = f' in region {region}' if region else ''
    named = f' named {name}' if name else ''
    which = f'{interface} endpoint' if interface else 'endpoint'
    return f'The service catalog has no {which} for {kind}{named}{where}.'


def _listed(values: set[str]) -> str:
    return ', '.join(sorted(values))
