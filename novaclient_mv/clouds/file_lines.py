"""Find the files and lines of a cloud's settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.clouds import login_keys
from novaclient_mv.clouds.entry import Cloud, truth
from novaclient_mv.clouds.file_texts import CloudFileError
from novaclient_mv.clouds.found_files import Files
from novaclient_mv.values import NamedTuple

if TYPE_CHECKING:
    from novaclient_mv.clouds.environment import Environment

_FILES = (
    ('secure', 'OS_CLIENT_SECURE_FILE', 'clouds'),
    ('clouds', 'OS_CLIENT_CONFIG_FILE', 'clouds'),
    ('clouds-public', 'OS_CLIENT_VENDOR_FILE', 'public-clouds'),
)
"""Cloud files, the variable that names each, and the key that holds its clouds; those whose
settings win stand first.
"""


_LISTS = ('regions', 'region_name', login_keys.PASSWORD_COMMAND)
"""Keys whose value may be a list."""


class SettingLine(NamedTuple):
    """A setting in a cloud file.

    :param key: its keys, as in ``auth.username``.
    :param value: empty for what is not text, as a list of regions, of which one is chosen.
    :param line: counted from 1.
    """

    key: str
    value: str
    file: str
    line: int

    def __str__(self) -> str:
        return f'{self.file}, line {self.line}'


class Lines:
    """The settings of one cloud by line of its files, those that win first.

    :param skips_broken: whether a file that cannot be read says nothing.
    :param searched: the files, where they were read before.
    """

    @classmethod
    def of_cloud(cls, environment: Environment, cloud: Cloud) -> Lines:
        """The lines of a cloud's entry, as far as its files can be read."""
        return cls(environment.variables, environment.cwd, cloud.name, cloud.region, True)

    def __init__(
        self,
        environ: Mapping[str, str],
        cwd: str | None,
        name: str,
        region: str | None,
        skips_broken: bool = False,
        searched: Files | None = None,
    ) -> None:
        self._all: list[SettingLine] = []
        searched = searched or Files(environ, cwd, None)
        entry: str | None = name
        profile: object = None
        for stem, variable, top in _FILES:
            try:
                content, path = searched.load(stem, variable)
            except CloudFileError:
                if not skips_broken:
                    raise
                continue
            if not path:
                continue
            if stem != 'clouds-public':
                definition = _entry(_entry(content, top), name)
                profile = profile or definition.get('profile') or definition.get('cloud')
            if stem == 'clouds-public':
                entry = str(profile) if profile else None
            if entry is not None:
                self._all += _places(path, (top, entry), region)
        self._places = [
            place for place in self._all if place.value or place.key.replace('-', '_') in _LISTS
        ]

    @property
    def every(self) -> list[SettingLine]:
        """All settings that have a text or a list as their value."""
        return [*self._places]

    def of(self, keys: Iterable[str]) -> list[SettingLine]:
        """The lines of a setting, those that win first; for some files none is known.

        :param keys: its names; each stands in ``auth`` or beside it.
        """
        return [*_named(self._places, keys)]

    def first(self, keys: Iterable[str]) -> SettingLine | None:
        """The line of a setting that wins, also where its value is invalid."""
        return next(_named(self._all, keys), None)


def _named(places: Iterable[SettingLine], keys: Iterable[str]) -> Iterator[SettingLine]:
    names = set(keys)
    for place in places:
        if place.key.removeprefix('auth.').replace('-', '_') in names:
            yield place


def readable_part(environ: Mapping[str, str], cwd: str | None, name: str) -> Cloud | None:
    """The readable settings of an unusable cloud, without those of regions, if any."""
    lines = Lines(environ, cwd, name, None, skips_broken=True)
    auth: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for place in lines.every:
        key = place.key.replace('-', '_')
        if place.value:
            values = auth if key.startswith('auth.') else settings
            values.setdefault(key.removeprefix('auth.'), place.value)
    if not lines.every:
        return None
    auth_type = settings.pop('auth_type', None)
    for key in ('region_name', 'profile', 'cloud'):
        settings.pop(key, None)
    if (verify := truth(str(settings.get('verify')))) is not None:
        settings['verify'] = verify
    auth = login_keys.taken_up(auth, settings, auth_type)
    return Cloud(name, auth, auth_type, None, settings, lines.every[0].file)


def _entry(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    entry = content.get(key)
    return entry if isinstance(entry, dict) else {}


def _places(path: str, top: Sequence[str], region: str | None) -> Iterator[SettingLine]:
    """The settings of a cloud in a file: those of a region, then the cloud's own."""
    import yaml

    try:
        with open(path, encoding='utf-8-sig') as file:
            node: Any = yaml.compose(file, Loader=yaml.SafeLoader)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        # It has changed since, or is JSON that is no YAML, as with tabs.
        return
    for key in top:
        node = dict(_pairs(node)).get(key)
    for part in _of_regions(node, region):
        yield from _settings(path, part)
    yield from _settings(path, node)


def _settings(path: str, node: Any, before: str = '') -> Iterator[SettingLine]:
    for key, value in _pairs(node):
        if key == 'auth' and not before:
            yield from _settings(path, value, 'auth.')
        else:
            text = value.value if isinstance(value.value, str) else ''
            yield SettingLine(before + key, text, path, value.start_mark.line + 1)


def _of_regions(node: Any, region: str | None) -> Iterator[Any]:
    for entry in getattr(dict(_pairs(node)).get('regions'), 'value', ()):
        pairs = dict(_pairs(entry))
        name = getattr(pairs.get('name'), 'value', None)
        if name is not None and name == region:
            yield pairs.get('values')


def _pairs(node: Any) -> Iterator[tuple[str, Any]]:
    """Keys and values of a mapping; those that a merge key brings come last, if they are new."""
    pairs = getattr(node, 'value', None)
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        return
    keys = set()
    merged: list[Any] = []
    for key, value in pairs:
        if key.value == '<<':
            merged += value.value if value.id == 'sequence' else [value]
        else:
            keys.add(key.value)
            yield key.value, value
    for other in merged:
        yield from ((key, value) for key, value in _pairs(other) if key not in keys)
