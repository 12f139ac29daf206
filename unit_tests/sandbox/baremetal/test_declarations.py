"""Steps, schemas, views and routes that the Bare Metal service is declared with."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.baremetal import bodies, deploy_templates, node_management, routes, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

STEP = {'interface': 'bios', 'step': 'x', 'args': {}, 'order': 0}


@pytest.mark.parametrize(
    'change',
    [
        *(
            {'interface': name}
            for name in ['bios', 'deploy', 'firmware', 'management', 'power', 'raid']
        ),
        {'interface': 'vendor'},
        {'args': {'a': 1}},
        {'order': 7},
        {'order': '12'},
    ],
)
def test_step_is_taken(change: dict[str, Any]) -> None:
    bodies.check(deploy_templates.step('order'), {**STEP, **change}, None)


@pytest.mark.parametrize(
    ('step', 'message'),
    [
        *(
            ({key: STEP[key] for key in STEP if key != name}, f'{name!r} is a required property')
            for name in STEP
        ),
        (['a'], "['a'] is not of type 'object'"),
        ({**STEP, 'more': 1}, 'Additional properties are not allowed'),
        ({**STEP, 'interface': 1}, "1 is not of type 'string'"),
        ({**STEP, 'interface': 'boot'}, "'boot' is not one of"),
        ({**STEP, 'step': 1}, "1 is not of type 'string'"),
        ({**STEP, 'step': ''}, "''"),
        ({**STEP, 'args': []}, "[] is not of type 'object'"),
        ({**STEP, 'order': -1}, '-1 is less than the minimum of 0'),
        ({**STEP, 'order': '-1'}, "'-1' does not match '^[0-9]+$'"),
        ({**STEP, 'order': ''}, "'' is not valid"),
        ({**STEP, 'order': None}, 'None is not valid'),
    ],
)
def test_step_is_refused(step: Any, message: str) -> None:
    with pytest.raises(Refused, match=r'^Schema error for template: ') as refused:
        bodies.check(deploy_templates.step('order'), step, 'template')
    assert message in refused.value.message


def test_schemas_views_methods_and_routes_are_as_declared() -> None:
    assert bodies.schema_of(('a',), a={}, b={'type': 'string'}) == {
        'type': 'object',
        'properties': {'a': {}, 'b': {'type': 'string'}},
        'required': ['a'],
        'additionalProperties': False,
    }
    assert views.fields('a b:5 c:12') == {'a': 1, 'b': 5, 'c': 12}
    assert node_management._method('d') == {
        'http_methods': ['POST'],
        'async': True,
        'description': 'd',
        'attach': False,
        'require_exclusive_lock': True,
    }
    assert [
        (route.path, route.controller, route.methods)
        for route in routes._collection('/x', 'c', DELETE='all')
    ] == [
        ('/x', 'c', {'GET': 'index', 'POST': 'create', 'DELETE': 'all'}),
        (
            '/x/{id}',
            'c',
            {'GET': 'show', 'PATCH': 'update', 'DELETE': 'delete'},
        ),
    ]
