"""Uses of novaclient in programs, read from their modules: names, calls, keywords.

A use is found where a module imports novaclient, or calls a manager of something that is called
like a client of Nova. ``python -m evidence.dependents.uses FILE OUT`` says inside an
environment which of the uses in a file resolve there.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

ROOT = 'novaclient'
VERSIONS = ('2.1', '2.35', '2.60', '2.96')
MANAGERS = frozenset(
    (
        *('agents', 'aggregates', 'assisted_volume_snapshots', 'availability_zones'),
        *('flavor_access', 'flavors', 'glance', 'hypervisor_stats', 'hypervisors', 'images'),
        *('instance_action', 'instance_usage_audit_log', 'keypairs', 'limits', 'list_extensions'),
        *('migrations', 'networks', 'neutron', 'quota_classes', 'quotas'),
        *('server_external_events', 'server_groups', 'server_migrations', 'servers', 'services'),
        *('usage', 'versions', 'volumes'),
    )
)
_CLIENT = re.compile(r'nova|compute|\bcs\b|\bclient\b')
_OTHER = re.compile(r'neutron|cinder|keystone|glance|network|heat|sdk|conn\b')


class Use(NamedTuple):
    """A use of novaclient.

    :param kind: ``name`` of a module or what is in it, ``call`` of it, ``method`` of a manager.
    :param path: the name with dots, or manager and method.
    :param keywords: what is passed by name.
    :param positional: how many values are passed by place; -1 where nothing is called.
    """

    kind: str
    path: str
    keywords: tuple[str, ...] = ()
    positional: int = -1


def chain(node: ast.expr) -> list[str]:
    """The names of ``a.b().c``, from the first one; calls stand for themselves."""
    parts: list[str] = []
    while True:
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            parts.append('()')
            node = node.func
        else:
            parts.append(node.id if isinstance(node, ast.Name) else '?')
            return parts[::-1]


class Reader(ast.NodeVisitor):
    """Collects the uses in a module.

    :param imports: whether the module imports novaclient.
    """

    def __init__(self, imports: bool) -> None:
        self.imports = imports
        self.names: dict[str, str] = {}
        self.uses: set[Use] = set()

    def visit_Import(self, node: ast.Import) -> None:
        """``import novaclient.client``."""
        for name in node.names:
            if name.name.partition('.')[0] == ROOT:
                self.uses.add(Use('name', name.name))
                self.names[name.asname or ROOT] = name.name if name.asname else ROOT

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """``from novaclient import client``."""
        if node.module and not node.level and node.module.partition('.')[0] == ROOT:
            for name in node.names:
                self.uses.add(Use('name', f'{node.module}.{name.name}'))
                self.names[name.asname or name.name] = f'{node.module}.{name.name}'

    def visit_Call(self, node: ast.Call) -> None:
        """A call, whose keywords have to be taken."""
        keywords = tuple(sorted(word.arg for word in node.keywords if word.arg))
        is_plain = not any(isinstance(value, ast.Starred) for value in node.args)
        self._add(node.func, keywords, len(node.args) if is_plain else 0)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A name that is read."""
        self._add(node, (), -1)
        self.generic_visit(node)

    def _add(self, node: ast.expr, keywords: tuple[str, ...], positional: int) -> None:
        parts = chain(node)
        if parts[0] in self.names:
            if '()' not in parts:
                path = '.'.join([self.names[parts[0]], *parts[1:]])
                kind = 'name' if positional < 0 else 'call'
                self.uses.add(Use(kind, path, keywords, positional))
            return
        for place, part in enumerate(parts):
            if place and part in MANAGERS and place == len(parts) - 2:
                before = '.'.join(parts[:place]).lower()
                if self._is_client(before):
                    self.uses.add(Use('method', f'{part}.{parts[-1]}', keywords, positional))

    def _is_client(self, name: str) -> bool:
        if 'nova' in name:
            return True
        return self.imports and bool(_CLIENT.search(name)) and not _OTHER.search(name)


def of_module(text: str) -> set[Use]:
    """The uses in the source of a module."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        # Modules of Python 2, which nobody imports here.
        return set()
    reader = Reader(re.search(rf'(import|from)\s+{ROOT}', text) is not None)
    reader.visit(tree)
    return reader.uses


def sources(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    """The modules of a program that may use novaclient, without its tests."""
    for path in sorted(folder.rglob('*.py')):
        if not {'tests', 'test', 'functional'} & set(path.relative_to(folder).parts):
            yield path


def of_program(folder: pathlib.Path) -> set[Use]:
    """The uses of a program."""
    uses: set[Use] = set()
    for path in sources(folder):
        text = path.read_text(encoding='utf-8', errors='replace')
        if 'nova' in text:
            uses |= of_module(text)
    return uses


def named(path: str) -> Any:
    """Return the object with a dotted name."""
    parts = path.split('.')
    value = importlib.import_module(parts[0])
    for place, part in enumerate(parts[1:], 2):
        try:
            value = importlib.import_module('.'.join(parts[:place]))
        except ModuleNotFoundError:
            value = getattr(value, part)
    return value


def takes(function: Any, use: Use) -> None:
    """See that a function takes the keywords and the number of values of a use."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return
    kinds = [parameter.kind for parameter in parameters.values()]
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        unknown = [word for word in use.keywords if word not in parameters]
        if unknown:
            raise TypeError(f'{use.path} does not take {unknown}')
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    most = sum(kind in positional for kind in kinds)
    if inspect.Parameter.VAR_POSITIONAL not in kinds and use.positional > most:
        raise TypeError(f'{use.path} takes {most} values, not {use.positional}')


def resolve(use: Use, clients: list[Any]) -> str | None:
    """Why a use does not resolve; ``None`` where it does.

    A method need exist at one version.
    """
    if use.kind != 'method':
        try:
            value = named(use.path)
            if use.kind == 'call' and callable(value):
                takes(value, use)
        except Exception as error:
            return f'{type(error).__name__}: {error}'
        return None
    reason = None
    manager, _, method = use.path.partition('.')
    for client in clients:
        try:
            function = getattr(getattr(client, manager), method)
            if use.positional >= 0:
                takes(function, use)
        except Exception as error:
            reason = f'{type(error).__name__}: {error}'
        else:
            return None
    return reason


def main(source: str, out: str) -> int:
    """Resolve the uses in a file; the exit status."""
    from evidence.dependents import alias

    alias.install()
    session = importlib.import_module('keystoneauth1.session')
    tokens = importlib.import_module('keystoneauth1.token_endpoint')
    client = importlib.import_module(f'{ROOT}.client')
    auth = tokens.Token('http://127.0.0.1:1/v2.1', 'token')
    clients = [client.Client(version, session=session.Session(auth=auth)) for version in VERSIONS]
    uses = [Use(kind, path, tuple(words), count) for kind, path, words, count in read(source)]
    reasons = [resolve(use, clients) for use in uses]
    pathlib.Path(out).write_text(json.dumps(reasons))
    return 0


def read(file: str) -> list[Any]:
    """Return the values of a JSON file."""
    values: list[Any] = json.loads(pathlib.Path(file).read_text())
    return values


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
