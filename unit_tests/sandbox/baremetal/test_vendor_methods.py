"""Methods of the vendor interface of a node, which take the keys of a body as arguments."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words


def _call(metal: Operator, method: str, body: Any) -> Any:
    return metal.ask('POST', f'/nodes/{metal.enroll()}/vendor_passthru/{method}', body)


@pytest.mark.parametrize('bar', [False, '', 0, 0.0, [], {}, None])
@pytest.mark.parametrize('method', ['second_method', 'third_method_sync'])
def test_empty_argument_is_none(metal: Operator, method: str, bar: Any) -> None:
    refused = _call(metal, method, {'bar': bar})
    assert refused.status == 400
    assert words(refused) == f"Parameter 'bar' not passed to method '{method}'."
    assert _call(metal, 'log_passthrough', {'bar': bar}).status == 202


@pytest.mark.parametrize(
    'body', [[], 'bar', False, {'task': 1, 'bar': 'x'}, {'bar': 'meow', 'a': 1}, {'a': 1}, None]
)
def test_body_that_is_not_the_arguments_is_refused(metal: Operator, body: Any) -> None:
    assert _call(metal, 'third_method_sync', body).status == 400


def test_other_arguments_of_what_goes_on_later_are_not_looked_at(metal: Operator) -> None:
    assert _call(metal, 'second_method', {'bar': 'x', 'a': 1}).status == 202
    assert _call(metal, 'third_method_sync', {'bar': 'meow'}).body is True
