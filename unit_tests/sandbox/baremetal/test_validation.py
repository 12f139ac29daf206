"""The validation of a node, which a path or a query names."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

NODE = '11111111-2222-4333-8444-555555555555'


@pytest.mark.parametrize(
    ('url', 'version', 'status', 'message'),
    [
        ('/nodes/one/validate', '1.4', 406, 'Request not acceptable.'),
        (f'/nodes/one/validate?node_uuid={NODE}', '1.4', 406, 'Request not acceptable.'),
        ('/nodes/one/states', '1.4', 404, 'Node one could not be found.'),
        ('/nodes/_x/states', '1.4', 404, 'Node _x could not be found.'),
        ('/nodes/_x/states', '1.9', 400, ''),
        ('/nodes/one/validate', '1.5', 200, ''),
        (f'/nodes/{NODE}/validate', '1.4', 200, ''),
        (f'/nodes/nosuch/validate?node_uuid={NODE}', '1.5', 200, ''),
        ('/nodes/validate?node=one', '1.5', 200, ''),
        (f'/nodes/validate?node_uuid={NODE}', '1.4', 200, ''),
        ('/nodes/validate', '1.5', 400, 'Expected a logical name or UUID but received None.'),
    ],
)
def test_a_node_is_validated_by_name_or_by_uuid(
    metal: Operator, url: str, version: str, status: int, message: str
) -> None:
    metal.enroll('one', uuid=NODE)
    answer = metal.ask('GET', url, version=version)
    assert answer.status == status
    assert not message or words(answer).endswith(message)
