"""Variants of functions as values: where they are found, and their marks."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from novaclient_mv.versions import (
    EVERY_VERSION,
    APIVersion,
    get_substitutions,
    variant_at,
    variants_of,
    wraps,
)


def plain(first: Any) -> None:
    """Has no versions."""


@wraps('2.3', '2.4')
def show(first: Any) -> str:
    """Exists for two versions."""
    return 'shown'


def test_a_plain_function_is_one_variant_of_its_name() -> None:
    (variant,) = variants_of(plain)
    assert (variant.name, variant.func, variant.gap) == ('plain', plain, False)
    assert variant.range == EVERY_VERSION
    assert variant_at(plain, APIVersion('9.9')).range == EVERY_VERSION  # type: ignore[union-attr]


def test_variants_in_a_module_that_its_package_does_not_name_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = types.ModuleType('made.up')
    module.show = show  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, 'made.up', module)
    assert len(get_substitutions('made.up.show')) == 1
