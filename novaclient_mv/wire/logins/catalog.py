"""Finds endpoints in the service catalog of a login, and says what a catalog lacks."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.wire import connection_errors, supporting_services
from novaclient_mv.wire.logins.access import Endpoint, EndpointFilter


@contextlib.contextmanager
def readable() -> Iterator[None]:
    """Say of a catalog that is not built as the API says that it cannot be read."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        from novaclient_mv.wire import mistakes

        # A login may be made inside.
        mistakes.check(error)
        raise connection_errors.permanent(
            'The service catalog that came with the login cannot be read: it is not built as the '
            'Identity API says.'
        ) from error


def read(services: Any) -> list[Endpoint]:
    """The endpoints of a catalog as the Identity API v3 writes it."""
    with readable():
        return [
            Endpoint(
                str(service['type']),
                str(endpoint.get('region_id') or endpoint.get('region') or ''),
                str(endpoint['interface']),
                str(endpoint['url']),
                str(service.get('name') or ''),
            )
            for service in services
            for endpoint in service['endpoints']
        ]


def of_type(endpoints: Iterable[Endpoint], service_type: str) -> list[Endpoint]:
    """The endpoints of a type of service; those of its official type first."""
    types = (service_type, *supporting_services.of_type(service_type).other_types)
    fitting = [endpoint for endpoint in endpoints if endpoint.service_type in types]
    return sorted(fitting, key=lambda endpoint: types.index(endpoint.service_type))


def find(endpoints: Iterable[Endpoint], endpoint_filter: EndpointFilter) -> Endpoint | None:
    """The first endpoint that is that passes a filter."""
    interface = endpoint_filter.interface.removesuffix('URL')
    for endpoint in of_type(endpoints, endpoint_filter.service_type):
        if (
            endpoint.interface.removesuffix('URL') == interface
            and endpoint_filter.region_name in (None, '', endpoint.region)
            and endpoint_filter.service_name in (None, '', endpoint.service_name)
        ):
            return endpoint
    return None


def without_duplicates(endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """Each URL once, as the public endpoint where there are several."""
    by_url: dict[str, Endpoint] = {}
    for endpoint in endpoints:
        if endpoint.url not in by_url or endpoint.interface == 'public':
            by_url[endpoint.url] = endpoint
    return list(by_url.values())


def lacks_catalog(plugin: object, service_type: str) -> bool:
    """Whether an auth plugin knows the URL of one service, and a supporting one is asked for."""
    knows_one = hasattr(plugin, 'endpoint') and not hasattr(plugin, 'get_access')
    return knows_one and service_type in supporting_services.SERVICES


def without_catalog(service_type: str) -> errors.CloudError:
    """The error for a supporting service whose URL nothing tells."""
    key = f'{service_type.replace("-", "_")}_endpoint_override'
    return connection_errors.permanent(
        f'The URL of the {service_type} service is unknown, since this login has no service '
        f'catalog: add {key} to the cloud file.'
    )


def missing(
    endpoints: Sequence[Endpoint], endpoint_filter: EndpointFilter, types: Iterable[str] = ()
) -> errors.CloudError:
    """The error for an endpoint that a catalog lacks, which says what it has instead."""
    regions = {endpoint.region for endpoint in endpoints if endpoint.region}
    region = endpoint_filter.region_name
    if region and regions and region not in regions:
        return errors.UnknownRegion(
            f'The service catalog has no {endpoint_filter.service_type} in region {region}, '
            f'only in {_listed(regions)}: see --os-region-name.'
        )
    text = _missing(endpoints, endpoint_filter)
    if not endpoints and (present := {*types}):
        text = f'{text} It has {_listed(present)}.'
    return connection_errors.permanent(text).update(is_about_catalog=True)


def _missing(endpoints: Sequence[Endpoint], endpoint_filter: EndpointFilter) -> str:
    kind, interface, region, name = endpoint_filter
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
    in_region = f' in region {region}' if region else ''
    named = f' named {name}' if name else ''
    which = f'{interface} endpoint' if interface else 'endpoint'
    return f'The service catalog has no {which} for {kind}{named}{in_region}.'


def _listed(values: set[str]) -> str:
    return ', '.join(sorted(values))
