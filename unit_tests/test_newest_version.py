"""The newest version is written where it is declared, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from unit_tests.newest import BEYOND, MINOR, NEWEST
from unit_tests.source import ROOT, name_of, paths, text_of

# Modules that own it.
OWNERS = {
    'novaclient_mv/version.py': 'it declares the newest version',
    'benchmarks/stub_cloud.py': 'measurements stay comparable only if this cloud stays as it is',
}
_LITERAL = re.compile(
    rf'(?<![\d.])(?:{re.escape(NEWEST)}|{re.escape(BEYOND)})(?![\d.]*\d)', re.ASCII
)
_MINORS = (str(MINOR), str(MINOR + 1))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def sources(*folders: str) -> dict[str, str]:
    """The modules below folders that do not own the newest version, with their texts."""
    files = paths(*(ROOT / folder for folder in folders))
    return {name_of(file): text_of(file) for file in files if name_of(file) not in OWNERS}


def literals(node: ast.AST) -> Iterator[int]:
    """Lines on which code has the newest version; docstrings are not code."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            if _LITERAL.search(each.value) and not _is_docstring(each, node):
                yield each.lineno
        elif isinstance(each, ast.Tuple) and ast.unparse(each) in (
            f'(2, {MINOR})',
            f'(2, {MINOR + 1})',
        ):
            yield each.lineno
        elif isinstance(each, ast.Call) and ast.unparse(each.func) == 'range':
            yield from (end.lineno for end in each.args if ast.unparse(end) in _MINORS)


def _is_docstring(constant: ast.Constant, node: ast.AST) -> bool:
    texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Expr))
    return any(each is constant for each in texts)


def _may_have_it(source: str) -> bool:
    """Whether it is worth to parse a module."""
    return any(text in source for text in (NEWEST, BEYOND, *_MINORS))


def in_test(source: str) -> list[int]:
    """Lines of a test with the newest version, but for the first version of a feature."""
    if not _may_have_it(source):
        return []
    tree = ast.parse(source)
    tree.body = [each for each in tree.body if not _is_since(each)]
    return sorted(literals(tree))


def _is_since(statement: ast.stmt) -> bool:
    """Whether a statement says since when there is what the module tests."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return False
    return statement.targets[0].id == 'SINCE' or statement.targets[0].id.endswith('_SINCE')


def in_functions(source: str) -> list[int]:
    """Lines of a module on which the body of a function has it; declarations stand outside."""
    if not _may_have_it(source):
        return []
    found: set[int] = set()
    for each in ast.walk(ast.parse(source)):
        if isinstance(each, _FUNCTIONS):
            body = each.body if isinstance(each.body, list) else [each.body]
            found.update(line for part in body for line in literals(part))
    return sorted(found)


def test_tests_take_the_newest_version_from_its_declaration() -> None:
    lines = {
        name: in_test(text)
        for name, text in sources('unit_tests', 'functional_tests', 'evidence').items()
    }
    assert {name: found for name, found in lines.items() if found} == {}, (
        f'{NEWEST} and {BEYOND} are NEWEST and BEYOND of unit_tests.newest; the first version of a '
        'feature is a constant SINCE of its test'
    )


def test_code_has_the_newest_version_in_declarations_only() -> None:
    modules = sources('novaclient_mv', 'benchmarks')
    lines = {name: in_functions(text) for name, text in modules.items()}
    assert {name: found for name, found in lines.items() if found} == {}
