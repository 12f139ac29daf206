"""Operations of an API that the library and the commands reach, read from their source."""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import novaclient_mv
from novaclient_mv import api_versions, base
from novaclient_mv.api_versions import VersionRange
from novaclient_mv.cli.reading import commands
from novaclient_mv.resources.client import Client
from novaclient_mv.services import SERVICES, Service

_OPERATION = re.compile(r'(GET|POST|PUT|PATCH|DELETE) /\S*( \S+)?')

Reached = dict[str, list[VersionRange]]
"""Operation to the versions at which it is reached."""


@dataclasses.dataclass(frozen=True)
class Instance:
    """A value of which only the class is known."""

    kind: type


@dataclasses.dataclass(frozen=True)
class Bound:
    """A function of a class that is called on an instance of it."""

    func: Callable[..., Any]
    kind: type | None


Names = Mapping[str, Any]
Texts = tuple[tuple[str, str], ...]


@functools.cache
def of_methods(service: Service) -> dict[str, Reached]:
    """``client.servers.list``, ``Flavor.get_keys`` and their like to what each of them reaches."""
    found = {}
    client = client_class(service)
    for attribute in client.MANAGERS:
        kind = client.manager_class(attribute)
        found |= _of_class(f'client.{attribute}', kind, service)
        resource = getattr(kind, 'resource_class', None)
        if resource is not None and _manager_of(resource) is kind:
            found |= _of_class(resource.__name__, resource, service)
    return found


def _of_class(title: str, kind: type, service: Service) -> dict[str, Reached]:
    found = {}
    for name in dir(kind):
        func = inspect.getattr_static(kind, name)
        is_own = inspect.isfunction(func) and func.__module__ != base.__name__
        if is_own and not name.startswith('_'):
            reached = _Search(service).collect(Bound(getattr(kind, name), kind))
            if reached:
                found[f'{title}.{name}'] = reached
    return found


@functools.cache
def of_commands(service: Service) -> dict[str, Reached]:
    """Each command of a service to the operations that it reaches."""
    return {
        command.name: reached
        for command in commands.commands_of([service])
        if (reached := _Search(service).collect(Bound(command.function, None)))
    }


@functools.cache
def client_class(service: Service) -> type[Client]:
    """The class of the client of a service."""
    module, _, name = service.client_class.partition(':')
    found: type[Client] = getattr(importlib.import_module(module), name)
    return found


def _client_of(place: str) -> type[Client]:
    """The class of the client of the service that a module belongs to."""
    for service in SERVICES:
        client = client_class(service)
        if place.startswith(client.__module__.removesuffix('client')):
            return client
    return client_class(SERVICES[0])


@functools.cache
def _manager_of(resource: type) -> type | None:
    """The class of the manager that has resources of a class."""
    client = _client_of(resource.__module__)
    for attribute in client.MANAGERS:
        kind = client.manager_class(attribute)
        if getattr(kind, 'resource_class', None) is resource:
            return kind
    return None


@functools.cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the line that Python has them at."""
    with open(file, encoding='utf-8') as source:
        tree = ast.parse(source.read())
    return {
        min([node.lineno, *(each.lineno for each in node.decorator_list)]): node
        for node in _statements(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in a node, and those in them."""
    for name in ('body', 'orelse', 'handlers', 'finalbody', 'cases'):
        for each in getattr(node, name, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from _statements(each)


@dataclasses.dataclass(frozen=True)
class Parts:
    """The nodes of a function that are looked at, picked once: many ways may lead to it."""

    imports: tuple[ast.ImportFrom, ...]
    assigned: tuple[ast.Assign, ...]
    followed: tuple[ast.AST, ...]


@functools.cache
def _parts(function: ast.FunctionDef) -> Parts:
    nodes = tuple(ast.walk(function))
    # Docstrings name operations, too, but they could be wrong.
    skipped = {
        id(each.value)
        for each in nodes
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
    }
    skipped |= {id(part) for each in function.decorator_list for part in ast.walk(each)}
    # What is asked for a suggestion, once something has failed, is no need of a command.
    skipped |= {
        id(part)
        for each in nodes
        if isinstance(each, ast.Call) and _called(each) in ('missing', 'suggesting')
        for argument in each.args
        for part in ast.walk(argument)
    }
    # A part of a text alone could look like an operation of its own.
    skipped |= {
        id(part)
        for each in nodes
        if isinstance(each, ast.JoinedStr)
        for part in each.values
        if isinstance(part, ast.Constant)
    }
    return Parts(
        tuple(each for each in nodes if isinstance(each, ast.ImportFrom)),
        tuple(each for each in nodes if isinstance(each, ast.Assign)),
        tuple(
            each
            for each in nodes
            if id(each) not in skipped
            and (
                isinstance(each, ast.Constant | ast.JoinedStr | ast.Call)
                or (isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Load))
            )
        ),
    )


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(call.func, 'attr', getattr(call.func, 'id', '')))


def _is_ours(func: Any) -> bool:
    return str(getattr(func, '__module__', '')).startswith(novaclient_mv.__name__ + '.')


