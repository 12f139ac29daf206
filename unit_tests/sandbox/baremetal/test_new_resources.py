"""Values of new resources, and the versions of fields and filters."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words


@pytest.mark.parametrize(
    ('fields', 'message'),
    [
        ({'properties': None}, ''),
        ({'maintenance': None}, ''),
        ({'parent_node': 'x'}, "parent_node 'x'"),
        ({'properties': {'local_gb': -1}}, 'should be non-negative integers'),
        ({'boot_interface': ''}, 'Could not find the following interface'),
    ],
)
def test_values_of_a_new_node_are_refused(
    metal: Operator, fields: dict[str, Any], message: str
) -> None:
    refused = metal.ask('POST', '/nodes', {'driver': 'fake-hardware', **fields})
    assert (refused.status, message in words(refused)) == (400, True)


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
        ('POST', '/allocations', {'owner': 'x'}, '1.59', 406, 'not acceptable'),
        ('GET', '/allocations?fields=owner', None, '1.59', 400, ''),
        ('GET', '/nodes?instance_name=x', None, '1.50', 406, 'instance_name is not'),
    ],
)
def test_versions_of_fields_and_filters(
    metal: Operator, method: str, url: str, body: Any, version: str, status: int, message: str
) -> None:
    refused = metal.ask(method, url, body, version)
    assert (refused.status, message in words(refused)) == (status, True)
