"""The version that a run asks for: by an option, variable, cloud file or pin, or the newest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from novaclient_mv import errors, versions
from novaclient_mv.clouds.origins import FileOrigin, Origin
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.clouds import pins
    from novaclient_mv.clouds.settings import Settings

PIN = 'pin'


class StatedVersion(NamedTuple):
    """A version as it is written where it was asked for.

    :param source: the option, the variable, the key of the cloud file, or ``pin``.
    :param origin: the same in words.
    """

    text: str
    source: str
    origin: Origin


class Requested(NamedTuple):
    """The version that a run asked for; ``is_named`` when it is a plain number that must not be
    changed, ``is_default`` when nothing was asked for, ``is_release`` when a release stands for its
    newest version, ``is_common`` when it is to be the newest that all clouds of the run share.
    """

    version: APIVersion
    text: str
    origin: Origin
    is_default: bool = False
    is_release: bool = False
    is_common: bool = False

    @property
    def asks_latest(self) -> bool:
        """Whether the user asked for the newest version in so many words."""
        return self.version.is_latest() and not self.is_default

    @property
    def is_named(self) -> bool:
        """Whether the user named a number."""
        return not self.version.is_latest()

    @property
    def spelt(self) -> str:
        """Return the version as it was written; of a release its version as well."""
        return f'{self.text} ({self.version})' if self.is_release else self.text

    def __str__(self) -> str:
        return f'{self.spelt} ({self.origin})'

    def refusal(
        self, needed: errors.Span | None, offered: VersionRange | None, service: Service
    ) -> errors.VersionNotOffered:
        """The error for a version that a cloud, maybe without any, does not serve."""
        spoken = service.range
        ranges = (
            f'this cloud {service.describe_offer(offered)}; '
            f'this client speaks {spoken.start} to {spoken.end}'
        )
        message = f'API version {self.spelt} ({self.origin}) is not available: {ranges}.'
        if not self.is_named:
            message = f'This client and this cloud have no API version in common: {ranges}.'
        return errors.VersionNotOffered(needed, offered, spoken, message, service.unversioned)

    def leaves_choice(self, service: Service, version: APIVersion) -> bool:
        """Whether the service itself is to choose the newest version, as the user asked for."""
        return self.asks_latest and service.sends_latest and version != service.unversioned


def requested(settings: Settings, service: Service) -> Requested:
    """The version that was asked for, checked, from the first source that states one."""
    return _checked(stated_version(settings, service), service)


def requested_by_cloud(settings: Settings, service: Service) -> Requested:
    """The version that the cloud file or the pin asks for."""
    return _checked(_stated_by_cloud(settings, service), service)


def _checked(stated: StatedVersion | None, service: Service) -> Requested:
    if stated is None:
        return default_version(service)
    read = _from_file if stated.source in service.cloud_file_keys else requested_version
    return read(stated.text, stated.origin, service)


def stated_version(settings: Settings, service: Service) -> StatedVersion | None:
    """The version as it is written in the first source that states one; else ``None``."""
    option, value = service.version_option, settings.options.get(service.version_dest)
    if value is not None:
        return StatedVersion(value, option, option)
    variable = settings.environment.get(service.version_variable)
    if variable is not None:
        return StatedVersion(variable[1], variable[0], variable[0])
    return _stated_by_cloud(settings, service)


def _stated_by_cloud(settings: Settings, service: Service) -> StatedVersion | None:
    cloud = settings.cloud
    for key in service.cloud_file_keys if cloud is not None else ():
        assert cloud is not None
        if value := cloud.settings.get(key):
            origin = FileOrigin(settings.environment, cloud, (key,), value)
            return StatedVersion(str(value), key, origin)
    own = pin(settings, service) if settings.heeds_pins else None
    return None if own is None else StatedVersion(own.text, PIN, str(own))


def pin_name(settings: Settings) -> str | None:
    """A cloud's key in the pin file: its name, or the URL of its login without one."""
    name = settings.cloud_name
    if name is not None:
        # One that no file defines is not pinned.
        return name if settings.cloud is None else settings.cloud.name
    url = settings.setting('os_auth_url')
    return None if url is None else str(url.value)


def pin(settings: Settings, service: Service) -> pins.Pin | None:
    """The version of a service that the user pinned a cloud to."""
    name = pin_name(settings)
    if name is None:
        return None
    from novaclient_mv.clouds import pins

    return pins.Pins(settings.environment).find(name, service)


def default_version(service: Service) -> Requested:
    """The version of a run for which none was asked."""
    return requested_version(str(service.latest), 'default', service)._replace(is_default=True)


def _from_file(text: str, origin: Origin, service: Service) -> Requested:
    """Return the version a cloud file sets; a major version alone is the default."""
    bare = text.removeprefix('v')
    if re.fullmatch(r'[1-9]\d*', bare, re.ASCII) is None:
        return requested_version(text, origin, service)
    newest = requested_version(f'{bare}.{versions.LATEST}', origin, service, text)
    return newest._replace(is_default=True)


def requested_version(
    text: str, origin: Origin, service: Service, typed: str | None = None
) -> Requested:
    """The version that a text asks for, a release its newest; ``typed`` is its origin's text."""
    typed = text if typed is None else typed
    spoken = service.range
    without = '' if service.unversioned in spoken else f', {service.unversioned}'
    valid = f'valid are {spoken.start} to {spoken.end}, {service.latest}{without} and None'
    if text == 'None':
        return Requested(service.unversioned, text, origin)
    if text == versions.LATEST:
        return Requested(service.latest, text, origin)
    if text == versions.COMMON:
        return Requested(service.latest, text, origin, is_common=True)
    try:
        version = service.named_version(text)
    except errors.UnsupportedVersion as error:
        misspelt = errors.InvalidVersion(typed)
        releases = service.releases.names()
        also = f', or a release, {releases[0]} to {releases[-1]}' if releases else ''
        misspelt.args = (f'{typed!r} (from {origin}) is not an API version: {valid}{also}.',)
        raise misspelt from error
    if not service.speaks(version):
        raise errors.VersionNotSpoken(
            f'{typed!r} (from {origin}) is not a version that this client speaks: {valid}.',
            VersionRange(version, version),
        )
    # A major alone is spelt without its zero.
    is_release = str(version) not in (text, f'{text}.0')
    return Requested(version, text, origin, is_release=is_release)
