"""Values of new resources, and the versions of fields and filters, in the service's order."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words


@pytest.mark.parametrize(
    ('fields', 'status', 'message'),
    [
        ({'properties': None, 'name': 'a b'}, 500, "'NoneType' object has no attribute 'get'"),
        ({'maintenance': None, 'driver': 'x'}, 500, "Field `maintenance' cannot be None"),
        ({'maintenance': None, 'parent_node': 'x'}, 400, "parent_node 'x'"),
        ({'driver': 'x', 'parent_node': 'x'}, 400, "parent_node 'x'"),
        ({'name': 'one', 'properties': {'local_gb': -1}}, 400, 'should be non-negative integers'),
        ({'name': 'one', 'boot_interface': ''}, 400, 'Could not find the following interface'),
    ],
)
def test_values_of_a_new_node_are_refused_in_order(
    metal: Operator, fields: dict[str, Any], status: int, message: str
) -> None:
    metal.enroll('one')
    refused = metal.ask('POST', '/nodes', {'driver': 'fake-hardware', **fields})
    assert (refused.status, message in words(refused)) == (status, True)


def test_empty_texts_of_new_resources_are_none(metal: Operator) -> None:
    node = metal.ask('POST', '/nodes', {'driver': 'fake-hardware', 'resource_class': ''})
    assert node.body['resource_class'] is None
    allocation = metal.ask('POST', '/allocations', {'resource_class': 'x', 'owner': ''})
    assert allocation.body['owner'] is None


def test_header_that_says_where_a_result_is_has_letters_of_ascii_alone(metal: Operator) -> None:
    made = metal.ask('POST', '/allocations', {'resource_class': 'x', 'uuid': '\u0663'})
    assert (made.status, made.body['uuid']) == (201, '\u0663')
    assert made.headers['Location'].endswith('/v1/allocations/%D9%A3')


@pytest.mark.parametrize(
    ('method', 'url', 'body', 'version', 'status', 'message'),
    [
        ('POST', '/allocations', {'node': 5}, '1.57', 400, "('node' was unexpected)"),
        ('POST', '/allocations', {'owner': 'x', 'name': 'a b'}, '1.59', 406, 'not acceptable'),
        ('GET', '/allocations?fields=owner', None, '1.59', 400, "'owner' is not one of ["),
        ('GET', '/nodes?instance_name=x&parent_node=x', None, '1.50', 406, 'instance_name is not'),
        ('GET', '/nodes?instance_name=x&owner=x', None, '1.49', 406, 'should be 1.50'),
        ('PATCH', '/chassis', [], '1.50', 400, 'Missing mandatory parameter: chassis_uuid'),
    ],
)
def test_versions_of_fields_and_filters(
    metal: Operator, method: str, url: str, body: Any, version: str, status: int, message: str
) -> None:
    refused = metal.ask(method, url, body, version)
    assert (refused.status, message in words(refused)) == (status, True)
