"""Old names that programs may use."""

from __future__ import annotations

import importlib

import pytest

from novaclient_mv.cli.running.outcomes import Outcome

RENAMED = {
    'novaclient_mv.cli.running.carry_out.carry_out': 'novaclient_mv.cli.running.execution.execute',
    'novaclient_mv.cli.arguments.given': 'novaclient_mv.cli.reading.declarations.set_arguments',
    'novaclient_mv.cli.arguments.tells': ('novaclient_mv.cli.reading.declarations.success_message'),
}
"""Promised names that were renamed: in modules, old to new."""


def named(name: str) -> object:
    module, _, attribute = name.rpartition('.')
    return getattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize(('old', 'new'), RENAMED.items())
def test_old_name_is_the_new_thing_with_a_warning_for_its_user(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match='is deprecated') as warned:
        thing = named(old)
    assert thing is named(new)
    assert {warning.filename for warning in warned} == {__file__}


def test_module_with_old_names_has_no_others() -> None:
    with pytest.raises(AttributeError, match=r"carry_out' has no attribute 'other'"):
        named('novaclient_mv.cli.running.carry_out.other')


def test_outcome_is_drained_by_its_old_name() -> None:
    shown: list[int] = []
    with pytest.warns(DeprecationWarning, match='consume'):
        Outcome([1, 2]).drain(shown.append)
    assert shown == [1, 2]
