"""API versions for the rest of the package: values, spelling, negotiation, variants picked by
version.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar, cast

from novaclient_mv import exceptions
from novaclient_mv.variants import (
    REQUIRED,
    VersionedMethod,
    bounds,
    get_substitutions,
    parameters,
    signature_of,
    variant_at,
    variants_of,
    wraps,
)
from novaclient_mv.version import (
    API_MAX_VERSION,
    API_MIN_VERSION,
    CLIENT_RANGE,
    EVERY_VERSION,
    LATEST,
    NO_MICROVERSION,
    APIVersion,
    VersionRange,
    next_version,
    previous_version,
)

__all__ = [
    'API_MAX_VERSION',
    'API_MIN_VERSION',
    'CLIENT_RANGE',
    'EVERY_VERSION',
    'HEADER_NAME',
    'LATEST',
    'LEGACY_HEADER_NAME',
    'NO_MICROVERSION',
    'REQUIRED',
    'SERVICE_TYPE',
    'APIVersion',
    'VersionRange',
    'VersionedMethod',
    'bounds',
    'check_headers',
    'check_major_version',
    'check_version',
    'deprecated_after',
    'discover_version',
    'get_api_version',
    'get_available_major_versions',
    'get_substitutions',
    'is_spoken',
    'negotiate',
    'next_version',
    'parameters',
    'previous_version',
    'signature_of',
    'update_headers',
    'variant_at',
    'variants_of',
    'wraps',
]

F = TypeVar('F', bound=Callable[..., Any])

HEADER_NAME = 'OpenStack-API-Version'
LEGACY_HEADER_NAME = 'X-OpenStack-Nova-API-Version'
SERVICE_TYPE = 'compute'


def get_api_version(version_string: str | APIVersion) -> APIVersion:
    """The version that a text spells; a bare major (``2``) is ``2.0``.

    :raises UnsupportedVersion: the text spells no version, or one of a major other than 2.
    """
    if isinstance(version_string, APIVersion):
        version = version_string
    else:
        text = str(version_string)
        if re.fullmatch(r'[1-9]\d*', text, re.ASCII):
            text += '.0'
        version = APIVersion(text)
    check_major_version(version)
    return version


def check_major_version(api_version: APIVersion) -> None:
    """Refuse a version of a major that this client does not speak.

    :raises UnsupportedVersion: the major is not 2.
    """
    if api_version.ver_major != API_MAX_VERSION.ver_major:
        raise exceptions.InvalidVersion(
            str(api_version), 'the Compute API has major version 2 only'
        )


def check_version(api_version: APIVersion) -> None:
    """Refuse a version that this client does not speak.

    :raises UnsupportedVersion: it does not.
    """
    check_major_version(api_version)
    if not is_spoken(api_version):
        raise exceptions.VersionNotSpoken(
            f'This client speaks API versions {CLIENT_RANGE}, not {api_version}.'
        )


def get_available_major_versions() -> list[str]:
    """The major versions that this client speaks, as texts."""
    return [str(API_MAX_VERSION.ver_major)]


def is_spoken(version: APIVersion, client_range: VersionRange = CLIENT_RANGE) -> bool:
    """Whether the client speaks a version; 2.0 and ``2.latest`` count."""
    return version == NO_MICROVERSION or version.is_latest() or version in client_range


def negotiate(
    requested: APIVersion,
    client_range: VersionRange,
    server_range: VersionRange | None,
    window: VersionRange = EVERY_VERSION,
) -> APIVersion:
    """Choose the one version of a run.

    :param requested: what was asked for; ``2.latest`` lets us choose inside the window.
    :param client_range: what this client speaks.
    :param server_range: what the cloud speaks; ``None`` when it has no microversions.
    :param window: the versions that the command line itself allows.
    :raises VersionNotOffered: the cloud does not serve what was asked for, or nothing that this
        client speaks.
    """
    if server_range is None:
        if requested == NO_MICROVERSION or (requested.is_latest() and NO_MICROVERSION in window):
            return NO_MICROVERSION
        needed = window if requested.is_latest() else VersionRange(requested, requested)
        raise exceptions.VersionNotOffered(needed=needed, offered=None, client_range=client_range)
    if requested == NO_MICROVERSION:
        # Without a header Nova answers as 2.1, so that must still be served.
        if server_range.start > API_MIN_VERSION:
            raise exceptions.VersionNotOffered(
                needed=VersionRange(requested, requested),
                offered=server_range,
                client_range=client_range,
            )
        return requested
    if not requested.is_latest():
        if requested not in server_range:
            raise exceptions.VersionNotOffered(
                needed=VersionRange(requested, requested),
                offered=server_range,
                client_range=client_range,
            )
        return requested
    shared = client_range.intersect(server_range)
    if shared.is_empty:
        raise exceptions.VersionNotOffered(
            needed=client_range, offered=server_range, client_range=client_range
        )
    usable = shared.intersect(window)
    if usable.is_empty:
        if NO_MICROVERSION in window and server_range.start <= API_MIN_VERSION:
            return NO_MICROVERSION
        raise exceptions.VersionNotOffered(
            needed=window, offered=server_range, client_range=client_range
        )
    return usable.end


def discover_version(client: Any, requested_version: APIVersion) -> APIVersion:
    """Ask a cloud for its range, and choose the version to use with it as :func:`negotiate` does.

    :param client: a client of :func:`novaclient_mv.client.Client`.
    :raises VersionNotOffered: the cloud and this client share no such version.

    ``GET /v2.1/``
    """
    server_range = client.versions.server_range()
    return negotiate(requested_version, CLIENT_RANGE, server_range)


def update_headers(headers: MutableMapping[str, str], api_version: APIVersion) -> None:
    """Write both version headers into those of a request; 2.0 has none.

    Only for programs that send requests of their own: a client's have them.
    """
    if api_version.is_null() or api_version == NO_MICROVERSION:
        return
    headers[LEGACY_HEADER_NAME] = str(api_version)
    headers[HEADER_NAME] = f'{SERVICE_TYPE} {api_version}'


def check_headers(response: Any, api_version: APIVersion) -> None:
    """Log a warning where an answer does not say which version it is in.

    :param response: anything with ``headers``.
    :param api_version: what was asked for; 2.0 is never named in answers.
    """
    if api_version.is_null() or api_version == NO_MICROVERSION:
        return
    if HEADER_NAME not in response.headers and LEGACY_HEADER_NAME not in response.headers:
        import logging

        logging.getLogger('novaclient_mv').warning(
            'The cloud did not say in which API version it answered; %s was asked for.',
            api_version,
        )


def deprecated_after(version: str) -> Callable[[F], F]:
    """Mark a function of commands or managers that ends with a version; each call warns of it.

    :param version: the last version that has it.
    """

    def decorate(func: F) -> F:
        @functools.wraps(func)
        def warning(*args: Any, **kwargs: Any) -> Any:
            import warnings

            warnings.warn(
                f'{func.__name__} ends with API version {version}.', DeprecationWarning, 3
            )
            return func(*args, **kwargs)

        return cast(F, wraps('2.0', version)(warning))

    return decorate
