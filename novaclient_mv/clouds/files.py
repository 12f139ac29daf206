"""Reads cloud files (clouds.yaml and its kin): the settings of one named cloud.

The rules are those of the configuration that OpenStack clients share, so that one file serves them
all. On purpose different: every scalar keeps the text in the file (an unquoted ``2.10``
is not 2.1, ``0123`` is not 83), and what is wrong is said instead of skipped.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.clouds import file_texts, login_keys
from novaclient_mv.clouds.entry import Cloud as Cloud
from novaclient_mv.clouds.entry import truth
from novaclient_mv.clouds.found_files import LAYERS, VENDORS, Files, mapping
from novaclient_mv.clouds.login_keys import PASSWORD_COMMAND as PASSWORD_COMMAND
from novaclient_mv.values import likeness

if TYPE_CHECKING:
    from novaclient_mv.clouds.file_lines import Lines

# Clouds that need no file: the built-in one, and the one that the environment alone describes.
_FILELESS = ('sandbox', 'envvars')

_REGION, _REGIONS = 'name of a region', ('regions', 'region_name')

CloudFileError = file_texts.CloudFileError


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
    relative_files = dict(_relative_files(cloud.settings, files))
    if files.current_folder or relative_files:
        elsewhere = None
        with contextlib.suppress(CloudFileError):
            left_out = tuple(files.current_folder)
            elsewhere = _Reading(name, definitions, files, left_out).cloud(region)
            for key in relative_files:
                if elsewhere.settings.get(key) == cloud.settings[key]:
                    del elsewhere.settings[key]
        cloud.depend_on_folder(files.current_folder, relative_files, elsewhere)
    return cloud


def _relative_files(settings: Mapping[str, Any], files: Files) -> Iterator[tuple[str, str]]:
    """Files that settings name by relative paths, where the current folder may be anybody's."""
    values = {key: settings.get(key) for key in ('cacert', 'verify', 'cert', 'key')}
    program = next(iter(settings.get(PASSWORD_COMMAND) or ()), '')
    if os.path.dirname(program):
        values[PASSWORD_COMMAND] = program
    for key, value in values.items():
        if isinstance(value, str) and not os.path.isabs(os.path.expanduser(value)):
            path = os.path.join(files.cwd, value)
            if os.path.exists(path) and files.is_anybodys_folder():
                yield key, path


def names(
    environ: Mapping[str, str], cwd: str | None = None, home: str | None = None
) -> list[tuple[str, str]]:
    """Each cloud that the files define, with the path of its file."""
    return list(_Definitions(Files(environ, cwd, home)).file_of.items())


def _not_found(name: str, definitions: _Definitions, files: Files) -> str:
    about_file = ''
    if (named := files.named('OS_CLIENT_CONFIG_FILE')) and named not in files.read:
        about_file = f' OS_CLIENT_CONFIG_FILE names {named}, which is not there.'
    if not files.read:
        return f'Unknown cloud {name}: no clouds.yaml in {", ".join(files.folders())}.{about_file}'
    defined = list(definitions.file_of)
    close = likeness.closest(name, defined)
    hint = f' Did you mean {" or ".join(close)}?' if close else ''
    listed = f'defines {", ".join(defined)}' if defined else 'defines none'
    return f'Unknown cloud {name}.{hint} {" with ".join(files.read)} {listed}.{about_file}'


def _underscored(value: Any, place: str, path: str) -> dict[str, Any]:
    """A mapping whose keys, and those of its ``auth``, are written with underscores."""
    keys = {key.replace('-', '_'): setting for key, setting in mapping(value, place, path).items()}
    if 'auth' in keys:
        auth = mapping(keys['auth'], f'auth of {place}', path)
        keys['auth'] = {key.replace('-', '_'): setting for key, setting in auth.items()}
    return keys


