"""The rooms of the sandbox: what each may import, for type checkers too."""

from __future__ import annotations

import ast
import functools
import pathlib
from collections.abc import Iterator

import pytest

PACKAGE = 'novaclient_mv.sandbox'
SANDBOX = pathlib.Path(__file__).parents[2] / 'novaclient_mv' / 'sandbox'

FLOORS = (
    {'errors', 'newest'},
    {'state'},
    {'http'},
    {'identity', 'compute', 'image', 'network', 'volume', 'placement', 'baremetal'},
    {'faults'},
    {'cloud'},
    {'__init__'},
    {'pytest_plugin'},
)
"""From the ground up: a room imports itself and what lies below it, never one beside it."""

VERSIONS, POLICIES = 'novaclient_mv.versions', 'novaclient_mv.policies'
GUESTS = {
    'pytest_plugin': {'novaclient_mv.client', 'novaclient_mv.services', 'novaclient_mv.v2.client'}
}
"""Further imports of a room: the fixture hands out clients."""


def room_of(name: str) -> str:
    """The room of a module of the sandbox, by its dotted name."""
    return name.removeprefix(PACKAGE).removeprefix('.').split('.')[0] or '__init__'


def floor_of(room: str) -> int:
    """Return the floor of a room."""
    (height,) = (height for height, rooms in enumerate(FLOORS) if room in rooms)
    return height


@functools.cache
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """Every node of a text, which is parsed once."""
    return tuple(ast.walk(ast.parse(text)))


def names_in(text: str) -> Iterator[str]:
    """Modules of ours that a file imports, wherever in it, or names in a text of its code."""
    for node in nodes_of(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, 'imports are absolute'
            yield from (module_of(f'{node.module}.{alias.name}') for alias in node.names)
        elif isinstance(node, ast.Constant) and str(node.value).startswith(f'{PACKAGE}.'):
            yield str(node.value)


def module_of(name: str) -> str:
    """The module of an imported name, which may be one of its functions."""
    file = SANDBOX.parents[1].joinpath(*name.split('.'))
    return name if file.is_dir() or file.with_suffix('.py').is_file() else name.rpartition('.')[0]


def trespasses(path: str, text: str) -> list[str]:
    """Return our modules above, beside or outside that a file imports.

    :param path: below the sandbox's folder.
    """
    room = path.split('/')[0].removesuffix('.py')
    found = []
    for name in names_in(text):
        if name == PACKAGE or name.startswith(f'{PACKAGE}.'):
            other = room_of(name)
            if other != room and floor_of(other) >= floor_of(room):
                found.append(name)
        elif name.startswith((f'{VERSIONS}.', POLICIES)):
            continue
        elif name.startswith('novaclient_mv') and name not in {VERSIONS, *GUESTS.get(room, ())}:
            found.append(name)
    return found


def files() -> dict[str, str]:
    """The files of the sandbox by their path below its folder."""
    return {
        file.relative_to(SANDBOX).as_posix(): file.read_text(encoding='utf-8')
        for file in sorted(SANDBOX.rglob('*.py'))
    }


def test_imports_point_down_only() -> None:
    found = {path: trespasses(path, text) for path, text in files().items()}
    assert {path: names for path, names in found.items() if names} == {}


def test_every_room_has_its_floor_and_every_floor_its_room() -> None:
    rooms = {each.stem for each in SANDBOX.iterdir() if each.suffix == '.py'}
    rooms |= {each.parent.name for each in SANDBOX.glob('*/__init__.py')}
    assert rooms == set().union(*FLOORS)


@pytest.mark.parametrize(
    ('file', 'line', 'name'),
    [
        ('state/clocks.py', 'from novaclient_mv.sandbox.http import wsgi', 'http.wsgi'),
        (
            'http/query.py',
            'if TYPE_CHECKING:\n    from novaclient_mv.sandbox.cloud import Application',
            'cloud',
        ),
        ('compute/service.py', 'from novaclient_mv import sandbox', ''),
    ],
)
def test_what_looks_up_or_aside_is_found(file: str, line: str, name: str) -> None:
    text = f'{files()[file]}\n{line}\n'
    assert trespasses(file, text) == [f'{PACKAGE}.{name}'.rstrip('.')]
