"""Settings of runs, entries of cloud files and pins, word by word, as :mod:`unit_tests.stories`
has it.

A run is options and variables, held against the cloud files and the pin file of a folder beside
this file; an entry is a cloud file of its own, with those of secrets and profiles behind lines of
dashes.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import re
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import (
    cloud_list,
    encodings,
    escapes,
    file_lines,
    files,
    requested_versions,
    selection,
    tls_settings,
    words,
)
from novaclient_mv.clouds.configuration import Configuration
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import advice, plugins
from novaclient_mv.clouds.messages import Messages
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.pins import Pin, Pins
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.clouds.settings import Settings, max_body
from novaclient_mv.clouds.sourced_values import Value
from novaclient_mv.services import SERVICES, Service
from unit_tests.stories import Kind, Stories, answers

FOLDER = Path(__file__).parent
_STEMS = 'clouds', 'secure', 'clouds-public'
_BLAMED = (
    *(('credentials',), ('auth_url',), ('project_name', 'project_id'), ('project_domain_name',)),
    *(('username', 'password'), ('application_credential_id',), ('domain_name', 'token')),
)
"""Settings that refusals of logins name."""
_USUAL = (
    *("endpoint_type: 'public' default ", 'timeout: 600 default '),
    "max_body: '256MiB' default ",
)
_NEWEST = re.compile(
    '|'.join(
        rf'\bto (?:{re.escape(str(service.range.end))}|{service.releases.names()[-1]})\b'
        for service in SERVICES
    )
)


def _settings(text: str, folder: Path, **more: str) -> Settings:
    """The settings of a run of options and variables."""
    table = OptionTable()
    options: dict[str, Any] = {}
    variables = {
        'HOME': str(folder),
        'XDG_CONFIG_HOME': str(folder / 'config'),
        'XDG_CONFIG_DIRS': str(folder / 'none'),
        **more,
    }
    rest = iter(shlex.split(text))
    for word in rest:
        if not word.startswith('-'):
            name, _, variables[name] = word.partition('=')
            continue
        meant = table.resolve(word)
        if len(meant) != 1:
            raise errors.CommandError(f'{word}: {", ".join(option.dest for option in meant)}')
        option = meant[0]
        value = next(rest) if option.takes_value else True
        options[option.dest] = option.type(value) if option.type else value
    return Settings(options, table, Environment(variables, cwd=str(folder)))


def _attempt(title: object, call: Callable[..., object], *values: object) -> str:
    """The result of a call, or the error that it raises."""
    try:
        return f'{title}: {call(*values)}'
    except errors.Error as error:
        return f'{title}: {type(error).__name__}: {error}'


def _place(value: Value) -> str:
    file = '' if value.file is None else f' {value.file}:{value.line}'
    return f'{value.value!r} {value.source} {value.name}{file}'


def _beside(kind: Kind) -> Kind:
    """A kind that is held against the folder of files that a title names."""
    return lambda text, folder, *words: _without_place(kind, text, FOLDER / folder, *words)


def _alone(kind: Kind) -> Kind:
    """A kind that writes its files itself."""

    def in_new_folder(text: str, *words: str) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as folder:
            yield from _without_place(kind, text, Path(folder), *words)

    return in_new_folder


def _without_place(kind: Kind, text: str, place: Path, *words: str) -> Iterator[str]:
    """Lines of a kind, without the folder and the newest versions in them; those that say the same
    of several things are one.
    """
    lines = [
        part
        for line in answers(kind, text, (place, *words))
        for part in _NEWEST.sub('to NEWEST', line.replace(str(place), '.')).splitlines()
    ]
    for said, group in itertools.groupby(lines, lambda line: line.partition(': ')[2]):
        alike = list(group)
        titles = [line.partition(': ')[0] for line in alike]
        yield from [f'{", ".join(titles)}: {said}'] if said and len(alike) > 1 else alike


def _config(text: str, place: Path, name: str = 'compute') -> Iterator[str]:
    """Rows of ``config-show``, those that are as in every run left out."""
    configuration = Configuration(_settings(text, place), _service(name))
    rows = list(configuration.rows())
    for row in rows:
        values = ' < '.join(map(_place, (row.value, *row.overrides)))
        line = f'{row.setting}: {values}' + (f' ! {row.warning}' if row.warning else '')
        if line not in _USUAL:
            yield line
    yield from configuration.warnings(rows)
    yield from (f'{type(fault).__name__}: {fault}' for fault in configuration.faults)


def _login(text: str, place: Path) -> Iterator[str]:
    """The login of a run: what it is made of, and what is said where it is refused."""
    settings = _settings(text, place)
    auth_type = plugins.auth_type_of(settings)
    yield _attempt(auth_type, plugins.checked_values, auth_type, settings)
    yield _attempt('verify', tls_settings.verify, settings)
    yield _attempt('certificate', tls_settings.certificate, settings)
    yield _attempt('files', tls_settings.check_files, settings)
    yield _attempt('bounds', lambda: (settings.timeout, max_body(settings)))
    yield from (f'notice: {notice}' for notice in advice.notices(settings))
    for names in _BLAMED:
        hint = advice.hint(settings, auth_type, errors.LoginError('', names))
        yield f'{" ".join(names)}: {hint}'


def _versions(text: str, place: Path) -> Iterator[str]:
    """The versions that a run asks for, and those of its cloud or pin alone."""
    settings = _settings(text, place)

    def signs(requested: Requested) -> str:
        names = ('is_default', 'is_release', 'asks_latest', 'is_named')
        each = (name for name in names if getattr(requested, name))
        return f'{requested} is {requested.version} {" ".join(each)}'

    for service in SERVICES:
        yield _attempt(
            service.name, lambda of: signs(requested_versions.requested(settings, of)), service
        )
        yield _attempt(
            'its cloud',
            lambda of: signs(requested_versions.requested_by_cloud(settings, of)),
            service,
        )
        yield _attempt(
            'stated', lambda of: requested_versions.stated_version(settings, of), service
        )
    yield _attempt('pinned by', lambda: requested_versions.pin_name(settings))
    options = {**settings.options, 'os_region_name': 'two'}
    yield _attempt('in two', lambda: settings.with_options(options, settings.table).cloud)


def _targets(text: str, place: Path) -> Iterator[str]:
    """The clouds and regions of a run."""
    settings = _settings(text, place)
    targets = selection.of_run(settings)
    yield ', '.join(targets.names)
    for target in targets.targets:
        own = target.settings
        yield f'{target.as_mapping()} {target.asks_regions} {own.cloud_name} {own.region_name}'
        inner = [each.label for each in target.in_regions(('x', 'y'))]
        yield f'in regions: {", ".join(inner)}; {target.in_regions(())[0].asks_regions}'


def _listing(text: str, place: Path, name: str) -> Iterator[str]:
    """The clouds of ``cloud-list``."""
    clouds, mistakes = cloud_list.listing(_settings(text, place), _service(name))
    yield from map(json.dumps, clouds)
    yield from (f'{name}: {type(error).__name__}: {error}' for name, error in mistakes.items())


def _entry(text: str, place: Path, extension: str = 'yaml') -> Iterator[str]:
    """Each cloud of a file in each of its regions, with the lines of its settings."""
    for stem, part in zip(_STEMS, text.split('---\n'), strict=False):
        (place / f'{stem}.{extension}').write_text(part, encoding='utf-8')
    environment = _settings('', place).environment
    with contextlib.suppress(files.CloudFileError):
        for cloud, _ in files.names(environment.variables, str(place)):
            yield from _cloud(environment, cloud)
    yield _attempt('none', files.find, environment.variables, 'none', None, str(place))


def _cloud(environment: Environment, name: str) -> Iterator[str]:
    variables, cwd = environment.variables, environment.cwd
    regions: Iterable[str | None] = (None,)
    try:
        cloud = files.find(variables, name, cwd=cwd)
        assert cloud is not None
        regions = cloud.regions or regions
    except errors.Error as error:
        yield f'{name}: {error}'
        part = file_lines.readable_part(variables, cwd, name)
        if part is not None:
            yield f'readable: {part} {part.auth} {part.auth_type} {part.settings}'
    for region in regions:
        with contextlib.suppress(errors.Error):
            cloud = files.find(variables, name, region, cwd)
            assert cloud is not None
            yield f'{cloud} {cloud.regions} {cloud.auth_type} {cloud.auth} {cloud.settings}'
            yield from cloud.misspelt
        with contextlib.suppress(errors.Error):
            places = file_lines.Lines(variables, cwd, name, region).every
            each = (f'{place.key}={place.value} {place.file}:{place.line}' for place in places)
            yield f'lines: {"; ".join(each)}'


def _pins(text: str, place: Path) -> Iterator[str]:
    """Changes and pins by ``verb cloud service [version]``, and the pin file after them."""
    content, _, changes = text.rpartition('---\n')
    pins = Pins(_settings('', place).environment)
    file = Path(pins.file)
    if content:
        file.parent.mkdir(parents=True)
        file.write_text(content, encoding='utf-8')
    calls: dict[str, Callable[..., Pin | None]] = {
        'find': pins.find,
        'set': pins.set,
        'remove': pins.remove,
    }
    for change in changes.splitlines():
        verb, cloud, service, *version = shlex.split(change)
        pin = _attempt(change, calls[verb], cloud, _service(service), *version)
        yield pin if verb == 'find' else pin.removesuffix(': None')
    yield from file.read_text(encoding='utf-8').splitlines() if file.exists() else ['no file']


def _text(text: str) -> Iterator[str]:
    """Text that goes to a terminal, to JSON or into a request; written as in Python."""
    for line in text.splitlines():
        word = json.loads(f'"{line}"')
        yield ascii((escapes.safe(word), escapes.lines(word), escapes.styled(word)))
        yield ascii((escapes.to_json([word], None), escapes.to_json({word: word})))
        yield ascii((encodings.decoded(word), encodings.is_text(word)))
        stream = io.TextIOWrapper(io.BytesIO(), 'latin-1')
        messages = Messages(stream)
        for write in (messages.write, messages.tell):
            write(word)
        messages.tell(word, 'a\n')
        messages.flush()
        yield str(stream.buffer.getvalue())


def _words(text: str) -> Iterator[str]:
    """Words as switches, times and sizes."""
    for line in text.splitlines():
        word, read = json.loads(f'"{line}"'), []
        for reader in (words.seconds, words.seconds_or_zero, words.byte_size, files.truth):
            try:
                read.append(str(reader(word)))
            except argparse.ArgumentTypeError as error:
                read.append(str(error))
        yield '; '.join(read)


def _options(text: str) -> Iterator[str]:
    """The options that flags mean, whole or abbreviated."""
    table = OptionTable()
    for flag in text.split():
        meant = table.resolve(flag)
        yield f'{flag}: {", ".join(f"{option.dest} {option.takes_value}" for option in meant)}'
    yield ' '.join(table.visible_flags())


def _service(name: str) -> Service:
    return next(service for service in SERVICES if service.name == name)


STORIES = Stories(
    FOLDER,
    {
        **{
            name: _beside(kind)
            for name, kind in (
                ('config', _config),
                ('login', _login),
                ('versions', _versions),
                ('targets', _targets),
                ('listing', _listing),
            )
        },
        'entry': _alone(_entry),
        'pins': _alone(_pins),
        'options': _options,
        'text': _text,
        'words': _words,
    },
)
