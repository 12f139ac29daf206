"""The settings of a run, each with where it came from: option, environment variable, cloud file,
pin, default.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from novaclient_mv import errors, versions
from novaclient_mv.clouds import words
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.origins import FileOrigin, Origin
from novaclient_mv.clouds.origins import Setting as Setting
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.clouds import files, pins

DEFAULT_TIMEOUT = 600.0
SANDBOX = 'sandbox'
ALL = 'all'
PIN = 'pin'

_FROM_CLOUD_FILE = {
    'os_auth_type': ('auth_type', 'auth_plugin'),
    'os_region_name': ('region_name',),
    'endpoint_type': ('{}_interface', '{}_endpoint_type', 'interface', 'endpoint_type'),
    'endpoint_override': ('{}_endpoint_override', '{}_endpoint'),
    'service_type': ('{}_service_type',),
    'service_name': ('{}_service_name',),
    'os_cacert': ('cacert', 'verify'),
    'os_cert': ('cert',),
    'os_key': ('key',),
    'timeout': ('api_timeout',),
    'max_body': ('max_body',),
    'tls_ciphers': ('tls_ciphers',),
    'tls_min_version': ('tls_min_version',),
}
"""Settings by the keys of a cloud file; ``{}`` is the service whose setting it is."""


class StatedVersion(NamedTuple):
    """A version as it is written where it was asked for.

    :param place: the option, the variable, the key of the cloud file, or ``pin``.
    :param origin: the same in words.
    """

    text: str
    place: str
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

    def leaves_choice(self, service: Service, version: APIVersion) -> bool:
        """Whether the service itself is to choose the newest version, as the user asked for."""
        return self.asks_latest and service.sends_latest and version != service.without


class Settings:
    """The settings of a run, from the command line, the environment and the cloud file.

    :param options: values of the global options that were given, by their names.
    """

    def __init__(
        self, options: dict[str, Any], table: OptionTable, environment: Environment
    ) -> None:
        self.options = options
        self.table = table
        self.environment = environment
        self._by_dest = {option.dest: option for option in table.options}
        self._cloud: files.Cloud | None = None
        self._has_read_cloud = False
        self.heeds_pins = True

    @property
    def cloud_name(self) -> str | None:
        """The cloud that was named, or the list of several, as it was spelt."""
        name: str | None = self.options.get('os_cloud')
        variable = None if name else self.environment.get('OS_CLOUD')
        return variable[1] if variable else name or None

    @property
    def names_cloud(self) -> bool:
        """Whether an option or a variable says which cloud is meant; no file is read."""
        return bool(self.cloud_name or any(map(self.outside_files, ('os_auth_url', 'os_endpoint'))))

    @property
    def cloud(self) -> files.Cloud | None:
        """The entry of the cloud file, if a cloud was named.

        :raises CommandError: several clouds were named, or the file cannot be read.
        """
        if not self._has_read_cloud:
            name = self.cloud_name
            if name is not None:
                self._cloud = self._entry(name)
            self._has_read_cloud = True
        return self._cloud

    def _entry(self, name: str) -> files.Cloud | None:
        # Read for runs that name a cloud only.
        from novaclient_mv.clouds import files

        variables, cwd = self.environment.variables, self.environment.cwd
        if may_list(name) and name not in dict(files.names(variables, cwd)):
            raise errors.CommandError(f'This command works on one cloud, not on several: {name}.')
        return files.find(variables, name, region=self.region_name, cwd=cwd)

    @property
    def region_name(self) -> str | None:
        """The region that an option or a variable names, whatever the cloud file says."""
        setting = self.outside_files('os_region_name')
        return None if setting is None else str(setting.value)

    @property
    def is_sandbox(self) -> bool:
        """Whether the built-in cloud was named, and no file defines a cloud of that name."""
        return self.cloud_name == SANDBOX and self.cloud is None

    def outside_files(self, dest: str, service: Service = SERVICES[0]) -> Setting | None:
        """Return what an option or a variable says."""
        option = self._by_dest[dest]
        value = self.options.get(dest)
        if value is not None and value != []:
            return Setting(value, option.flags[0])
        variable = self.environment.get(
            *(name for name in option.variables if speaks_of(name, service))
        )
        if variable is not None:
            name, text = variable
            return Setting(self._typed(dest, text, name), name)
        return None

    def _typed(self, dest: str, text: str, name: str) -> Any:
        option = self._by_dest[dest]
        if option.kind == 'switch':
            return text.lower() not in ('', '0', 'false', 'no', 'off')
        if option.choices and text not in option.choices:
            raise errors.CommandError(
                f'{name} is {text!r}, which is none of {", ".join(option.choices)}.'
            )
        return text

    def setting(self, dest: str, service: Service = SERVICES[0]) -> Setting | None:
        """A setting with its origin; ``None`` where there is none.

        :param service: whose it is, where each service may have one of its own.
        """
        return self.outside_files(dest, service) or self.in_file(dest, service)

    def in_file(self, dest: str, service: Service = SERVICES[0]) -> Setting | None:
        """Return the setting in the cloud's file, whatever overrides it."""
        if self.cloud is None:
            return None
        for key in file_keys(dest, service):
            value = self.cloud.settings.get(key)
            if key == 'auth_type':
                value = self.cloud.auth_type
            if key == 'region_name':
                value = self.cloud.region
            is_switch = key == 'verify' and isinstance(value, bool)
            if value is not None and value != '' and not is_switch:
                return Setting(value, self._origin(key, value))
        return None

    def _origin(self, key: str, value: Any) -> FileOrigin:
        assert self.cloud is not None
        return FileOrigin(self.environment, self.cloud, (key,), value)

    def get(self, dest: str, default: Any = None, service: Service = SERVICES[0]) -> Any:
        """The value of a setting."""
        setting = self.setting(dest, service)
        return default if setting is None else setting.value

    @property
    def timeout(self) -> float:
        """Return the seconds that one try may take, from connecting to the end of the answer."""
        return float(self.get('timeout', DEFAULT_TIMEOUT))

    @property
    def max_body(self) -> int:
        """Return the most octets that the body of an answer may have, unpacked.

        :raises CommandError: the cloud file says something that is no size.
        """
        from novaclient_mv.wire import bounds

        setting = self.setting('max_body')
        if setting is None:
            return bounds.DEFAULT_MAX_BODY
        import argparse

        try:
            return words.octets(str(setting.value))
        except argparse.ArgumentTypeError as error:
            raise errors.CommandError(f'{setting.origin}: {error}.') from error

    def with_options(self, options: dict[str, Any], table: OptionTable) -> Self:
        """The same settings with the global options as a parser read them."""
        other = type(self)(options, table, self.environment)
        other.heeds_pins = self.heeds_pins
        has_same_region = options.get('os_region_name') == self.options.get('os_region_name')
        if other.cloud_name == self.cloud_name and has_same_region:
            other._cloud, other._has_read_cloud = self._cloud, self._has_read_cloud
        return other

    def over(self, cloud: files.Cloud | None) -> Self:
        """The same settings with another entry of the cloud file."""
        other = self.with_options(self.options, self.table)
        other._cloud, other._has_read_cloud = cloud, True
        return other

    # -- the version -----------------------------------------------------------

    def requested(self, service: Service) -> Requested:
        """The version that was asked for, from the first place that says one; only that one is
        checked.

        :raises UnsupportedVersion: it is misspelt, or this client does not speak it.
        """
        return _requested(self.stated_version(service), service)

    def requested_by_cloud(self, service: Service) -> Requested:
        """The version that is asked for where neither an option nor a variable does: that of the
        cloud file, or of the pin.

        :raises UnsupportedVersion: it is misspelt, or this client does not speak it.
        """
        return _requested(self.stated_by_cloud(service), service)

    def stated_version(self, service: Service) -> StatedVersion | None:
        """The version that was asked for as it is written, from the first place that says one;
        ``None`` where none does.

        :raises InvalidVersion: the pin file cannot be read.
        """
        option, value = service.version_option, self.options.get(service.version_dest)
        if value is not None:
            return StatedVersion(value, option, option)
        variable = self.environment.get(service.version_variable)
        if variable is not None:
            return StatedVersion(variable[1], variable[0], variable[0])
        return self.stated_by_cloud(service)

    def stated_by_cloud(self, service: Service) -> StatedVersion | None:
        """The version that the cloud file states, or the pin, as it is written.

        :raises InvalidVersion: the pin file cannot be read.
        """
        if self.cloud is not None:
            for key in service.cloud_file_keys:
                value = self.cloud.settings.get(key)
                if value:
                    return StatedVersion(str(value), key, self._origin(key, value))
        pin = self.pin(service) if self.heeds_pins else None
        return None if pin is None else StatedVersion(pin.text, PIN, str(pin))

    @property
    def pin_name(self) -> str | None:
        """Return the cloud's key in the pin file: its name, or the URL of its login without one.

        :raises CommandError: several clouds were named, or the file cannot be read.
        """
        name = self.cloud_name
        if name is not None:
            # One that no file defines is not pinned.
            return name if self.cloud is None else self.cloud.name
        url = self.setting('os_auth_url')
        return None if url is None else str(url.value)

    def pin(self, service: Service) -> pins.Pin | None:
        """The version of a service that the user pinned this cloud to.

        :raises InvalidVersion: the pin file cannot be read.
        """
        name = self.pin_name
        if name is None:
            return None
        from novaclient_mv.clouds import pins

        return pins.Pins(self.environment).find(name, service)


