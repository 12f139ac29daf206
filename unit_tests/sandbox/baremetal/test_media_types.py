"""Errors of the layer in front of the Bare Metal service, which look as a request prefers."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.baremetal.operator import Operator


@pytest.mark.parametrize(
    ('accepted', 'start'),
    [
        (None, '{"code": 404, "title": "Not Found", "description": '),
        ('application/json', '{"code": 404, "title": "Not Found", "description": '),
        ('text/html', '<html>\n <head>\n  <title>404 Not Found</title>'),
        ('application/xml', '404 Not Found\n\nThe resource could not be found.'),
    ],
)
def test_errors_of_routing_look_as_a_request_prefers(
    metal: Operator, accepted: str | None, start: str
) -> None:
    headers = {} if accepted is None else {'Accept': accepted}
    refused = metal('GET', '/baremetal/v1/nosuch', headers=headers)
    assert refused.status == 404
    assert refused.body['error_message'].startswith(start)


@pytest.mark.parametrize(('accepted', 'status'), [('text/html', 406), ('application/json', 200)])
def test_answers_are_json_alone(metal: Operator, accepted: str, status: int) -> None:
    answer = metal('GET', '/baremetal/v1/nodes', headers={'Accept': accepted})
    assert answer.status == status
