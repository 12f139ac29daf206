"""Type-check the bodies of all variants; mypy itself reads only the last function of a name.

mypy is shown a copy of the package in which each older variant has a name of its own, and in which
callers that end with a version call the variants of that version::

    python -m unit_tests.every_variant

Lines keep their numbers, so that those of mypy are those of the package.
"""

from __future__ import annotations

import ast
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from novaclient_mv import versions
from novaclient_mv.services import COMPUTE, SERVICES, Service
from unit_tests import processes

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / 'novaclient_mv'

_DECLARES_VERSIONS = frozenset({'wraps', 'api_version'})
_VERSION = re.compile(r'[0-9]+\.[0-9]+')


class Variant(NamedTuple):
    """One of several functions of a name, and the versions that its decorator states."""

    node: ast.FunctionDef
    range: versions.VersionRange

    @property
    def name(self) -> str:
        """The name that it has in the copy while a newer one keeps the name of both."""
        return older_name(self.node.name, self.range)


class Edit(NamedTuple):
    """Text that replaces some of a line; places are counted in bytes, as ``ast`` counts them."""

    line: int
    start: int
    end: int
    text: str


def older_name(name: str, span: versions.VersionRange) -> str:
    """The name in the copy of a variant that is not the newest."""
    return f'{name}_from_{str(span.start).replace(".", "_")}'


def range_of(function: ast.FunctionDef, service: Service) -> versions.VersionRange | None:
    """The versions of a variant of a service; ``None`` for a function that is none."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and _last_name(decorator.func) in _DECLARES_VERSIONS:
            texts = [
                argument.value
                for argument in decorator.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            if texts and all(_VERSION.fullmatch(text) for text in texts):
                return versions.VersionRange(*texts).bound_like(service.range)
    return None


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, 'id', '')


def service_of(path: pathlib.Path) -> Service:
    """The service whose versions a file of the package writes: that of its library or handlers."""
    for service in SERVICES:
        library = pathlib.PurePath(*service.client_class.partition(':')[0].split('.')[:-1])
        folders = (ROOT / library, PACKAGE / 'sandbox' / service.name)
        if any(folder in path.parents for folder in folders):
            return service
    return COMPUTE


class Module:
    """A module of the package, and the changes that tell its variants apart.

    :param source: its text.
    :param service: the one whose versions it writes.
    """

    def __init__(self, source: str, service: Service = COMPUTE) -> None:
        self.source = source
        self.service = service
        self.edits: list[Edit] = []
        self.lines = [line.encode() for line in source.splitlines(keepends=True)]
        tree = ast.parse(source)
        functions = self._variants_in(tree)
        for scope in ast.walk(tree):
            if isinstance(scope, ast.ClassDef):
                self._rename(self._variants_in(scope), functions)
        self._rename(functions, functions)

    def _variants_in(self, scope: ast.Module | ast.ClassDef) -> dict[str, list[Variant]]:
        variants: dict[str, list[Variant]] = {}
        for node in scope.body:
            if (
                isinstance(node, ast.FunctionDef)
                and (span := range_of(node, self.service)) is not None
            ):
                variants.setdefault(node.name, []).append(Variant(node, span))
        return variants

    def _rename(
        self, members: Mapping[str, list[Variant]], functions: Mapping[str, list[Variant]]
    ) -> None:
        for *older, newest in members.values():
            self._drop_mark(newest.node)
            for variant in older:
                line = variant.node.lineno
                start = self.lines[line - 1].index(b'def ') + len('def ')
                name = variant.node.name
                self.edits.append(Edit(line, start, start + len(name), variant.name))
            for variant in (*older, newest):
                if not variant.range.is_open:
                    self.edits += _calls_at(variant, members, functions, self.service)

    def _drop_mark(self, newest: ast.FunctionDef) -> None:
        """Without the others it would be an overload without an implementation."""
        for decorator in newest.decorator_list:
            if _last_name(decorator) == 'newest':
                start = decorator.col_offset - 1
                self.edits.append(
                    Edit(decorator.lineno, start, decorator.end_col_offset or start, '')
                )

    def told_apart(self) -> str:
        """The text in which each variant has a name of its own."""
        lines = list(self.lines)
        for edit in sorted(set(self.edits), reverse=True):
            line = lines[edit.line - 1]
            lines[edit.line - 1] = line[: edit.start] + edit.text.encode() + line[edit.end :]
        return b''.join(lines).decode()


def _calls_at(
    caller: Variant,
    members: Mapping[str, list[Variant]],
    functions: Mapping[str, list[Variant]],
    service: Service,
) -> Iterator[Edit]:
    """Let a function that ends with a version use what is there at that version."""
    for statement in caller.node.body:
        for node in ast.walk(statement):
            ranges: list[versions.VersionRange] = []
            if isinstance(node, ast.Name):
                ranges = [variant.range for variant in functions.get(node.id, ())]
            elif isinstance(node, ast.Attribute):
                if isinstance(node.value, ast.Name) and node.value.id == 'self':
                    ranges = [variant.range for variant in members.get(node.attr, ())]
                else:
                    ranges = _ranges_of_method(node, service)
            for span in ranges[:-1]:
                if caller.range.end in span:
                    assert isinstance(node, ast.Name | ast.Attribute)
                    end = node.end_col_offset or 0
                    name = _last_name(node)
                    line = node.end_lineno or node.lineno
                    yield Edit(line, end - len(name), end, older_name(name, span))


def _ranges_of_method(node: ast.Attribute, service: Service) -> list[versions.VersionRange]:
    """The versions of the variants that ``client.<manager>.<method>`` has."""
    manager = node.value
    client_class = service.client()
    if not (
        isinstance(manager, ast.Attribute)
        and _last_name(manager.value) == 'client'
        and manager.attr in client_class.MANAGERS
    ):
        return []
    method = getattr(client_class.manager_class(manager.attr), node.attr, None)
    return (
        [variant.range.bound_like(service.range) for variant in versions.variants_of(method)]
        if hasattr(method, 'variants')
        else []
    )


def check(changed: Mapping[pathlib.Path, str], folder: pathlib.Path, cache: pathlib.Path) -> str:
    """Return mypy's output for the package, with all variants checked.

    :param changed: texts that stand for those of modules.
    :param folder: where the copies go.
    """
    shadows = []
    for number, path in enumerate(sorted(PACKAGE.rglob('*.py'))):
        source = path.read_text(encoding='utf-8')
        text = Module(changed.get(path, source), service_of(path)).told_apart()
        if text != source:
            copy = folder / f'{number}_{path.name}'
            copy.write_text(text, encoding='utf-8')
            shadows += ['--shadow-file', str(path), str(copy)]
    # None of the relaxations of pyproject.toml, which variants of one name need.
    options = ['--config-file=', '--strict', '--python-version=3.11', f'--cache-dir={cache}']
    run = processes.python('-m', 'mypy', *options, *shadows, str(PACKAGE), cwd=ROOT)
    return run.stdout + run.stderr


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = check({}, pathlib.Path(folder), ROOT / '.mypy_cache' / 'every_variant')
    print(report, end='')  # noqa: T201
    return 'Success' not in report


if __name__ == '__main__':
    sys.exit(main())
