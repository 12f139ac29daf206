"""Reads cloud files (clouds.yaml and its kin): the settings of one named cloud.

The rules are those of the configuration that OpenStack clients share, so that one file serves them
all. On purpose different: every scalar keeps the text that stands in the file (an unquoted ``2.10``
is not 2.1, ``0123`` is not 83), and what is wrong is said instead of skipped.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from novaclient_mv.clouds import file_texts, login_keys
from novaclient_mv.clouds import keys as cloud_keys
from novaclient_mv.values import likeness

# Clouds that need no file: the built-in one, and the one that the environment alone describes.
_FILELESS = ('sandbox', 'envvars')

PASSWORD_COMMAND = 'password_command'
"""The key of the command that prints the secret of a login."""

_EXTENSIONS = ('yaml', 'yml', 'json')

_LAYERS = (('clouds', 'OS_CLIENT_CONFIG_FILE'), ('secure', 'OS_CLIENT_SECURE_FILE'))
_VENDORS = ('clouds-public', 'OS_CLIENT_VENDOR_FILE')
"""Kinds of files: their names, and the variables that name one elsewhere."""

CloudFileError = file_texts.CloudFileError

_TRUE = frozenset({'true', 'yes', 'on', '1'})
_FALSE = frozenset({'false', 'no', 'off', '0'})


class Cloud:
    """A cloud's entry in the files.

    :param name: its name in the file.
    :param auth: every login option, whatever the auth type; which of them apply is for that to say.
        Texts, except where an option takes a list (``auth_methods``).
    :param auth_type: ``None`` where the file is silent.
    :param region: the chosen region, or the first one that the file lists.
    :param regions: all regions that the file lists.
    :param settings: everything else, keys with underscores; ``verify`` and ``insecure`` are
        booleans where they read as such, API timeouts are numbers, other scalars are texts.
    :param file: where the cloud was found.
    """

    __slots__ = (
        *('auth', 'auth_type', 'current_folder', 'elsewhere', 'file', 'misspelt', 'name'),
        *('region', 'regions', 'settings'),
    )

    def __init__(
        self,
        name: str,
        auth: dict[str, Any],
        auth_type: str | None,
        region: str | None,
        settings: dict[str, Any],
        file: str,
        regions: Iterable[str] = (),
    ) -> None:
        self.name = name
        self.auth = auth
        self.auth_type = auth_type
        self.region = region
        self.regions = tuple(regions)
        self.settings = settings
        self.file = file
        self.misspelt: list[str] = []
        """A line on each key that looks like a slip."""
        self.current_folder: Mapping[str, str] = {}
        """The files that were merely found in the current folder: paths to texts."""
        self.elsewhere: Cloud | None = None
        """The cloud without them, as far as it is one."""

    def __repr__(self) -> str:
        # Nothing of auth: a repr ends up in logs.
        return f'<Cloud {self.name} region={self.region} file={self.file}>'


def find(
    environ: Mapping[str, str],
    name: str | None,
    region: str | None = None,
    cwd: str | None = None,
    home: str | None = None,
) -> Cloud | None:
    """The settings of a cloud; ``None`` when no cloud is named, or a named one needs no file.

    :param name: the cloud; ``None`` for the one in ``OS_CLOUD``.
    :param region: the region; ``None`` for the first one of the file.
    :raises CloudFileError: no file defines the cloud, or a file cannot be used.
    """
    name = name or environ.get('OS_CLOUD')
    if not name:
        return None
    files = Files(environ, cwd, home)
    definitions = _Definitions(files)
    if name not in definitions.file_of:
        if name in _FILELESS:
            return None
        raise CloudFileError(_not_found(name, definitions, files))
    cloud = _Reading(name, definitions, files).cloud(region)
    if files.current_folder:
        cloud.current_folder = files.current_folder
        with contextlib.suppress(CloudFileError):
            left_out = tuple(files.current_folder)
            cloud.elsewhere = _Reading(name, definitions, files, left_out).cloud(region)
    return cloud


def names(
    environ: Mapping[str, str], cwd: str | None = None, home: str | None = None
) -> list[tuple[str, str]]:
    """Each cloud that the files define, with the path of its file."""
    return list(_Definitions(Files(environ, cwd, home)).file_of.items())


def truth(text: str) -> bool | None:
    """Return the truth value of a word; ``None`` for other words."""
    word = text.lower()
    return word in _TRUE if word in _TRUE | _FALSE else None


def _not_found(name: str, definitions: _Definitions, files: Files) -> str:
    about_file = ''
    if (named := files.named('OS_CLIENT_CONFIG_FILE')) and named not in files.read:
        about_file = f' OS_CLIENT_CONFIG_FILE names {named}, which is not there.'
    if not files.read:
        return (
            f'There is no cloud {name}: no clouds.yaml in {", ".join(files.folders())}.{about_file}'
        )
    defined = list(definitions.file_of)
    close = likeness.closest(name, defined)
    hint = f' Did you mean {" or ".join(close)}?' if close else ''
    listed = f'defines {", ".join(defined)}' if defined else 'defines none'
    return f'There is no cloud {name}.{hint} {" with ".join(files.read)} {listed}.{about_file}'


class Files:
    """The cloud files: places to look in, and contents that were read."""

    def __init__(self, environ: Mapping[str, str], cwd: str | None, home: str | None) -> None:
        self.environ = environ
        self.home = home or environ.get('HOME') or os.path.expanduser('~')
        self.read: list[str] = []
        self.current_folder: dict[str, str] = {}
        """Those of them that were merely found in the current folder, with their texts."""
        self._loaded: dict[str, tuple[dict[str, Any], str]] = {}
        if cwd is None:
            try:
                cwd = os.getcwd()
            except OSError:  # The folder was deleted: then nothing lies in it.
                cwd = ''
        self.cwd = cwd

    def folders(self) -> list[str]:
        """The folders, in the order in which they are searched."""
        folders = self._config_folders()
        return list(dict.fromkeys([self.cwd, *folders] if self.cwd else folders))

    def _config_folders(self) -> list[str]:
        own = self.environ.get('XDG_CONFIG_HOME', '')
        system = self.environ.get('XDG_CONFIG_DIRS') or '/etc/xdg'
        parents = [own, os.path.join(self.home, '.config'), *system.split(os.pathsep), '/etc']
        return [os.path.join(parent, 'openstack') for parent in parents if os.path.isabs(parent)]

    def named(self, variable: str) -> str:
        """The path that an environment variable names."""
        path = self.environ.get(variable)
        return os.path.join(self.cwd, path) if path else ''

    def load(self, stem: str, variable: str) -> tuple[dict[str, Any], str]:
        """The content of the first file of this kind, and its path (``''`` when there is none)."""
        if stem not in self._loaded:
            self._loaded[stem] = self._load(self._path(stem, variable))
        return self._loaded[stem]

    def _load(self, path: str) -> tuple[dict[str, Any], str]:
        if not path:
            return {}, ''
        text = file_texts.read(path)
        content = _mapping(file_texts.parse(path, text), 'the file', path)
        self.read.append(path)
        if self.is_of_current_folder(path):
            self.current_folder[path] = text
        return content, path

    def paths(self) -> list[str]:
        """The path of each file that there is; none is read."""
        paths = (self._path(*kind) for kind in (*_LAYERS, _VENDORS))
        return [path for path in paths if path]

    def is_of_current_folder(self, path: str) -> bool:
        """Whether a file was merely found in the current folder: no variable names it, and the
        folder is none that is searched wherever one is.
        """
        if not self.cwd or os.path.dirname(path) != os.path.dirname(os.path.join(self.cwd, '')):
            return False
        if path in [self.named(variable) for _, variable in (*_LAYERS, _VENDORS)]:
            return False
        # A folder may be reached by several paths, as by links.
        folder = os.path.realpath(self.cwd)
        return folder not in map(os.path.realpath, self._config_folders())

    def _path(self, stem: str, variable: str) -> str:
        """Return the path of the first file of this kind, ``''`` when there is none."""
        paths = [
            os.path.join(folder, f'{stem}.{extension}')
            for folder in self.folders()
            for extension in _EXTENSIONS
        ]
        if named := self.named(variable):
            paths.insert(0, named)
        return next((candidate for candidate in paths if _is_file(candidate)), '')


def _is_file(path: str) -> bool:
    # Not isfile: <(...) of a shell is a pipe.
    return os.path.exists(path) and not os.path.isdir(path)


def _mapping(value: Any, place: str, path: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        kind = 'a list' if isinstance(value, list) else 'a single value'
        raise CloudFileError(f'{path}: {place} must be a mapping, not {kind}.', path)
    return {str(key): setting for key, setting in value.items()}


def _underscored(value: Any, place: str, path: str) -> dict[str, Any]:
    """A mapping whose keys, and those of its ``auth``, are written with underscores."""
    keys = {key.replace('-', '_'): setting for key, setting in _mapping(value, place, path).items()}
    if 'auth' in keys:
        auth = _mapping(keys['auth'], f'auth of {place}', path)
        keys['auth'] = {key.replace('-', '_'): setting for key, setting in auth.items()}
    return keys


class _Definitions:
    """The clouds as they stand in clouds.yaml and secure.yaml."""

    def __init__(self, files: Files) -> None:
        self._layers: list[tuple[dict[str, Any], str]] = []
        self.file_of: dict[str, str] = {}
        for stem, variable in _LAYERS:
            content, path = files.load(stem, variable)
            clouds = _mapping(content.get('clouds'), '"clouds"', path)
            self._layers.append((clouds, path))
            for name in clouds:
                self.file_of.setdefault(name, path)

    def of(self, name: str, left_out: Collection[str] = ()) -> dict[str, Any]:
        """The cloud's own definition, secrets merged in.

        :param left_out: paths of files that say nothing.
        """
        merged: dict[str, Any] = {}
        for clouds, path in self._layers:
            if path not in left_out:
                merged = _merged(merged, _underscored(clouds.get(name), f'cloud {name}', path))
        return merged


def _merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = {**old, **value} if both else value  # type: ignore[dict-item]
    return result


class _Reading:
    """One cloud on its way from definition, vendor profile and region to settings.

    :param left_out: paths of files that say nothing.
    """

    def __init__(
        self, name: str, definitions: _Definitions, files: Files, left_out: Collection[str] = ()
    ) -> None:
        self.name = name
        self.home = files.home
        self.left_out = left_out
        self.file = definitions.file_of[name]
        self.definition = definitions.of(name, left_out)
        # ``cloud`` is the older word for ``profile``.
        profile = self.definition.get('profile') or self.definition.get('cloud')
        self.profile = self._text('profile', profile)
        self.vendor = self._vendor(files) if self.profile else {}

    def cloud(self, region: str | None) -> Cloud:
        """Put the layers on each other and sort their keys."""
        region, values = self._region(region)
        settings: dict[str, Any] = {}
        auth: dict[str, Any] = {}
        for layer in (self.vendor, self.definition, values):
            settings.update(layer)
            auth.update(_as_texts(layer.get('auth', {})))
            if PASSWORD_COMMAND in auth or (
                PASSWORD_COMMAND in layer and layer is not self.definition
            ):
                raise self._error(f'needs {PASSWORD_COMMAND} beside auth, and nowhere else')
        settings = _as_texts(settings)
        for key in ('auth', 'regions', 'region_name', 'cloud'):
            settings.pop(key, None)
        outdated = settings.pop('auth_plugin', None)
        auth_type = self._text('auth_type', settings.pop('auth_type', outdated))
        auth = login_keys.taken_up(auth, settings, auth_type)
        for key, value in auth.items():
            if isinstance(value, dict) or key != 'auth_methods':
                auth[key] = self._text(key, value)
        settings = self._converted(_with_interfaces(settings))
        self._fill_in(auth, settings, {'region_name': region or '', 'auth_type': auth_type})
        has_url = auth.get('auth_url') or auth.get('endpoint')
        if self.profile and not (self.vendor or has_url or self.left_out):
            raise self._error(
                f'has no auth_url, and no clouds-public.yaml defines its profile {self.profile}'
            )
        cloud = Cloud(self.name, auth, auth_type, region, settings, self.file, self._every_region())
        names = (*login_keys.OPTIONS, *login_keys.OTHER_NAMES.values())
        slips = cloud_keys.misspelt(self.definition, names)
        cloud.misspelt = [f'cloud {self.name} in {self.file}: {slip}' for slip in slips]
        return cloud

    def _error(self, message: str) -> CloudFileError:
        return CloudFileError(f'{self.file}: cloud {self.name} {message}.', self.file)

    def _text(self, key: str, value: Any) -> str | None:
        if isinstance(value, (dict, list)):
            raise self._error(f'needs a single text as {key}')
        return None if value is None or value == '' else str(value)

    def _vendor(self, files: Files) -> dict[str, Any]:
        content, path = files.load(*_VENDORS)
        if path in self.left_out:
            return {}
        profiles = _mapping(content.get('public-clouds'), '"public-clouds"', path)
        return _underscored(profiles.get(self.profile or ''), f'profile {self.profile}', path)

    def _region(self, name: str | None) -> tuple[str | None, dict[str, Any]]:
        regions = self._every_region()
        if not regions:
            return name or None, {}
        if not name:
            name = next(iter(regions))
        if name not in regions:
            raise self._error(f'has no region {name}; it has {", ".join(regions)}')
        return name, regions[name]

    def _every_region(self) -> dict[str, dict[str, Any]]:
        """The regions with their values."""
        # A cloud that names its region itself does not see the values of its vendor's regions.
        return dict(self._regions(self.definition)) or dict(self._regions(self.vendor))

    def _regions(self, source: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        regions = source.get('regions')
        if not regions:
            regions = source.get('region_name') or []
            if isinstance(regions, str):
                regions = [region.strip() for region in regions.split(',')]
        if not isinstance(regions, list):
            raise self._error('needs a list of regions')
        for entry in regions:
            if not isinstance(entry, dict):
                if text := self._text('name of a region', entry):
                    yield text, {}
            elif entry.get('name') and set(entry) <= {'name', 'values'}:
                region = str(entry['name'])
                yield region, _underscored(entry.get('values'), f'region {region}', self.file)
            else:
                raise self._error('has a region that is not a name, or a name with values')

    def _converted(self, settings: dict[str, Any]) -> dict[str, Any]:
        """Give booleans, numbers and paths their form."""
        for key, value in settings.items():
            if key in ('verify', 'insecure'):
                settings[key] = self._boolean(key, value)
            elif key == 'api_timeout' or key.endswith('_api_timeout'):
                settings[key] = self._seconds(key, value)
            elif key == PASSWORD_COMMAND:
                settings[key] = self._words(key, value)
            elif key in ('cacert', 'cert', 'key') and str(value).startswith('~/'):
                settings[key] = os.path.join(self.home, str(value)[2:])
        return settings

    def _words(self, key: str, value: Any) -> list[str]:
        """A command, which no shell reads."""
        are_words = isinstance(value, list) and all(isinstance(word, str) for word in value)
        if not are_words or not ''.join(value[:1]) or any('\0' in word for word in value):
            raise self._error(f'needs a list of words as {key}: a program and its arguments')
        return [*value]

    def _boolean(self, key: str, value: Any) -> bool | str:
        text = str(self._text(key, value))
        if (value := truth(text)) is not None:
            return value
        if key == 'verify':
            return text  # Path of a bundle of certificates.
        raise self._error(f'needs true or false as {key}')

    def _seconds(self, key: str, value: Any) -> float:
        try:
            seconds = float(self._text(key, value) or '')
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float('inf'):
            raise self._error(f'needs a number of seconds as {key}')
        return int(seconds) if seconds.is_integer() else seconds

    def _fill_in(
        self, auth: dict[str, Any], settings: dict[str, Any], more: dict[str, Any]
    ) -> None:
        """Replace ``{region_name}`` and the like in the auth URL and in the settings."""
        values = {'interface': 'public', **settings, **more}
        for place, keys in ((auth, ['auth_url']), (settings, list(settings))):
            for key in keys:
                if '{' in str(place.get(key)) and isinstance(place[key], str):
                    place[key] = self._filled_in(key, place[key], values)

    def _filled_in(self, key: str, text: str, values: Mapping[str, Any]) -> str:
        import re

        def value_of(match: re.Match[str]) -> str:
            if match[0] in ('{{', '}}'):
                return match[0][0]
            if not isinstance(value := values.get(match[1]), (str, bool, int, float)):
                raise self._error(f'refers in {key} to the setting {match[1]}, which it lacks')
            return str(value)

        return re.sub(r'\{\{|\}\}|\{(\w+)\}', value_of, text)


def _as_texts(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are there, scalars as texts; JSON alone has booleans."""
    return {
        key: value if isinstance(value, (str, dict, list)) else str(value).lower()
        for key, value in values.items()
        if value is not None and value != ''
    }


def _with_interfaces(settings: dict[str, Any]) -> dict[str, Any]:
    """Rename ``endpoint_type`` and its forms for a service; the later of two names wins."""
    renamed: dict[str, Any] = {}
    for key in sorted(settings, key=lambda key: key != 'interface'):
        name, suffix, _ = key.partition('endpoint_type')
        renamed[f'{name}interface' if suffix else key] = settings[key]
    return renamed
