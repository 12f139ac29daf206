"""The root of the Placement service."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller

HEADER = 'OpenStack-API-Version'


def test_catalog_leads_to_versions_that_need_no_login(cloud: Caller) -> None:
    outside = Caller(cloud.path, user=None)
    answer = outside('GET', '/placement/')
    assert answer.status == 200
    (version,) = answer.body['versions']
    assert (version['min_version'], version['max_version']) == ('1.0', '1.39')
    assert answer.headers[HEADER] == 'placement 1.0'
    assert outside('GET', '/placement/resource_providers').status == 401


@pytest.mark.parametrize(
    ('asked', 'status', 'answered'),
    [
        ('placement 1.39', 404, 'placement 1.39'),
        ('placement latest', 404, 'placement 1.39'),
        ('placement 1.40', 406, None),
        ('placement one', 400, None),
        ('compute 2.90', 404, 'placement 1.0'),
    ],
)
def test_versions_are_negotiated_and_nothing_is_below_the_root(
    cloud: Caller, asked: str, status: int, answered: str | None
) -> None:
    answer = cloud('GET', '/placement/resource_providers', headers={HEADER: asked})
    assert answer.status == status
    assert answer.headers[HEADER] == answered
    (error,) = answer.body['errors']
    assert error['status'] == status


def test_root_takes_no_other_method(cloud: Caller) -> None:
    answer = cloud('POST', '/placement/', body={})
    assert (answer.status, answer.headers['Allow']) == (405, 'GET')