def may_list(text: str | None) -> bool:
    """Whether a text may stand for several clouds, or regions."""
    return text is not None and (text == ALL or ',' in text)


def file_keys(dest: str, service: Service) -> tuple[str, ...]:
    """The keys of a cloud file that give a setting, the strongest first."""
    of_service = service.service_type.replace('-', '_')
    return tuple(template.format(of_service) for template in _FROM_CLOUD_FILE.get(dest, ()))


def speaks_of(variable: str, service: Service) -> bool:
    """Whether an environment variable counts for a service: it belongs to no other."""
    return not any(
        variable in other.own_variables for other in SERVICES if other.name != service.name
    )


def of_cloud(environment: Environment, name: str | None) -> Settings:
    """The settings of a cloud of the cloud files, or of the one that the environment names."""
    return Settings({'os_cloud': name} if name else {}, OptionTable(), environment)


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


def _requested(stated: StatedVersion | None, service: Service) -> Requested:
    if stated is None:
        return default_version(service)
    read = _from_file if stated.place in service.cloud_file_keys else requested_version
    return read(stated.text, stated.origin, service)


def requested_version(
    text: str, origin: Origin, service: Service, typed: str | None = None
) -> Requested:
    """The version that a text asks for.

    :param origin: where it was said, in words.
    :param typed: what was said there, if not the text. A release stands for its newest version.
    :raises UnsupportedVersion: it is misspelt, or this client does not speak it.
    """
    typed = text if typed is None else typed
    spoken = service.range
    without = '' if service.without in spoken else f', {service.without}'
    valid = f'valid are {spoken.start} to {spoken.end}, {service.latest}{without} and None'
    if text == 'None':
        return Requested(service.without, text, origin)
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
            versions.VersionRange(version, version),
        )
    # A major alone is spelt without its zero.
    is_release = str(version) not in (text, f'{text}.0')
    return Requested(version, text, origin, is_release=is_release)