class _Definitions:
    """The clouds as they stand in clouds.yaml and secure.yaml."""

    def __init__(self, files: Files) -> None:
        self._layers: list[tuple[dict[str, Any], str]] = []
        self.file_of: dict[str, str] = {}
        for stem, variable in LAYERS:
            content, path = files.load(stem, variable)
            clouds = mapping(content.get('clouds'), '"clouds"', path)
            self._layers.append((clouds, path))
            for name in clouds:
                self.file_of.setdefault(name, path)

    def of(self, name: str, left_out: Collection[str] = ()) -> dict[str, Any]:
        """The cloud's own definition, secrets merged in."""
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
    """Reads the settings of one cloud out of its definition, vendor profile and region."""

    def __init__(
        self, name: str, definitions: _Definitions, files: Files, left_out: Collection[str] = ()
    ) -> None:
        self.name = name
        self.home = files.home
        self._files = files
        self._region_name: str | None = None
        self.left_out = left_out
        self.file = definitions.file_of[name]
        self.definition = definitions.of(name, left_out)
        # ``cloud`` is the older word for ``profile``.
        profile = self.definition.get('profile') or self.definition.get('cloud')
        self.profile = self._text('profile', profile)
        self.vendor = self._vendor(files) if self.profile else {}

    def cloud(self, region: str | None) -> Cloud:
        """Merge the layers, and sort their keys into login options and settings."""
        region, values = self._region(region)
        self._region_name = region
        settings: dict[str, Any] = {}
        auth: dict[str, Any] = {}
        for layer in (self.vendor, self.definition, values):
            settings.update(layer)
            auth.update(_as_texts(layer.get('auth', {})))
            if PASSWORD_COMMAND in auth or (
                PASSWORD_COMMAND in layer and layer is not self.definition
            ):
                raise self._error(
                    f'needs {PASSWORD_COMMAND} beside auth, and nowhere else', PASSWORD_COMMAND
                )
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
                f'has no auth_url, and no clouds-public.yaml defines its profile {self.profile}',
                *('profile', 'cloud'),
            )
        names = (*login_keys.OPTIONS, *login_keys.OTHER_NAMES.values())
        slips = [
            f'cloud {self.name} in {self._place((key,))[0]}: {slip}'
            for key, slip in login_keys.misspelt(self.definition, names)
        ]
        regions = self._every_region()
        return Cloud(self.name, auth, auth_type, region, settings, self.file, regions, slips)

    def _error(self, message: str, *keys: str) -> CloudFileError:
        """An error of a setting, with the place of its keys."""
        place, file = self._place(keys)
        return CloudFileError(f'{place}: cloud {self.name} {message}.', file)

    def _place(self, keys: Collection[str]) -> tuple[str, str]:
        """The file and the line of a setting in words, and the file."""
        first = self._lines.first(keys)
        return (self.file, self.file) if first is None else (str(first), first.file)

    @functools.cached_property
    def _lines(self) -> Lines:
        """The places of settings, which are looked for where something is wrong."""
        from novaclient_mv.clouds import file_lines

        files = self._files
        return file_lines.Lines(files.environ, files.cwd, self.name, self._region_name, True, files)

    def _text(self, key: str, value: Any) -> str | None:
        if isinstance(value, (dict, list)):
            keys = (key, login_keys.OTHER_NAMES.get(key, key))
            raise self._error(
                f'needs a single text as {key}', *(keys if key != _REGION else _REGIONS)
            )
        return None if value is None or value == '' else str(value)

    def _vendor(self, files: Files) -> dict[str, Any]:
        content, path = files.load(*VENDORS)
        if path in self.left_out:
            return {}
        profiles = mapping(content.get('public-clouds'), '"public-clouds"', path)
        return _underscored(profiles.get(self.profile or ''), f'profile {self.profile}', path)

    def _region(self, name: str | None) -> tuple[str | None, dict[str, Any]]:
        regions = self._every_region()
        if not regions:
            return name or None, {}
        if not name:
            name = next(iter(regions))
        if name not in regions:
            raise self._error(f'has no region {name}; it has {", ".join(regions)}', *_REGIONS)
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
            raise self._error('needs a list of regions', *_REGIONS)
        for entry in regions:
            if not isinstance(entry, dict):
                if text := self._text(_REGION, entry):
                    yield text, {}
            elif entry.get('name') and set(entry) <= {'name', 'values'}:
                region = str(entry['name'])
                yield region, _underscored(entry.get('values'), f'region {region}', self.file)
            else:
                raise self._error(
                    'has a region that is not a name, or a name with values', *_REGIONS
                )

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
            raise self._error(f'needs a list of words as {key}: a program and its arguments', key)
        return [*value]

    def _boolean(self, key: str, value: Any) -> bool | str:
        text = str(self._text(key, value))
        if (value := truth(text)) is not None:
            return value
        if key == 'verify':
            return text  # Path of a bundle of certificates.
        raise self._error(f'needs true or false as {key}', key)

    def _seconds(self, key: str, value: Any) -> float:
        try:
            seconds = float(self._text(key, value) or '')
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float('inf'):
            raise self._error(f'needs a number of seconds as {key}', key)
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
                raise self._error(f'refers in {key} to the setting {match[1]}, which it lacks', key)
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
