"""The values of a setting, each with its source: option, variable, cloud file, pin or default."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from novaclient_mv.clouds import requested_versions, settings
from novaclient_mv.clouds.file_lines import Lines
from novaclient_mv.clouds.global_option import LOGIN, GlobalOption
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import bounds

OPTION, VARIABLE, FILE, PIN, DEFAULT = 'option', 'variable', 'file', 'pin', 'default'

_OTHER_NAMES = {
    'username': ('user_name',),
    'token': ('auth_token',),
    'project_id': ('tenant_id',),
    'project_name': ('tenant_name',),
}
"""Older names of settings in cloud files."""


class Value(NamedTuple):
    """A value that was given for a setting.

    :param source: ``option``, ``variable``, ``file``, ``pin`` or ``default``.
    :param name: the option, the variable, the key in the file, or the cloud that is pinned.
    """

    value: Any
    source: str
    name: str
    file: str | None = None
    line: int | None = None


class SourcedValues:
    """The values of each setting of a run; ``readable`` drops what cannot be read."""

    def __init__(
        self,
        run_settings: settings.Settings,
        service: Service,
        readable: Callable[[Callable[[], list[Value]]], list[Value]],
    ) -> None:
        self.settings = run_settings
        self.service = service
        self._readable = readable

    def of(self, option: GlobalOption) -> list[Value]:
        """The values of a global option, the strongest first."""
        if option.dest == 'os_cloud':
            return self._from_line_or_environment(option)
        if option.dest == self.service.version_dest:
            return [*self._from_line_or_environment(option), *self._of_version()]
        if option.section == LOGIN and option.dest != 'os_auth_type':
            return self.of_login(option.dest.removeprefix('os_'), option)
        if option.dest == 'os_region_name':
            return self._of_region(option)
        if option.dest == 'insecure':
            return [*self._from_line_or_environment(option), *self._of_verification()]
        keys = settings.file_keys(option.dest, self.service)
        stands = self.settings.in_file(option.dest, self.service)
        in_file = [] if stands is None else self._in_file(keys, stands.value)
        return [*self._from_line_or_environment(option), *in_file, *self._default(option)]

    def _of_region(self, option: GlobalOption) -> list[Value]:
        """The region: a list of a cloud's regions says nothing against one that is named."""
        values, cloud = self._from_line_or_environment(option), self.settings.cloud
        places = [] if self.lines is None else self.lines.of(('region_name', 'regions'))
        for place in places:
            text = place.value or ('' if values or cloud is None else cloud.region)
            if text:
                values.append(Value(text, FILE, place.key, place.file, place.line))
        return values

    def _of_verification(self) -> list[Value]:
        """Return a cloud file's setting for checking certificates, in the option's form."""
        cloud = self.settings.cloud
        if cloud is None:
            return []
        if (insecure := cloud.settings.get('insecure')) is not None:
            return self._in_file(('insecure',), insecure)
        verify = cloud.settings.get('verify')
        return self._in_file(('verify',), not verify) if isinstance(verify, bool) else []

    def _from_line_or_environment(self, option: GlobalOption) -> list[Value]:
        """Return a setting's values from options and variables."""
        values = []
        given_value = self.settings.options.get(option.dest)
        if given_value is not None and given_value != []:
            values.append(Value(given_value, OPTION, option.flags[0]))
        if self.settings.is_sandbox and option.dest != 'os_cloud':
            # What is set for another cloud says nothing of the built-in one.
            return values
        for name in option.variables:
            variable = self.settings.environment.get(name)
            if variable is not None and settings.speaks_of(name, self.service):
                values.append(Value(variable[1], VARIABLE, name))
        return values

    def _of_version(self) -> list[Value]:
        cloud = self.settings.cloud
        keys = self.service.cloud_file_keys
        texts = [cloud.settings.get(key) for key in keys] if cloud is not None else []
        text = next((text for text in texts if text), None)
        default = Value(requested_versions.default_version(self.service).text, DEFAULT, '')
        return [*self._in_file(keys, text), *self._readable(self._of_pin), default]

    def _of_pin(self) -> list[Value]:
        pin = requested_versions.pin(self.settings, self.service)
        return [] if pin is None else [Value(pin.text, PIN, pin.cloud, pin.file, pin.line)]

    def of_login(self, name: str, option: GlobalOption | None) -> list[Value]:
        """The values of a setting of the login, the strongest first."""
        values = [] if option is None else self._from_line_or_environment(option)
        if option is None and not self.settings.is_sandbox:
            for variable in plugins.variables_of(self.settings, name):
                pair = self.settings.environment.get(variable)
                values += [] if pair is None else [Value(pair[1], VARIABLE, pair[0])]
        cloud = self.settings.cloud
        in_file = None if cloud is None else cloud.auth.get(name)
        return [*values, *self._in_file((name, *_OTHER_NAMES.get(name, ())), in_file)]

    @functools.cached_property
    def lines(self) -> Lines | None:
        """The lines of the cloud in its files; ``None`` without a named cloud."""
        cloud = self.settings.cloud
        return None if cloud is None else Lines.of_cloud(self.settings.environment, cloud)

    def _in_file(self, keys: tuple[str, ...], value: Any) -> list[Value]:
        """Return a setting's values from cloud files with their lines, the one in effect first."""
        cloud = self.settings.cloud
        if cloud is None or value is None or value == '':
            return []
        places = [] if self.lines is None else self.lines.of(keys)
        if not places:
            return [Value(value, FILE, keys[0], cloud.file)]
        # Of several keys for a setting, the first one in the file need not be the one in effect.
        first, *others = sorted(places, key=lambda place: place.value != str(value))
        return [
            Value(value, FILE, first.key, first.file, first.line),
            *(Value(other.value, FILE, other.key, other.file, other.line) for other in others),
        ]

    def _default(self, option: GlobalOption) -> list[Value]:
        if option.dest == 'timeout':
            return [Value(int(settings.DEFAULT_TIMEOUT), DEFAULT, '')]
        if option.dest == 'max_body':
            return [Value(bounds.size_text(bounds.DEFAULT_MAX_BODY), DEFAULT, '')]
        if option.dest == 'endpoint_type':
            return [Value('public', DEFAULT, '')]
        if option.dest == 'os_auth_type' and not self.settings.is_sandbox:
            return [Value(plugins.auth_type_of(self.settings), DEFAULT, '')]
        return []
