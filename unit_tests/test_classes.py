"""Sizes of the classes of the client, and assignments to their attributes from outside."""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Iterator

import pytest

from unit_tests.source import PACKAGE, inside, lies_in, nodes_of, paths, tree_of

MOST_PUBLIC, MOST_METHODS = 12, 20

THE_API = {
    'resources.client Client': 'Methods of clients, managers and resources are the API.',
    'resources.manager Manager': 'Each private one is a kind of request.',
    'resources.resource Resource': 'Programs know its methods from python-novaclient.',
}
"""Classes whose methods are the API, with the reason why they may have more."""

ERRORS = frozenset(
    (
        *('conflict', 'done', 'error', 'explained', 'failed', 'failure', 'interruption', 'missing'),
        *('misspelt', 'mistake', 'ours', 'refusal', 'stop'),
    )
)
"""Names of errors. What is learned of one on its way up is added to it: its hint, its extent."""

FUNCTIONS = (
    *('baremetal.v1.collections', 'baremetal.v1.commands.parts', 'utils'),
    *('resources.listing', 'resources.manager_methods', 'v2.commands.parts.proxies', 'versions'),
    '__main__',
)
"""Modules that make functions, and note on them what they were made of."""

OTHERS = frozenset(
    (
        *('adapter.streaming', 'built.raw', 'manager.pool_classes_by_scheme'),
        *('context.check_hostname', 'context.hostname_checks_common_name'),
        *('context.minimum_version', 'context.options', 'context.post_handshake_auth'),
        *('context.verify_flags', 'context.verify_mode'),
        *('_checks.extension_checks', 'enforcer.suppress_default_change_warnings'),
        *('enforcer.suppress_deprecation_warnings', 'logger.propagate'),
        *('loader.yaml_implicit_resolvers', 'process.returncode', 'record.args', 'record.msg'),
        *('self.auth.auth_ref', 'self.auth.get_auth_ref', 'table.align'),
    )
)
"""Attributes of objects of other packages, which are set as these say."""

REMAINING = frozenset(
    (
        'compat.verbs client.service_type',
        'resources.attributes resource._has_attributes',
        'resources.pending_work resource._begun',
        'resources.pending_work result._begun',
        'resources.manager resource.x_openstack_request_ids',
        'v2.keypairs keypair._info',
        'v2.raw_requests resource.error',
        'v2.versions version.error',
    )
)
"""Attributes that others than their class still set; the list may only shrink."""


def modules() -> Iterator[pathlib.Path]:
    return (file for file in paths(PACKAGE) if not lies_in(inside(file), ('sandbox',)))


def classes(file: pathlib.Path) -> Iterator[ast.ClassDef]:
    return (node for node in nodes_of(file) if isinstance(node, ast.ClassDef))


def methods(node: ast.ClassDef) -> set[str]:
    """The names of the methods of a class but for old ones; variants of one are one."""
    functions = (each for each in node.body if isinstance(each, ast.FunctionDef))
    return {each.name for each in functions if not is_old_name(each)}


def is_old_name(function: ast.FunctionDef) -> bool:
    return (ast.get_docstring(function) or '').startswith('The old name of ')


def test_class_is_measured_by_what_it_does() -> None:
    large = {}
    for file in modules():
        for node in classes(file):
            names = methods(node)
            public = {name for name in names if not name.startswith('_')}
            if len(public) > MOST_PUBLIC or len(names) > MOST_METHODS:
                large[f'{inside(file)} {node.name}'] = len(public), len(names)
    assert large.keys() == THE_API.keys()


def own_attributes(file: pathlib.Path) -> set[str]:
    """The attributes of private classes of a module, which are parts of others in it."""
    return {
        target.attr
        for node in classes(file)
        if node.name.startswith('_')
        for target in targets(node)
        if isinstance(target.value, ast.Name) and target.value.id == 'self'
    } | {
        each.target.id
        for node in classes(file)
        if node.name.startswith('_')
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def targets(node: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes that are set inside a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Assign):
            left: list[ast.expr] = each.targets
        elif isinstance(each, ast.AugAssign | ast.AnnAssign):
            left = [each.target]
        else:
            continue
        for target in left:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            yield from (part for part in parts if isinstance(part, ast.Attribute))


def copies(tree: ast.AST) -> set[ast.Attribute]:
    """The attributes that a class sets on another object of itself, which it just made."""
    set_here = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            names = {
                assigned.targets[0].id
                for assigned in ast.walk(node)
                if isinstance(assigned, ast.Assign)
                and isinstance(assigned.targets[0], ast.Name)
                and is_of_class(assigned.value, node.name)
            }
            set_here |= {
                target
                for target in targets(node)
                if isinstance(target.value, ast.Name) and target.value.id in names
            }
    return set_here


def is_of_class(value: ast.expr, name: str) -> bool:
    """Whether an expression makes an object of a class that its method is of."""
    text = ast.unparse(value)
    return text.startswith(('copy.copy(self)', 'type(self)', 'cls(', 'cls.', f'{name}(', 'super()'))


def set_from_outside(file: pathlib.Path) -> Iterator[str]:
    tree = tree_of(file)
    own, of_copies = own_attributes(file), copies(tree)
    for target in targets(tree):
        text = ast.unparse(target)
        first = text.partition('.')[0]
        if first in ('self', 'cls') and isinstance(target.value, ast.Name):
            continue
        is_error = first in ERRORS or text.startswith('self.error.')
        if is_error or target.attr in own or target in of_copies or text in OTHERS:
            continue
        yield text


def test_attribute_is_set_by_its_class() -> None:
    found = {
        f'{inside(file)} {text}'
        for file in modules()
        if not lies_in(inside(file), FUNCTIONS)
        for text in set_from_outside(file)
    }
    assert found - REMAINING == set()


@pytest.mark.parametrize(
    ('source', 'texts'),
    [
        ('def f(x):\n    x.a = 1\n    x.b, y = 1, 2\n    x.c += 1', ['x.a', 'x.b', 'x.c']),
        ('class A:\n    def f(self, x):\n        self.a = 1\n        self.x.b = 2', ['self.x.b']),
        ('class A:\n    def f(self):\n        b = copy.copy(self)\n        b.a = 1', []),
        ('class _A:\n    a: int\ndef f(x):\n    x.a = x.b = 1', ['x.b']),
        ('def f(error):\n    error.hint = ""', []),
    ],
)
def test_attribute_set_from_outside_is_found(
    source: str, texts: list[str], tmp_path: pathlib.Path
) -> None:
    (tmp_path / 'module.py').write_text(source)
    assert [*set_from_outside(tmp_path / 'module.py')] == texts
