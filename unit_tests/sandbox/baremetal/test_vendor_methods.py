"""Methods of the vendor interface of a node, which take the keys of a body as arguments."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

FAKE = 'ironic.drivers.modules.fake.FakeVendorB.validate()'


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
    ('body', 'status', 'message'),
    [
        ([], 500, f'{FAKE} argument after ** must be a mapping, not list'),
        ('bar', 500, f'{FAKE} argument after ** must be a mapping, not str'),
        (False, 500, f'{FAKE} argument after ** must be a mapping, not bool'),
        ({'task': 1, 'method': 'x'}, 500, f"{FAKE} got multiple values for keyword argument 'm"),
        ({'http_method': 1}, 500, f"{FAKE} got multiple values for keyword argument 'http_meth"),
        ({'task': 1}, 500, "FakeVendorB.validate() got multiple values for argument 'task'"),
        ({'bar': 'meow', 'a': 1}, 500, "sync() got an unexpected keyword argument 'a'"),
        ({'a': 1}, 400, "Parameter 'bar' not passed"),
        (None, 400, "Parameter 'bar' not passed"),
    ],
)
def test_body_that_is_not_the_arguments_fails_as_a_call_does(
    metal: Operator, body: Any, status: int, message: str
) -> None:
    refused = _call(metal, 'third_method_sync', body)
    assert (refused.status, message in words(refused)) == (status, True)


def test_other_arguments_of_what_goes_on_later_are_not_looked_at(metal: Operator) -> None:
    assert _call(metal, 'second_method', {'bar': 'x', 'a': 1}).status == 202
    assert _call(metal, 'third_method_sync', {'bar': 'meow'}).body is True
