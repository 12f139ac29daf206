"""Types of arguments that are versions, or names of releases."""

from __future__ import annotations

from argparse import ArgumentTypeError

from novaclient_mv import errors, services, versions
from novaclient_mv.services.service import Service


def microversion(text: str) -> versions.APIVersion:
    """A microversion of Compute that this client speaks, as in ``2.53``."""
    return _supported_version(text, services.COMPUTE)


def baremetal_version(text: str) -> versions.APIVersion:
    """A version of Bare Metal that this client speaks, as in ``1.46``."""
    return _supported_version(text, services.BAREMETAL)


def _supported_version(text: str, service: Service) -> versions.APIVersion:
    try:
        version = service.named_version(text)
    except errors.UnsupportedVersion as error:
        raise ArgumentTypeError(str(error).removesuffix('.')) from None
    if version.is_latest() or version not in service.range or version.ver_minor < 1:
        raise ArgumentTypeError(f'{text!r} is not a microversion that this program speaks')
    return version


def release(text: str) -> str:
    """The name of an OpenStack release, in any case."""
    releases = services.COMPUTE.releases
    if releases.newest_of(text) is None:
        raise ArgumentTypeError(f'{text!r} is not one of {", ".join(releases.names()).lower()}')
    return text
