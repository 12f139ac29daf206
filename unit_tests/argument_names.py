"""Names that commands read of their arguments, compared with their declarations.

A type checker lets any attribute of ``args`` pass; this finds a misspelt one, one that some version
lacks, and a keyword that no manager takes.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from novaclient_mv import services, versions
from novaclient_mv.cli.reading import declarations, tree, window
from novaclient_mv.cli.reading.commands import Command

READERS = ('set_arguments', 'within_limit', 'edits.pairs', 'edits.unset_by')
PACKAGES = tuple(one for service in services.SERVICES for one in service.command_packages)


class Read(NamedTuple):
    """An argument that a function reads.

    :param needed: it must be there at every version; others may be missing at some.
    """

    name: str
    needed: bool
    place: str


def mistakes_of(module: types.ModuleType) -> list[str]:
    """The arguments that a module of commands reads and does not declare, and the keywords that no
    manager takes.
    """
    found: dict[str, None] = {}
    service = _service_of(module.__name__)
    for name, function in vars(module).items():
        if name.startswith('do_') and function.__module__ == module.__name__:
            command = Command(name[3:].replace('_', '-'), function, service)
            found.update(dict.fromkeys(_misread(command)))
    for function in vars(module).values():
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            found.update(dict.fromkeys(_unknown_keywords(function)))
    return list(found)


def _service_of(module: str) -> services.Service:
    """The service of a module of commands; the first one for a copy of such a module."""
    for service in services.SERVICES:
        if module.startswith(service.command_packages):
            return service
    return services.SERVICES[0]


def names_read(module: types.ModuleType) -> int:
    """Return the number of different reads in a module; none in one of commands without
    arguments.
    """
    reads = {
        read
        for name, function in vars(module).items()
        if name.startswith('do_') and function.__module__ == module.__name__
        for variant in versions.variants_of(function)
        for read in _reads(variant.func, 'args')
    }
    return len(reads)


def _misread(command: Command) -> Iterator[str]:
    declared = _declared(command)
    anywhere = {name for _, _, names in declared for name in names}
    check = declarations.declared(command.function, 'check')
    for version, func, names in declared:
        checked = _reads(check, 'args') if check else ()
        for read in (*_reads(func, 'args'), *checked):
            # Several commands may have one check.
            is_shared = _is_shared(read, func) or read in checked
            if read.name not in anywhere and (read.needed or not is_shared):
                yield f'{read.place}: {command.name} has no argument {read.name!r}'
            elif read.needed and read.name not in names:
                yield f'{read.place}: {command.name} has no argument {read.name!r} at {version}'


def _declared(command: Command) -> list[tuple[versions.APIVersion, Callable[..., Any], set[str]]]:
    """The first version of each epoch, the function that serves it, and its arguments."""
    found = []
    for epoch in window.epochs(command):
        variant = versions.variant_at(command.function, epoch.start)
        if variant is not None:
            arguments = tree.arguments_at(command, epoch.start) or []
            # Besides, every command knows by which name it was called.
            names = {'called', *(each.dest for each in arguments)}
            found.append((epoch.start, variant.func, names))
    return found


def _is_shared(read: Read, func: Callable[..., Any]) -> bool:
    """Whether a read stands in a shared part, whose other commands may lack the argument."""
    return not read.place.startswith(f'{func.__module__}:')


@functools.cache
def _syntax(func: Callable[..., Any]) -> ast.FunctionDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(func))).body
    assert isinstance(node, ast.FunctionDef)
    return node


@functools.cache
def _reads(func: Callable[..., Any], parameter: str) -> tuple[Read, ...]:
    """Return the reads of a function, and of those that get its arguments."""
    found: list[tuple[str, bool, int]] = []
    guarded: set[str] = set()
    further: list[Read] = []
    for node in ast.walk(_syntax(func)):
        if isinstance(node, ast.Attribute) and _is_name(node.value, parameter):
            found.append((node.attr, True, node.lineno))
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called in READERS and _is_name(node.args[0], parameter):
            texts = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
            found += [(text, False, node.lineno) for each in texts for text in _constants(each)]
        elif called in ('getattr', 'hasattr') and isinstance(node.args[1], ast.JoinedStr):
            # Which ones these are is known only when it runs.
            continue
        elif called in ('getattr', 'hasattr') and _is_name(node.args[0], parameter):
            # What is asked for so may be read plainly where it is there.
            guarded.update(_constants(node.args[1]))
            found += [(text, False, node.lineno) for text in _constants(node.args[1])]
        else:
            for at, argument in enumerate(node.args):
                target = _resolved(func, called) if _is_name(argument, parameter) else None
                if target is not None:
                    further += _reads(target, list(inspect.signature(target).parameters)[at])
    start = func.__code__.co_firstlineno - 1
    own = [
        Read(name, needed and name not in guarded, f'{func.__module__}:{start + line}')
        for name, needed, line in found
    ]
    return (*own, *further)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _constants(node: ast.expr) -> list[str]:
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def _resolved(func: Callable[..., Any], called: str) -> Callable[..., Any] | None:
    """The function of ours that a call is of."""
    first, *rest = called.split('.')
    target: Any = func.__globals__.get(first)
    for name in rest:
        target = getattr(target, name, None)
    ours = (*PACKAGES, func.__module__)
    if isinstance(target, types.FunctionType) and target.__module__.startswith(ours):
        return versions.variants_of(target)[-1].func
    return None


def _unknown_keywords(function: Callable[..., Any]) -> Iterator[str]:
    """Keywords that ``given`` makes for a manager's method that takes none of that name."""
    for variant in versions.variants_of(function):
        for node in ast.walk(_syntax(variant.func)):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            method = _method(called, _service_of(function.__module__)) or _resolved(
                function, called
            )
            if method is None:
                continue
            taken = _taken(method)
            for keyword in node.keywords:
                for name in _made_by_given(keyword, _syntax(variant.func)):
                    if taken is not None and name not in taken:
                        yield f'{function.__module__}: {called} takes no {name!r}'


