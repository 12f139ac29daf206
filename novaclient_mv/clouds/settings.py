"""The settings of a run, each with where it came from: option, environment variable, cloud file."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from novaclient_mv import errors
from novaclient_mv.clouds import words
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.origins import FileOrigin
from novaclient_mv.clouds.origins import Setting as Setting
from novaclient_mv.services import SERVICES, Service

if TYPE_CHECKING:
    from novaclient_mv.clouds import files

DEFAULT_TIMEOUT = 600.0
SANDBOX = 'sandbox'
ALL = 'all'

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


class Settings:
    """The settings of a run, from the command line, the environment and the cloud file.

    :param heeds_pins: whether a pin may say the version.
    :param read_cloud: reads the entry of the cloud file, where it is not the one that is named.
    """

    def __init__(
        self,
        options: dict[str, Any],
        table: OptionTable,
        environment: Environment,
        heeds_pins: bool = True,
        read_cloud: Callable[[], files.Cloud | None] | None = None,
    ) -> None:
        self.options = options
        self.table = table
        self.environment = environment
        self._by_dest = {option.dest: option for option in table.options}
        self.heeds_pins = heeds_pins
        # Copies share it, so that files are read once.
        self._read_cloud = read_cloud or functools.cache(self._entry)

    @property
    def cloud_name(self) -> str | None:
        name: str | None = self.options.get('os_cloud')
        variable = None if name else self.environment.get('OS_CLOUD')
        return variable[1] if variable else name or None

    @property
    def cloud(self) -> files.Cloud | None:
        """The entry of the cloud file, if a cloud was named."""
        return self._read_cloud()

    def _entry(self) -> files.Cloud | None:
        name = self.cloud_name
        if name is None:
            return None
        # Imported for runs that name a cloud only.
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
                f'{name} is {text!r}, which is not one of {", ".join(option.choices)}.'
            )
        return text

    def setting(self, dest: str, service: Service = SERVICES[0]) -> Setting | None:
        """A setting with its origin; ``None`` without one."""
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

    def with_options(
        self, options: dict[str, Any], table: OptionTable, heeds_pins: bool | None = None
    ) -> Self:
        """The same settings with the global options as a parser read them."""
        heeds_pins = self.heeds_pins if heeds_pins is None else heeds_pins
        keys = ('os_cloud', 'os_region_name')
        is_same_cloud = all(options.get(key) == self.options.get(key) for key in keys)
        read_cloud = self._read_cloud if is_same_cloud else None
        return type(self)(options, table, self.environment, heeds_pins, read_cloud)

    def over(self, cloud: files.Cloud | None, heeds_pins: bool = True) -> Self:
        """The same settings with another entry of the cloud file."""
        heeds_pins = heeds_pins and self.heeds_pins
        return type(self)(self.options, self.table, self.environment, heeds_pins, lambda: cloud)


def may_list(text: str | None) -> bool:
    """Whether a text may stand for several clouds, or regions."""
    return text is not None and (text == ALL or ',' in text)


def names_cloud(settings: Settings) -> bool:
    """Whether an option or a variable says which cloud is meant; no file is read."""
    is_located = any(map(settings.outside_files, ('os_auth_url', 'os_endpoint')))
    return bool(settings.cloud_name or is_located)


def max_body(settings: Settings) -> int:
    """The largest number of bytes that the body of an answer may have, unpacked."""
    from novaclient_mv.wire import bounds

    setting = settings.setting('max_body')
    if setting is None:
        return bounds.DEFAULT_MAX_BODY
    import argparse

    try:
        return words.byte_size(str(setting.value))
    except argparse.ArgumentTypeError as error:
        raise errors.CommandError(f'{setting.origin}: {error}.') from error


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
