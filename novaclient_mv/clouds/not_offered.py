"""The words for a version that a cloud does not serve."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.services import Service
from novaclient_mv.versions import VersionRange


def error(
    needed: errors.Span | None, offered: VersionRange | None, requested: Requested, service: Service
) -> errors.VersionNotOffered:
    """The error for a version that was asked for, with who asked for it.

    :param offered: ``None`` where the cloud has no microversions.
    """
    spoken = service.range
    speaks = f'this client speaks {spoken.start} to {spoken.end}'
    cloud = f'this cloud {service.describe_offer(offered)}'
    if requested.is_named:
        message = (
            f'API version {requested.spelt} ({requested.origin}) is not available: '
            f'{cloud}; {speaks}.'
        )
    else:
        message = f'This client and this cloud have no API version in common: {cloud}; {speaks}.'
    return errors.VersionNotOffered(needed, offered, spoken, message, service.unversioned)
