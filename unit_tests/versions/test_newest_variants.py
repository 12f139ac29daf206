"""The newest of several variants is marked, so that type checkers show its signature to callers."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import newest, wraps


def methods_of_several_variants(service: Service) -> Iterator[Any]:
    library = importlib.import_module(service.commands_package.rpartition('.')[0])
    for module in pkgutil.walk_packages(library.__path__, f'{library.__name__}.'):
        if '.commands' in module.name:
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and value.__module__ == module.name:
                yield from (
                    method
                    for method in vars(value).values()
                    if len(getattr(method, 'variants', ())) > 1
                    and not hasattr(method, 'manager_method')
                )


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_the_newest_variant_of_each_method_is_marked(service: Service) -> None:
    methods = [*methods_of_several_variants(service)]
    assert methods
    unmarked = [
        method.__qualname__ for method in methods if not getattr(method, 'is_newest', False)
    ]
    assert unmarked == []


def test_no_variant_follows_the_newest() -> None:
    with pytest.raises(TypeError, match='show: an earlier variant is marked as the newest'):

        class Things:
            @newest
            @wraps('2.1', '2.4')
            def show(self) -> None: ...

            @wraps('2.5')
            def show(self) -> None: ...  # noqa: F811