class _Search:
    """Follows calls, and functions that are passed on, through the source of this package."""

    def __init__(self, service: Service) -> None:
        self.every_version = VersionRange(service.first, service.latest)
        self.found: Reached = {}
        self.seen: set[Any] = set()

    def collect(self, start: Bound) -> Reached:
        """Return the operations reached from a function at its versions."""
        self.enter(start, self.every_version, (), start.kind)
        return self.found

    def enter(
        self,
        bound: Bound,
        versions: VersionRange,
        texts: Texts,
        sender: type | None,
    ) -> None:
        """Go through each variant of a function.

        :param texts: the parameters whose values are known, with these.
        :param sender: the class of what sends the operations that stand in it.
        """
        if hasattr(bound.func, 'manager_method') and bound.kind is not None:
            manager = _manager_of(bound.kind)
            if manager is not None:
                bound = Bound(getattr(manager, bound.func.__name__), manager)
        for func, limits in _functions_of(bound.func):
            narrower = _narrower(versions, limits)
            key = (func, bound.kind, sender, narrower, texts)
            if narrower is None or key in self.seen:
                continue
            self.seen.add(key)
            body = _body(func, bound.kind, texts)
            if body is None:
                continue
            for operation in body.operations:
                self.add(operation, narrower, sender)
            for called, given in body.calls:
                self.enter(called, narrower, given, called.kind or sender)

    def add(self, operation: str, versions: VersionRange, sender: type | None) -> None:
        """Note an operation; a manager may send it under another path."""
        moved = getattr(sender, 'moved', None)
        if moved is not None:
            if operation not in moved:
                return
            operation = moved[operation]
            limits = api_versions.variants_of(sender.send)  # type: ignore[union-attr]
            versions = versions.intersect(limits[-1].range)
        ranges = self.found.setdefault(operation, [])
        if versions not in ranges:
            ranges.append(versions)


@functools.cache
def _functions_of(func: Callable[..., Any]) -> tuple[tuple[Any, VersionRange], ...]:
    """Return the function behind each variant, with its versions."""
    variants = api_versions.variants_of(func)
    unwrapped = [(inspect.unwrap(variant.func), variant.range) for variant in variants]
    return tuple(each for each in unwrapped if inspect.isfunction(each[0]))


@functools.cache
def _narrower(versions: VersionRange, limits: VersionRange) -> VersionRange | None:
    both = versions.intersect(limits)
    return None if both.is_empty else both


@functools.cache
def _body(func: Any, kind: type | None, texts: Texts) -> _Body | None:
    """The body of one variant of a function, read once: many ways may lead to it."""
    node = _functions(func.__code__.co_filename).get(func.__code__.co_firstlineno)
    return None if node is None else _Body(func, node, kind, dict(texts))


