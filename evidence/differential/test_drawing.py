"""Steps are drawn for each operation at its versions, the same ones for a seed."""

from __future__ import annotations

import json
import random
import re
from typing import Any, ClassVar, NamedTuple

import pytest

from evidence.differential import session
from evidence.differential.__main__ import SERVICES, service_of
from functional_tests.drawn_requests import schema_values
from functional_tests.drawn_requests.drawing import MISSING_UUID, Draw
from functional_tests.drawn_requests.service import Operation, Parts, Service, Step

_VARIABLE = re.compile(r'\{\w+\}')


def drawn(name: str, seed: int, count: int) -> list[Step]:
    """The first steps of a seed."""
    service, draw = service_of(name), Draw(random.Random(seed))
    opening = [] if name == 'baremetal' else service.opening(draw)
    return [*opening, *(service.draw_step(draw) for _ in range(count))]


@pytest.mark.parametrize('name', SERVICES)
def test_seed_draws_the_same_steps_each_time(name: str) -> None:
    assert drawn(name, 5, 100) == drawn(name, 5, 100)
    assert drawn(name, 5, 100) != drawn(name, 6, 100)


@pytest.mark.parametrize('name', SERVICES)
def test_each_operation_is_drawn_at_the_ends_of_its_versions(name: str) -> None:
    service, draw = service_of(name), Draw(random.Random(1))
    for operation in service.operations:
        fitting = [each for each in service.versions if operation.since <= each <= operation.until]
        assert fitting, operation.name
        for version in (fitting[0], fitting[-1]):
            for _ in range(3):
                step = service.valid_step(draw, operation, version)
                assert _VARIABLE.search(step.path) is None, step
                json.dumps(step.body)


@pytest.mark.parametrize('name', SERVICES)
def test_half_of_the_steps_are_spoiled(name: str) -> None:
    steps = drawn(name, 7, 400)
    assert 150 < sum(bool(step.spoiled) for step in steps) < 260
    assert {'body', 'segment', 'version', 'query'} <= {step.spoiled for step in steps}


def test_value_of_a_schema_has_what_it_requires() -> None:
    schema = {
        'type': 'object',
        'required': ['a', 'ref'],
        'properties': {
            'a': {'type': 'integer', 'minimum': 3, 'maximum': 4},
            'ref': {'type': 'string'},
            'c': {'type': ['string', 'null'], 'enum': ['x', None]},
            'left': {'type': 'string'},
        },
    }
    draw = Draw(random.Random(2))
    named = {'ref': lambda draw: 'named', 'left': lambda draw: schema_values.OMITTED}
    for _ in range(50):
        value = schema_values.value_of(draw, schema, named, 0.5)
        assert value['a'] in (3, 4)
        assert value['ref'] == 'named'
        assert value.get('c') in ('x', None)
        assert 'left' not in value


# -- what stands for the ids of a cloud


class _Sent(NamedTuple):
    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes | None


class _Depot(Service):
    """A service of these tests."""

    name = 'depot'
    prefix = '/depot'
    callers: ClassVar[dict[str, Any]] = {}
    versions = ((1, 0),)
    operations = (Operation('GET /crates', lambda draw, version: Parts()),)

    def version_header(self, version: str) -> tuple[str, str]:
        return 'Version', version


class _Clouds(session.Clouds):
    """Clouds that only keep what is sent to them."""

    def __init__(self) -> None:
        self.service = _Depot()
        self.things = {'crate': [('a1', 'b1'), ('a2', 'b2')]}
        self.sent: list[_Sent] = []

    @property
    def both(self) -> Any:
        return (self, self)

    connection = property(lambda self: self)
    prefix = '/depot'

    def ask(self, *request: Any) -> Any:  # type: ignore[override]
        self.sent.append(_Sent(*request))


def test_each_cloud_is_asked_for_its_own_ids() -> None:
    clouds = _Clouds()
    step = Step(
        'PUT /crates/{id}', 'PUT', '/crates/{crate:3}/x y', (('in', '{crate:0}'),), '1.0',
        body={'{crate:1}': ['{crate:0}', 'and {crate:1}', 5]},
    )  # fmt: skip
    clouds.send(0, step)
    clouds.send(1, step)
    assert [sent.path for sent in clouds.sent] == [
        '/depot/crates/a2/x%20y?in=a1',
        '/depot/crates/b2/x%20y?in=b1',
    ]
    assert json.loads(clouds.sent[1].body or b'') == {'b2': ['b1', 'and b2', 5]}
    assert ('Content-Type', 'application/json') in clouds.sent[0].headers
    assert ('Version', '1.0') in clouds.sent[0].headers


def test_what_is_not_there_has_an_id_that_is_nowhere() -> None:
    clouds = _Clouds()
    clouds.send(0, Step('', 'GET', '/boxes/{box:1}'))
    assert clouds.sent[0].path == f'/depot/boxes/{MISSING_UUID}'
    assert clouds.sent[0].body is None


def test_step_is_told_in_one_line() -> None:
    step = Step('', 'PUT', '/a', (('b', 'c,d'),), '1.0', 'reader', (('X', 'y'),), {'e': 1})
    assert session.told(step) == 'PUT /a?b=c,d @1.0 as reader X: y {"e": 1}'
    assert session.told(Step('', 'GET', '/a', body=b'{')) == "GET /a @None b'{'"
