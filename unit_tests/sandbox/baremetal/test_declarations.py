"""Steps, schemas, views and routes that the Bare Metal service is declared with."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.baremetal import bodies, deploy_templates, node_management, views
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
    bodies.check(deploy_templates.step('order'), {**STEP, **change})


@pytest.mark.parametrize(
    'step',
    [
        *({key: STEP[key] for key in STEP if key != name} for name in STEP),
        ['a'],
        *({**STEP, **change} for change in (
            {'more': 1}, {'interface': 1}, {'interface': 'boot'}, {'step': 1}, {'step': ''},
            {'args': []}, {'order': -1}, {'order': '-1'}, {'order': ''}, {'order': None},
        )),
    ],
)  # fmt: skip
def test_step_is_refused(step: Any) -> None:
    with pytest.raises(Refused, match=r'^Schema error: '):
        bodies.check(deploy_templates.step('order'), step)


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
