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
            elif _is_manager_of(value, module):
                self.manager_class = value

    def __repr__(self) -> str:
        return f"<Extension '{self.name}'>"


def _is_manager_of(
    value: object, module: types.ModuleType
) -> TypeGuard[type[resources.Manager[Any]]]:
    """Whether a module defines this, and it is a manager; what it imports does not count."""
    return (
        isinstance(value, type)
        and issubclass(value, resources.Manager)
        and value.__module__ == module.__name__
    )
