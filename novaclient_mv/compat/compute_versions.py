"""python-novaclient's functions on versions of the Compute API."""

from __future__ import annotations

import functools
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar, cast

from novaclient_mv import errors, versions
from novaclient_mv.services.compute import (
    API_MAX_VERSION,
    COMPUTE,
    LEGACY_HEADER_NAME,
    NO_MICROVERSION,
    APIVersion,
)
from novaclient_mv.services.service import HEADER_NAME
from novaclient_mv.versions import VersionRange, wraps

F = TypeVar('F', bound=Callable[..., Any])

CLIENT_RANGE = COMPUTE.range
SERVICE_TYPE = COMPUTE.header_name

WITH_BOTH_HEADERS = VersionRange('2.27', None)
"""The versions at which the header of all services is known, and not only Nova's own."""


def get_api_version(version_string: str | versions.APIVersion) -> APIVersion:
    """The version that a text spells; a bare major (``2``) is ``2.0``.

    :raises UnsupportedVersion: the text spells no version, or one of a major other than 2.
    """
    if isinstance(version_string, versions.APIVersion):
        check_major_version(version_string)
        return cast(APIVersion, version_string.bound_like(API_MAX_VERSION))
    return cast(APIVersion, COMPUTE.version(str(version_string)))


def check_major_version(api_version: versions.APIVersion) -> None:
    """Refuse a version of a major that this client does not speak.

    :raises UnsupportedVersion: the major is not 2.
    """
    if api_version.ver_major != API_MAX_VERSION.ver_major:
        raise errors.InvalidVersion(str(api_version), 'the Compute API has major version 2 only')


def check_version(api_version: versions.APIVersion) -> None:
    """Refuse a version that this client does not speak.

    :raises UnsupportedVersion: it does not.
    """
    check_major_version(api_version)
    if not is_spoken(api_version):
        raise errors.VersionNotSpoken(
            f'This client speaks API versions {CLIENT_RANGE}, not {api_version}.'
        )


def get_available_major_versions() -> list[str]:
    """The major versions that this client speaks, as texts."""
    return [str(API_MAX_VERSION.ver_major)]


def is_spoken(version: versions.APIVersion, client_range: VersionRange = CLIENT_RANGE) -> bool:
    """Whether the client speaks a version; 2.0 and ``2.latest`` count."""
    return version == NO_MICROVERSION or version.is_latest() or version in client_range


def discover_version(client: Any, requested_version: versions.APIVersion) -> APIVersion:
    """Ask a cloud for its range, and choose the version to use with it, as
    :func:`~novaclient_mv.versions.negotiation.negotiate` does.

    :param client: a client of :func:`novaclient_mv.client.Client`.
    :raises VersionNotOffered: the cloud and this client share no such version.

    ``GET /v2.1/``
    """
    lowest, highest = _get_server_version_range(client)
    server_range = None if highest.is_null() else VersionRange(lowest, highest)
    return cast(APIVersion, COMPUTE.negotiate(requested_version, server_range))


def _get_server_version_range(client: Any) -> tuple[APIVersion, APIVersion]:
    """The lowest and the highest version that a cloud speaks; null ones where it has no
    microversions.

    ``GET /v2.1/``
    """
    current = client.versions.get_current()
    if not getattr(current, 'version', None):
        return APIVersion(), APIVersion()
    return APIVersion(current.min_version), APIVersion(current.version)


def update_headers(headers: MutableMapping[str, str], api_version: versions.APIVersion) -> None:
    """Write the version headers into those of a request: one of them below 2.27, and none for 2.0.

    Only for programs that send requests of their own: a client's have them.
    """
    if api_version.is_null() or api_version.ver_minor == 0:
        return
    headers[LEGACY_HEADER_NAME] = str(api_version)
    if api_version in WITH_BOTH_HEADERS:
        headers[HEADER_NAME] = f'{SERVICE_TYPE} {api_version}'


def check_headers(response: Any, api_version: versions.APIVersion) -> None:
    """Log a warning where an answer does not say which version it is in.

    :param response: anything with ``headers``.
    :param api_version: what was asked for; 2.0 is never named in answers.
    """
    if api_version.is_null() or api_version == NO_MICROVERSION:
        return
    if HEADER_NAME not in response.headers and LEGACY_HEADER_NAME not in response.headers:
        _warn_missing_microversion_header(HEADER_NAME)


def _warn_missing_microversion_header(header_name: str) -> None:
    """Log that an answer lacks a header which says its version."""
    import logging

    logging.getLogger('novaclient_mv').warning(
        'The answer has no header %s: the cloud did not say in which API version it is.',
        header_name,
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
