"""Handlers by path: routes as data, controllers imported at first use."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from novaclient_mv import versions as microversions

_SNAKE = re.compile(r'(?<=[a-z0-9])(?=[A-Z])|-')


class _Path:
    """A path with variables in braces."""

    __slots__ = ('path', 'segments')

    def __init__(self, path: str) -> None:
        self.path = path
        self.segments = tuple(path.split('/')[1:])

    def match(self, segments: list[str]) -> dict[str, str] | None:
        """The values of the path's variables, ``None`` when the path is another one."""
        variables = {}
        for pattern, segment in zip(self.segments, segments, strict=True):
            if pattern[:1] == '{':
                if not segment:
                    return None
                variables[pattern[1:-1]] = segment
            elif pattern != segment:
                return None
        return variables


class Route(_Path):
    """A path with the handlers of its methods.

    :param controller: the module below the router's package, ``servers.server_tags`` say; its class
        has the same name: ``ServerTags``.
    :param versions: when the whole path is there, as ``..2.35``; handlers say it of themselves.
    """

    __slots__ = ('controller', 'methods', 'versions')

    def __init__(self, path: str, controller: str, versions: str = '..', **methods: str) -> None:
        super().__init__(path)
        self.controller = controller
        self.versions = microversions.VersionRange.parse(versions)
        self.methods = methods


class Actions(_Path):
    """The actions of a path: the one key of the body chooses the handler.

    :param tables: module of the controller to the names of its actions, with blanks between. The
        handler of ``os-getVNCConsole`` is ``get_vnc_console``.
    """

    __slots__ = ('by_name', 'versions')

    methods = MappingProxyType({'POST': 'action'})

    def __init__(self, path: str, tables: dict[str, str], versions: str = '..') -> None:
        super().__init__(path)
        self.versions = microversions.VersionRange.parse(versions)
        self.by_name = {
            name: (controller, handler_name(name))
            for controller, names in tables.items()
            for name in names.split()
        }


def handler_name(action: str) -> str:
    """The handler of an action: ``os-start`` is ``start``, ``createImage`` is ``create_image``."""
    text = action.removeprefix('os-')
    text = re.sub(r'([A-Z]+)([A-Z][a-z])', r'\1_\2', text)
    return _SNAKE.sub('_', text).lower()


class Router:
    """Finds the route of a path. Earlier routes win, as the order of the table says."""

    def __init__(self, package: str, routes: Iterable[Route | Actions]) -> None:
        self.package = package
        self.routes = tuple(routes)
        self._by_shape: dict[tuple[int, str], list[Route | Actions]] = {}
        for route in self.routes:
            self._by_shape.setdefault((len(route.segments), route.segments[0]), []).append(route)

    def find(self, path: str, method: str) -> tuple[Route | Actions, dict[str, str]] | None:
        """The route that serves a method of a path, with the values of the path's variables."""
        segments = path.split('/')[1:]
        for route in self._by_shape.get((len(segments), segments[0] if segments else ''), ()):
            if method in route.methods:
                variables = route.match(segments)
                if variables is not None:
                    return route, variables
        return None

    def methods(self, path: str, version: microversions.APIVersion | None = None) -> list[str]:
        """The methods that a path is served by, at a version; none without such a path."""
        segments = path.split('/')[1:]
        near = self._by_shape.get((len(segments), segments[0] if segments else ''), ())
        served = [
            route
            for route in near
            if route.match(segments) is not None and (version is None or version in route.versions)
        ]
        return list(dict.fromkeys(method for route in served for method in route.methods))

    def load(self, controller: str) -> type[Any]:
        """The controller class of a module."""
        module = controller.rpartition('.')[2]
        name = ''.join(word.capitalize() for word in module.split('_'))
        controller_class: type[Any] = getattr(
            importlib.import_module(f'{self.package}.{controller}'), name
        )
        return controller_class
