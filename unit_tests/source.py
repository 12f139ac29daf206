"""Sources of the package and of its tests: each is found, read and parsed once."""

from __future__ import annotations

import ast
import functools
import inspect
import pathlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from unit_tests import processes

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / 'novaclient_mv'


@functools.cache
def paths(*folders: pathlib.Path) -> tuple[pathlib.Path, ...]:
    """The Python files below some folders of the repository."""
    return tuple(sorted(file for folder in folders for file in folder.rglob('*.py')))


@functools.cache
def text_of(file: pathlib.Path) -> str:
    return file.read_text(encoding='utf-8')


@functools.cache
def tree_of(file: pathlib.Path) -> ast.Module:
    return ast.parse(text_of(file))


@functools.cache
def nodes_of(file: pathlib.Path) -> tuple[ast.AST, ...]:
    """Every node of a file, as ``ast.walk`` meets them."""
    return tuple(ast.walk(tree_of(file)))


def calls_in(file: pathlib.Path) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a file, each with the dotted name of what is called."""
    for node in nodes_of(file):
        if isinstance(node, ast.Call):
            yield dotted(node.func), node


def dotted(node: ast.AST) -> str:
    """An expression such as ``sys.stdout.write``; what is no name in it is left out: ``.write``."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    names.append(node.id if isinstance(node, ast.Name) else '')
    return '.'.join(reversed(names))


def docstring_of(file: pathlib.Path) -> str:
    """The docstring of a module, without parsing the rest of it."""
    match = re.match(r'"""(.*?)"""', text_of(file), re.DOTALL)
    return inspect.cleandoc(match[1]) if match else ''


def name_of(file: pathlib.Path) -> str:
    """The path of a file inside the repository."""
    return file.relative_to(ROOT).as_posix()


@functools.cache
def module_of(file: pathlib.Path) -> str:
    """The dotted name of the module in a file."""
    parts = file.relative_to(ROOT).with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)


def inside(file: pathlib.Path) -> str:
    """The name of a file of the package as a module in it, as ``cli.showing.help``."""
    return module_of(file).removeprefix('novaclient_mv').removeprefix('.')


def lies_in(module: str, rooms: tuple[str, ...]) -> bool:
    """Whether a module, as ``cli.showing.help``, lies in one of some rooms."""
    return module in rooms or module.startswith(tuple(f'{room}.' for room in rooms))


class Import(NamedTuple):
    """Something that a file imports."""

    name: str
    """Module and name with dots, as ``novaclient_mv.errors.tree.Error``."""
    is_late: bool
    """Only when a function is called."""
    is_typed: bool
    """For type checkers alone."""


@functools.cache
def _imports_of(file: pathlib.Path) -> tuple[Import, ...]:
    return tuple(_imports_in(tree_of(file).body, is_late=False, is_typed=False))


def _imports_in(body: list[ast.AST], is_late: bool, is_typed: bool) -> Iterator[Import]:
    for node in body:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, is_late, is_typed) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield Import(f'{node.module}.{alias.name}', is_late, is_typed)
        elif isinstance(node, ast.If) and dotted(node.test).endswith('TYPE_CHECKING'):
            yield from _imports_in([*node.body], is_late, is_typed=True)
            yield from _imports_in([*node.orelse], is_late, is_typed)
        else:
            # Only statements hold statements: those of a function are run later.
            parts = (ast.stmt, ast.excepthandler, ast.match_case)
            inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, parts)]
            late = is_late or isinstance(node, ast.FunctionDef)
            yield from _imports_in(inner, late, is_typed)


def imported(file: pathlib.Path, top_only: bool = False, typed: bool = True) -> Iterator[str]:
    """Dotted names of what a file imports.

    :param top_only: what runs when the file is imported: not in functions.
    :param typed: for type checkers too.
    """
    for each in _imports_of(file):
        if not (top_only and each.is_late) and (typed or not each.is_typed):
            yield each.name


@functools.cache
def own_imports(file: pathlib.Path, typed: bool = True) -> frozenset[str]:
    """Modules of this package that a file imports, as ``cli.showing.help`` or ``wire``."""
    names = {name for name in imported(file, typed=typed) if name.split('.')[0] == PACKAGE.name}
    return frozenset(_own_module(name) for name in names)


@functools.cache
def _own_module(name: str) -> str:
    """The module of the package that an imported name is, or lies in."""
    modules = {module_of(file) for file in paths(PACKAGE)}
    while name not in modules:
        name = name.rpartition('.')[0]
    return name.removeprefix(PACKAGE.name).removeprefix('.')


def python(code: str, *words: str, **variables: str) -> str:
    """Return the output of a program, in a process of its own."""
    done = processes.python('-c', code, *words, env={'PYTHONPATH': str(ROOT), **variables})
    assert done.returncode == 0, done.stderr
    return done.stdout