class _Body:
    """The body of one variant of a function: the operations that stand in it, and what it calls
    or passes on, with the texts that it gives.
    """

    def __init__(
        self, func: Any, node: ast.FunctionDef, kind: type | None, texts: Mapping[str, str]
    ) -> None:
        self.operations: list[str] = []
        self.calls: dict[tuple[Bound, Texts], None] = {}
        self.globals: Names = func.__globals__
        self.node = node
        self.kind = kind
        self.names: dict[str, Any] = {**_local_imports(node), **_enclosed_texts(func), **texts}
        arguments = [*node.args.posonlyargs, *node.args.args]
        for each in arguments:
            known = _annotated(func, each.arg)
            if each.arg in ('client', 'api'):
                known = Instance(_client_of(func.__module__))
            if known is not None:
                self.names[each.arg] = known
        if kind is not None and arguments:
            self.names[arguments[0].arg] = Instance(kind)
        self._assign()
        self._walk()

    def _assign(self) -> None:
        """Learn what local names stand for."""
        for each in _parts(self.node).assigned:
            if isinstance(each.targets[0], ast.Name):
                value = self.value(each.value)
                if value is not None:
                    self.names.setdefault(each.targets[0].id, value)

    def _walk(self) -> None:
        """Note the operations that stand here, and go on where they may."""
        for each in _parts(self.node).followed:
            if isinstance(each, ast.Constant | ast.JoinedStr):
                self.operations += filter(_OPERATION.fullmatch, self.texts(each))
            elif isinstance(each, ast.Call):
                self._follow(each.func, each)
            elif isinstance(each, ast.Name | ast.Attribute):
                self._follow(each, None)
                text = self.value(each)
                if isinstance(text, str) and _OPERATION.fullmatch(text):
                    self.operations.append(text)

    def _follow(self, node: ast.expr, call: ast.Call | None) -> None:
        value = self.value(node)
        if inspect.isfunction(value):
            value = Bound(value, None)
        if isinstance(value, Bound) and _is_ours(value.func):
            given = {} if call is None else self._given(value, call)
            self.calls[value, tuple(sorted(given.items()))] = None

    def _given(self, bound: Bound, call: ast.Call) -> dict[str, str]:
        """The texts that a call gives, by the parameters that take them."""
        parameters = _parameters(bound.func)
        if bound.kind is not None:
            parameters = parameters[1:]
        pairs = list(zip(parameters, call.args, strict=False))
        pairs += [(each.arg, each.value) for each in call.keywords if each.arg]
        found = {}
        for name, node in pairs:
            value = node.value if isinstance(node, ast.Constant) else self.value(node)
            if isinstance(value, str):
                found[name] = value
        return found

    def texts(self, node: ast.Constant | ast.JoinedStr) -> list[str]:
        """The texts that an expression may stand for."""
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        found = ['']
        for part in node.values:
            if isinstance(part, ast.Constant):
                ends = [str(part.value)]
            else:
                value = self.value(part.value) if isinstance(part, ast.FormattedValue) else None
                ends = [value] if isinstance(value, str) else []
                ends += value if isinstance(value, tuple) else ()
            found = [start + end for start in found for end in ends]
        return found

    def value(self, node: ast.expr) -> Any:
        """Return the known value of an expression, if any."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, self.globals.get(node.id))
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Subscript):
            return _texts_of(self.value(node.value))
        if isinstance(node, ast.Call):
            return self._result(node)
        return None

    def _attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        if isinstance(owner, types.ModuleType):
            return getattr(owner, node.attr, None)
        if isinstance(owner, Instance):
            return _member(owner.kind, node.attr)
        return None

    def _result(self, node: ast.Call) -> Any:
        """Return the result of a call, where that is a new instance, or a value of a table."""
        called = node.func
        if isinstance(called, ast.Name) and called.id == 'getattr':
            owner, name = (self.value(each) for each in node.args[:2])
            return _member(owner.kind, name) if isinstance(owner, Instance) and name else None
        if isinstance(called, ast.Attribute) and called.attr == 'get':
            texts = _texts_of(self.value(called.value))
            if texts is not None:
                return texts
        if isinstance(called, ast.Name) and called.id == 'super' and self.kind is not None:
            # Which class above has it is decided where the attribute is looked up.
            return Instance(_above(self.kind, self.node))
        value = self.value(called)
        if isinstance(value, type) and _is_ours(value):
            return Instance(value)
        if isinstance(value, Bound) and value.kind is not None:
            return _returned(value)
        return None


@functools.cache
def _parameters(func: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(inspect.unwrap(func)).parameters)


def _texts_of(table: Any) -> tuple[str, ...] | None:
    """The values of a table of texts, any of which an entry of it may be."""
    if isinstance(table, dict) and all(isinstance(each, str) for each in table.values()):
        return tuple(dict.fromkeys(table.values()))
    return None


def _member(kind: type, name: str) -> Any:
    """Return the known attribute of an instance."""
    if issubclass(kind, Client):
        return Instance(kind.manager_class(name)) if name in kind.MANAGERS else None
    if name == 'api' or (name == 'client' and not issubclass(kind, base.Manager)):
        return Instance(_client_of(kind.__module__))
    if name == 'manager' and issubclass(kind, base.Resource):
        manager = _manager_of(kind)
        return Instance(manager) if manager else None
    found = inspect.getattr_static(kind, name, None)
    if isinstance(found, property) and found.fget is not None:
        return Bound(found.fget, kind)
    if inspect.isfunction(found):
        return Bound(found, kind)
    return found if isinstance(found, dict | str) else None


def _returned(bound: Bound) -> Instance | None:
    """An instance of the class that a method is annotated to give."""
    func = inspect.unwrap(api_versions.variants_of(bound.func)[-1].func)
    if func.__annotations__.get('return') in ('R', 'resources.R'):
        kind = getattr(bound.kind, 'resource_class', None)
        return Instance(kind) if isinstance(kind, type) else None
    return _annotated(func, 'return')


def _annotated(func: Any, name: str) -> Instance | None:
    """An instance of the class of ours that a parameter, or a result, is annotated with."""
    first, *rest = str(func.__annotations__.get(name, '')).split(' | ')[0].split('.')
    found = func.__globals__.get(first)
    for each in rest:
        found = getattr(found, each, None)
    return Instance(found) if isinstance(found, type) and _is_ours(found) else None


def _above(kind: type, node: ast.FunctionDef) -> type:
    """A class that has what stands above a method in the order of a class."""
    for place, each in enumerate(kind.__mro__):
        own = vars(each).get(node.name)
        if own is not None:
            func = inspect.unwrap(api_versions.variants_of(own)[-1].func)
            if _functions(func.__code__.co_filename).get(func.__code__.co_firstlineno) is node:
                above: type = kind.__mro__[place + 1]
                return above
    return kind


def _enclosed_texts(func: Any) -> dict[str, str]:
    """The texts that a function has from the one that it was defined in."""
    cells = zip(func.__code__.co_freevars, func.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if isinstance(cell.cell_contents, str)}


def _local_imports(node: ast.FunctionDef) -> dict[str, Any]:
    """Names that a function imports."""
    found = {}
    for each in _parts(node).imports:
        if str(each.module).startswith('novaclient_mv'):
            module = importlib.import_module(str(each.module))
            for alias in each.names:
                value = getattr(module, alias.name, None)
                if value is None:
                    value = importlib.import_module(f'{each.module}.{alias.name}')
                found[alias.asname or alias.name] = value
    return found
