"""A folder that one stands in decides nothing for secrets that it does not hold.

Cloud files are searched in the current folder first, as by all OpenStack clients, and that may be
anybody's. A setting *decides* if it says where something goes, or how that is checked. What decides
is of the current folder where the cloud would be another one without the files that were merely
found there: by a value of theirs, one that they take away, a profile or a region that they choose,
or a text that they fill into a URL of another file. So is a file of certificates that a setting
names by a relative path. Then

- a login that is kept serves only if it was made with these files, by path and text;
- a command that prints a secret is not run, and one of theirs never is;
- a secret from elsewhere is used after one line that names what decides;
- nothing is sent to complete a line, unless they also hold the secret.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv.clouds import files, login_keys, settings
from novaclient_mv.clouds.file_lines import Lines, SettingLine
from novaclient_mv.clouds.files import PASSWORD_COMMAND
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.services import SERVICES
from novaclient_mv.wire import secret_values

_CHECKS = ('verify', 'insecure')
_DECIDING = (*('auth_type', *_CHECKS, 'cacert', 'cert', 'key', 'tls_ciphers', 'tls_min_version'),)
_PARTS_OF_DECIDING = ('url', 'uri', 'endpoint', 'override', 'proxy', 'proxies')
_USUAL = {'verify': True, 'insecure': False}
"""Values that equal the default, and so decide nothing."""

_OTHER_NAMES = {'auth_type': ('auth_plugin',)}
_CHOOSING = ('profile', 'cloud', 'regions', 'region_name')
"""Keys that choose what other keys say."""

_NAMES_FILE = 'OS_CLIENT_CONFIG_FILE or OS_CLIENT_SECURE_FILE names the file'


class CurrentFolder:
    """The deciding settings of a run that come from cloud files of the current folder."""

    def __init__(
        self,
        run_settings: settings.Settings,
        cloud: files.Cloud,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._settings = run_settings
        self._cloud = cloud
        self._elsewhere = cloud.elsewhere
        self._warn = warn
        self._is_announced = False

    @functools.cached_property
    def deciding(self) -> tuple[str, ...]:
        """The keys of settings that the current folder decides."""
        here, elsewhere = _decisions(self._cloud), _decisions(self._elsewhere)
        return tuple(
            key
            for key in {**here, **elsewhere}
            if here.get(key) != elsewhere.get(key) and not self._is_overridden(key)
        )

    @property
    def texts(self) -> Mapping[str, str]:
        return self._cloud.current_folder if self.deciding else {}

    def check(self) -> None:
        """Refuse a command that prints a secret.

        :raises CloudFileError: a file of this folder has the command, or a login would run it, and
            this folder decides where its output goes.
        """
        command = self._cloud.settings.get(PASSWORD_COMMAND)
        if not command:
            return
        path = next(iter(self._cloud.current_folder))
        if PASSWORD_COMMAND in self._cloud.relative_files:
            raise files.CloudFileError(
                f'{self._described(PASSWORD_COMMAND)} of cloud {self._cloud.name} is in the '
                'current folder: it is run only by its full path.',
                path,
            )
        if self._elsewhere is None or command != self._elsewhere.settings.get(PASSWORD_COMMAND):
            raise files.CloudFileError(
                f'{self._described(PASSWORD_COMMAND)} of cloud {self._cloud.name} is in the '
                f'current folder: it is run only if {_NAMES_FILE}.',
                path,
            )
        if self.deciding and any(name in plugins.BY_COMMAND for name in self._lacking):
            raise files.CloudFileError(
                f'{PASSWORD_COMMAND} of cloud {self._cloud.name} is not run: the current folder '
                f'decides {self._listed()}. It is run '
                f'if {_NAMES_FILE}.',
                path,
            )

    def announce(self) -> None:
        """Warn once that a secret from elsewhere is used while this folder decides something."""
        has_secret = plugins.auth_type_of(self._settings) != 'none'
        if not self._is_announced and self.deciding and has_secret and not self._holds_secret:
            self._is_announced = True
            self._warn(
                f'cloud {self._cloud.name}: a secret from elsewhere is used, and the current '
                f'folder decides {self._listed()}'
            )

    @property
    def may_complete(self) -> bool:
        """Whether requests may be sent for the completion of a line."""
        return not self.deciding or self._holds_secret

    @property
    def _holds_secret(self) -> bool:
        """Whether all secrets of the login are in files of this folder."""
        run_settings, elsewhere = self._settings, self._elsewhere
        if self._lacking:
            return False
        names = filter(
            secret_values.is_secret, {*plugins.auth_values(run_settings), *self._cloud.auth}
        )
        secrets = {name: plugins.auth_setting(run_settings, name) for name in names}
        others = {} if elsewhere is None else elsewhere.auth
        return bool(secrets) and all(
            setting is not None and setting.is_of_file and setting.value != others.get(name)
            for name, setting in secrets.items()
        )

    @property
    def _lacking(self) -> tuple[str, ...]:
        return plugins.lacking(plugins.auth_type_of(self._settings), self._settings)

    def _is_overridden(self, key: str) -> bool:
        """Whether an option or a variable says something else."""
        run_settings = self._settings
        if key in _CHECKS:
            return False
        if key in self._cloud.auth or key in login_keys.OPTIONS:
            setting = plugins.auth_setting(run_settings, key)
            return setting is not None and not setting.is_of_file
        return any(
            key in settings.file_keys(option.dest, service)
            and run_settings.outside_files(option.dest, service) is not None
            for option in run_settings.table.options
            for service in SERVICES
        )

    # -- where it stands ----------------------------------------------------------

    def _listed(self) -> str:
        """The decided keys with their files and lines, as a list in words."""
        *first, last = [self._described(key) for key in self.deciding]
        return f'{", ".join(first)} and {last}' if first else last

    def _described(self, key: str) -> str:
        """A key with the file and the line in this folder that give it, or decide about it."""
        if key in self._cloud.relative_files:
            return f'{key} ({self._cloud.relative_files[key]})'
        names = (*plugins.file_keys(key), *_OTHER_NAMES.get(key, ()))
        raw = ' '.join(place.value for place in self._lines.of(names))
        own = [place for place in self._lines.every if place.file in self._cloud.current_folder]
        by_name = {_name(place): place for place in reversed(own)}
        filled_in = [name for name in by_name if f'{{{name}}}' in raw]
        for name in (*names, *filled_in, *_CHOOSING):
            if name in by_name:
                place = by_name[name]
                return f'{name} ({place})' if name in names else f'{key} (by {name} in {place})'
        return f'{key} ({next(iter(self._cloud.current_folder))})'

    @functools.cached_property
    def _lines(self) -> Lines:
        return Lines.of_cloud(self._settings.environment, self._cloud)


def _name(place: SettingLine) -> str:
    return place.key.removeprefix('auth.').replace('-', '_')


def _decisions(cloud: files.Cloud | None) -> dict[str, Any]:
    """The deciding settings of a cloud."""
    if cloud is None:
        return {}
    values = {**cloud.settings, **cloud.auth, 'auth_type': cloud.auth_type}
    return {
        key: value
        for key, value in values.items()
        if value is not None and value != _USUAL.get(key) and _decides(key, value)
    }


def _decides(key: str, value: Any) -> bool:
    """Whether a setting decides: its name says so, or it holds a URL."""
    if key in _DECIDING or any(part in key for part in _PARTS_OF_DECIDING):
        return True
    is_private = key == PASSWORD_COMMAND or secret_values.is_secret(key)
    return '://' in str(value) and not is_private
