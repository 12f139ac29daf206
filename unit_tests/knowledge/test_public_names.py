"""Public names of knowledge are those of its modules, imported when they are asked for."""

from __future__ import annotations

import importlib

import pytest

from novaclient_mv import knowledge


@pytest.mark.parametrize('name', knowledge.__all__)
def test_name_is_that_of_its_module(name: str) -> None:
    module = importlib.import_module(f'novaclient_mv.knowledge.{knowledge._MODULES[name]}')
    assert getattr(knowledge, name) is getattr(module, name)


def test_other_names_are_none() -> None:
    with pytest.raises(AttributeError) as caught:
        _ = knowledge.x
    assert str(caught.value) == "module 'novaclient_mv.knowledge' has no attribute 'x'"
