"""Types of arguments that are versions, or names of releases."""

from __future__ import annotations

from argparse import ArgumentTypeError

from novaclient_mv import errors, services, versions


def microversion(text: str) -> versions.APIVersion:
    """A microversion that this client speaks, as in ``2.53``."""
    try:
        version = versions.APIVersion(text)
    except errors.UnsupportedVersion as error:
        raise ArgumentTypeError(str(error)) from None
    if version.is_latest() or version not in services.COMPUTE.range or version.ver_minor < 1:
        raise ArgumentTypeError(f'{text!r} is no microversion that this program speaks')
    return version


def release(text: str) -> versions.APIVersion:
    """The newest microversion of an OpenStack release, which is given by its name."""
    releases = services.COMPUTE.releases
    newest = releases.newest_of(text)
    if newest is None:
        raise ArgumentTypeError(f'{text!r} is none of {", ".join(releases.names()).lower()}')
    return versions.APIVersion(newest)
