"""Each setting of a run with where it came from, and what it overrode."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import current_folder, file_lines, files, settings, tls_settings
from novaclient_mv.clouds.file_lines import Lines
from novaclient_mv.clouds.global_option import CLOUD, LOGIN, TLS, GlobalOption
from novaclient_mv.clouds.logins import password_commands, plugins
from novaclient_mv.clouds.shortcuts import Shortcuts
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import bounds, masking, secret_values

OPTION, VARIABLE, FILE, PIN, DEFAULT = 'option', 'variable', 'file', 'pin', 'default'

_SECTIONS = (CLOUD, LOGIN, TLS)
_FURTHER = ('timeout', 'max_body')


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


class Configured(NamedTuple):
    """A setting: the value that counts, and those that it overrode, the strongest first.

    :param warning: what to look at, where the value may not be meant.
    """

    setting: str
    value: Value
    overrides: tuple[Value, ...] = ()
    warning: str | None = None


class Configuration:
    """The settings of a run.

    :param run_settings: what options, environment and cloud file say.
    :param service: whose settings are meant, where each service may have its own.
    """

    def __init__(self, run_settings: settings.Settings, service: Service) -> None:
        self.faults: list[errors.Error] = []
        """Errors that would refuse a run with these settings, as met by :meth:`rows`."""
        self.service = service
        self.settings = self._readable(run_settings)

    def _readable(self, run_settings: settings.Settings) -> settings.Settings:
        """The settings with what can be read of a cloud that cannot be used."""
        try:
            return run_settings.over(run_settings.cloud)
        except errors.CommandError as error:
            self.faults.append(error)
            environment, name = run_settings.environment, run_settings.cloud_name
            part = file_lines.readable_part(environment.variables, environment.cwd, name or '')
            return run_settings.over(part)

    def rows(self) -> Iterator[Configured]:
        """Every setting that has a value, as far as it can be known; then the lines of the user."""
        own_lines: list[Configured] = []
        self._check()
        versions = {own.version_dest for own in SERVICES}
        for option in self._options():
            if option.dest in versions and option.dest != self.service.version_dest:
                continue
            values = self._readable_values(functools.partial(self._values, option))
            yield from self._row(option.dest.removeprefix('os_'), values)
        yield from self._password_command()
        names = {option.dest.removeprefix('os_') for option in self._options()}
        if self.settings.cloud is not None:
            for name in self.settings.cloud.auth:
                if name not in names:
                    values = self._readable_values(functools.partial(self._of_login, name, None))
                    yield from self._row(name, values)
        self._try(lambda: own_lines.extend(self._own_lines()))
        yield from own_lines

    def _own_lines(self) -> Iterator[Configured]:
        """The aliases and views of the user."""
        own = Shortcuts(self.settings.environment)
        for name, line in own.aliases().items():
            yield Configured(f'alias {name}', Value(line, FILE, name, own.file))
        for command, views in own.views().items():
            for name, line in views.items():
                yield Configured(f'view {command} {name}', Value(line, FILE, name, own.file))

    def _password_command(self) -> Iterator[Configured]:
        """The command that prints the secret of the login: its program, without arguments."""
        command = password_commands.of(self.settings)
        if command is None:
            return
        program, *arguments = command.value
        text = f'{program} ...' if arguments else program
        places = [] if self._lines is None else self._lines.of((files.PASSWORD_COMMAND,))
        file, line = (places[0].file, places[0].line) if places else (None, None)
        value = Value(text, FILE, files.PASSWORD_COMMAND, file, line)
        yield Configured(files.PASSWORD_COMMAND, value)

    def warnings(self, rows: list[Configured]) -> list[str]:
        """Return warnings of variables that override settings of the cloud that is named."""
        cloud = self.settings.cloud
        if cloud is None:
            return []
        warned = [row for row in rows if row.warning]
        if not warned:
            return cloud.misspelt
        named = ', '.join(row.value.name for row in warned)
        overridden = [
            next((origin.file for origin in row.overrides if origin.file), cloud.file)
            for row in warned
        ]
        over = ', '.join(dict.fromkeys(overridden))
        win = 'wins' if len(warned) == 1 else 'win'
        return [
            *cloud.misspelt,
            f'cloud {cloud.name}: {named} from the environment {win} over {over}',
        ]

    def _check(self) -> None:
        """Meet what a run would be refused for."""
        for option in self._options():
            if option.dest != 'os_cloud':
                self._try(functools.partial(self.settings.setting, option.dest, self.service))
        self._try(functools.partial(self.settings.requested, self.service))
        self._try(functools.partial(tls_settings.check_files, self.settings))
        self._try(self._check_current_folder)

    def _check_current_folder(self) -> None:
        cloud = self.settings.cloud
        if cloud is not None and cloud.current_folder:
            current_folder.CurrentFolder(self.settings, cloud).check()

    def _try(self, step: Callable[[], object]) -> None:
        try:
            step()
        except errors.Error as error:
            if str(error) not in map(str, self.faults):
                self.faults.append(error)

    def _readable_values(self, values: Callable[[], list[Value]]) -> list[Value]:
        """Some values; none where they cannot be read."""
        readable: list[Value] = []
        self._try(lambda: readable.extend(values()))
        return readable

    def _options(self) -> list[GlobalOption]:
        return [
            option
            for option in self.settings.table.options
            if option.section in _SECTIONS or option.dest in _FURTHER
        ]

    def _row(self, setting: str, values: list[Value]) -> Iterator[Configured]:
        if not values:
            return
        first, *others = values
        others = [value for value in others if value.source != DEFAULT]
        masked = [self._masked(setting, value) for value in (first, *others)]
        warning = self._warning(setting, first, others)
        yield Configured(setting, masked[0], tuple(masked[1:]), warning)

    def _masked(self, setting: str, value: Value) -> Value:
        if secret_values.is_secret(setting):
            return value._replace(value=masking.MASK)
        if isinstance(value.value, str):
            hidden = secret_values.replaced_in_url(value.value, lambda *_: masking.MASK)
            return value._replace(value=hidden)
        return value

    def _warning(self, setting: str, value: Value, others: list[Value]) -> str | None:
        """Return a warning if a variable differs from the file of the cloud that is named."""
        cloud = self.settings.cloud
        if cloud is None or value.source != VARIABLE or not self._is_of_login(setting):
            return None
        in_file = [other for other in others if other.source == FILE]
        if in_file and str(in_file[0].value) == str(value.value):
            return None
        says = 'says otherwise' if in_file else 'says nothing of it'
        return f'{value.name} is set, and cloud {cloud.name} {says}.'

    def _is_of_login(self, setting: str) -> bool:
        return any(
            option.section == LOGIN and option.dest == f'os_{setting}' for option in self._options()
        )

    # -- values, the strongest first -----------------------------------------------

    def _values(self, option: GlobalOption) -> list[Value]:
        if option.dest == 'os_cloud':
            return self._from_line_or_environment(option)
        if option.dest == self.service.version_dest:
            return [*self._from_line_or_environment(option), *self._of_version()]
        if option.section == LOGIN and option.dest != 'os_auth_type':
            return self._of_login(option.dest.removeprefix('os_'), option)
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
        places = [] if self._lines is None else self._lines.of(('region_name', 'regions'))
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
        default = Value(settings.default_version(self.service).text, DEFAULT, '')
        return [*self._in_file(keys, text), *self._readable_values(self._of_pin), default]

    def _of_pin(self) -> list[Value]:
        pin = self.settings.pin(self.service)
        return [] if pin is None else [Value(pin.text, PIN, pin.cloud, pin.file, pin.line)]

    def _of_login(self, name: str, option: GlobalOption | None) -> list[Value]:
        values = [] if option is None else self._from_line_or_environment(option)
        if option is None and not self.settings.is_sandbox:
            for variable in plugins.variables_of(self.settings, name):
                pair = self.settings.environment.get(variable)
                values += [] if pair is None else [Value(pair[1], VARIABLE, pair[0])]
        cloud = self.settings.cloud
        in_file = None if cloud is None else cloud.auth.get(name)
        return [*values, *self._in_file((name, *_OTHER_NAMES.get(name, ())), in_file)]

    @functools.cached_property
    def _lines(self) -> Lines | None:
        cloud, environment = self.settings.cloud, self.settings.environment
        if cloud is None:
            return None
        return Lines(
            environment.variables, environment.cwd, cloud.name, cloud.region, skips_broken=True
        )

    def _in_file(self, keys: tuple[str, ...], value: Any) -> list[Value]:
        """Return a setting's values from cloud files with their lines, the one in effect first."""
        cloud = self.settings.cloud
        if cloud is None or value is None or value == '':
            return []
        places = [] if self._lines is None else self._lines.of(keys)
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


_OTHER_NAMES = {
    'username': ('user_name',),
    'token': ('auth_token',),
    'project_id': ('tenant_id',),
    'project_name': ('tenant_name',),
}
"""Older names of settings in cloud files."""
