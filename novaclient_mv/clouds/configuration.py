"""Each setting of a run with where it came from, and what it overrode."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from novaclient_mv import errors
from novaclient_mv.clouds import (
    current_folder,
    file_lines,
    files,
    requested_versions,
    settings,
    tls_settings,
)
from novaclient_mv.clouds.global_option import CLOUD, LOGIN, TLS, GlobalOption
from novaclient_mv.clouds.logins import password_commands
from novaclient_mv.clouds.shortcuts import Shortcuts
from novaclient_mv.clouds.sourced_values import DEFAULT, FILE, VARIABLE, SourcedValues, Value
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import masking, secret_values

_SECTIONS = (CLOUD, LOGIN, TLS)
_FURTHER = ('timeout', 'max_body')


class Configured(NamedTuple):
    """A setting: the value that counts, and those that it overrode, the strongest first.

    :param warning: what to look at, where the value may not be meant.
    """

    setting: str
    value: Value
    overrides: tuple[Value, ...] = ()
    warning: str | None = None


class Configuration:
    """The settings of a run."""

    def __init__(self, run_settings: settings.Settings, service: Service) -> None:
        self.faults: list[errors.Error] = []
        """Errors that would refuse a run with these settings, as met by :meth:`rows`."""
        self.service = service
        self.settings = self._readable(run_settings)
        self._sources = SourcedValues(self.settings, service, self._readable_values)

    def _readable(self, run_settings: settings.Settings) -> settings.Settings:
        """The settings, with the readable part of a cloud that cannot be used."""
        try:
            return run_settings.over(run_settings.cloud)
        except errors.CommandError as error:
            self.faults.append(error)
            environment, name = run_settings.environment, run_settings.cloud_name
            part = file_lines.readable_part(environment.variables, environment.cwd, name or '')
            return run_settings.over(part)

    def rows(self) -> Iterator[Configured]:
        """Every setting with a readable value, then the aliases and views of the user."""
        own_lines: list[Configured] = []
        self._check()
        versions = {own.version_dest for own in SERVICES}
        for option in self._options():
            if option.dest in versions and option.dest != self.service.version_dest:
                continue
            values = self._readable_values(functools.partial(self._sources.of, option))
            yield from self._row(option.dest.removeprefix('os_'), values)
        yield from self._password_command()
        names = {option.dest.removeprefix('os_') for option in self._options()}
        if self.settings.cloud is not None:
            for name in self.settings.cloud.auth:
                if name not in names:
                    values = self._readable_values(
                        functools.partial(self._sources.of_login, name, None)
                    )
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
        places = (
            [] if self._sources.lines is None else self._sources.lines.of((files.PASSWORD_COMMAND,))
        )
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
        """Collect the errors that would refuse a run."""
        for option in self._options():
            if option.dest != 'os_cloud':
                self._try(functools.partial(self.settings.setting, option.dest, self.service))
        self._try(lambda: requested_versions.requested(self.settings, self.service))
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
