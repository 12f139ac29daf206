"""Modules that programs bring as extensions of a client: their managers and hooks."""

from __future__ import annotations

import types
from typing import Any, ClassVar, TypeGuard

from novaclient_mv import resources


class Extension(resources.HookableMixin):
    """A module of somebody else's, with at most one manager.

    Commands of other packages need no extension: they are found by their entry points.

    :param name: what it is called.
    :param module: where functions named as in ``SUPPORTED_HOOKS`` and a manager are looked for.
    """

    SUPPORTED_HOOKS: ClassVar[list[str]] = ['__pre_parse_args__', '__post_parse_args__']

    def __init__(self, name: str, module: types.ModuleType) -> None:
        self.name = name
        self.module = module
        self.manager_class: type[resources.Manager[Any]] | None = None
        for attribute, value in vars(module).items():
            if attribute in self.SUPPORTED_HOOKS:
                self.add_hook(attribute, value)
            elif _is_manager(value):
                self._adopt_manager(value)

    def _adopt_manager(self, manager_class: type[resources.Manager[Any]]) -> None:
        """Take a manager of the module: the last that it defines, or imports if it defines none."""
        is_own = manager_class.__module__ == self.module.__name__
        present = self.manager_class
        if is_own or present is None or present.__module__ != self.module.__name__:
            self.manager_class = manager_class

    def __repr__(self) -> str:
        return f"<Extension '{self.name}'>"


def _is_manager(value: object) -> TypeGuard[type[resources.Manager[Any]]]:
    """Whether this is a manager, and none of our own, which extensions import to inherit from."""
    return (
        isinstance(value, type)
        and issubclass(value, resources.Manager)
        and value.__module__.partition('.')[0] != __package__.partition('.')[0]
    )