def _made_by_given(keyword: ast.keyword, function: ast.FunctionDef) -> list[str]:
    """The keywords of ``**set_arguments(...)`` or a dictionary, or of a name for one."""
    if keyword.arg is not None:
        return []
    if not isinstance(keyword.value, ast.Name):
        return _keys_of(keyword.value)
    names = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if _is_name(target, keyword.value.id):
                    names += _keys_of(node.value)
                elif isinstance(target, ast.Subscript) and _is_name(target.value, keyword.value.id):
                    names += _constants(target.slice)
    return names


def _keys_of(made: ast.expr) -> list[str]:
    if isinstance(made, ast.Dict):
        pairs = zip(made.keys, made.values, strict=True)
        parts = (_constants(key) if key else _keys_of(value) for key, value in pairs)
        return [name for part in parts for name in part]
    if not isinstance(made, ast.Call) or ast.unparse(made.func) not in READERS:
        return []
    names = [text for each in made.args[1:] for text in _constants(each)]
    return names + [each.arg for each in made.keywords if each.arg is not None]


def _method(called: str, service: services.Service) -> Callable[..., Any] | None:
    """The method of a manager that a call such as ``client.keypairs.create`` is of."""
    parts = called.split('.')
    place, _, name = service.client_class.partition(':')
    client = getattr(importlib.import_module(place), name)
    if len(parts) != 3 or parts[0] != 'client' or parts[1] not in client.MANAGERS:
        return None
    method: Callable[..., Any] | None = getattr(client.manager_class(parts[1]), parts[2], None)
    return method


def _taken(method: Callable[..., Any]) -> set[str] | None:
    """The keywords that some version of a method takes; ``None`` for one that takes any."""
    found: set[str] = set()
    for variant in versions.variants_of(method):
        for parameter in inspect.signature(variant.func).parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                keywords = re.match(r'Unpack\[(\w+)\]', str(parameter.annotation))
                if keywords is None:
                    return None
                found.update(variant.func.__globals__[keywords[1]].__annotations__)
            found.add(parameter.name)
    return found
