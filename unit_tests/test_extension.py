"""Extensions: their managers become attributes of a client."""

from __future__ import annotations

import types
from typing import Any

from novaclient_mv import base, extension


class Thing(base.Resource):
    """Something that another package adds."""


class ThingManager(base.Manager[Thing]):
    """Things."""

    resource_class = Thing


def module(**attributes: Any) -> types.ModuleType:
    """A module of another package."""
    made = types.ModuleType(__name__)
    vars(made).update(attributes)
    return made


def test_a_module_gives_its_manager_and_hooks() -> None:
    calls: list[str] = []
    hooks = {'__pre_parse_args__': lambda: calls.append('before'), 'other': calls.clear}
    found = extension.Extension('things', module(ThingManager=ThingManager, **hooks))
    assert found.manager_class is ThingManager
    found.run_hooks('__pre_parse_args__')
    found.run_hooks('other')
    assert calls == ['before']
    assert repr(found) == "<Extension 'things'>"


def test_a_manager_that_a_module_only_imports_is_not_its_own() -> None:
    assert extension.Extension('none', module(Manager=base.Manager)).manager_class is None
