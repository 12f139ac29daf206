"""Replays recorded exchanges with a Placement service on the sandbox's."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.contract import facts
from functional_tests.contract.recorded_placement import Answer, Replay, differences
from unit_tests import cases

DEVIATIONS = {
    31: 'the type of a page that has no content',
    52: 'the type of a page that has no content',
    40: 'of two mistakes either may be told',
    58: 'of two mistakes either may be told',
    252: 'a refusal may name the methods that there are',
    521: 'which candidate comes first is not promised',
    524: 'which candidate comes first is not promised',
}
"""Exchanges that the sandbox answers in another way, with the reason."""

SCENE = 'fac70000-0000-4000-8000-a1000000080'


def _exchanges() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if facts.is_present():
        found = facts.read('placement/observed.json')['exchanges']
    return found


def _by_version() -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Method, path with its query, and runs of versions with a status."""
    if not facts.is_present():
        return []
    observed = facts.read('placement/observed.json')['by_version']
    requests = [
        (name.partition(' ')[0], each['request']['path'], each['request']['body'], each['runs'])
        for name, each in observed['operations'].items()
    ]
    requests += [
        (*name.partition(' ? ')[0].split(' '), each['query'], each['runs'])
        for name, each in observed['query'].items()
    ]
    return requests  # type: ignore[return-value]


@pytest.fixture(scope='module')
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], Answer]]:
    """The exchanges with what the sandbox answers, in the ids of the records."""
    replay = Replay(tmp_path_factory.mktemp('exchanges'))
    # Each exchange builds on those before it.
    sent = [(exchange, replay.send(exchange)) for exchange in _exchanges()]
    return [
        (exchange, Answer(answer.status, *map(replay.recorded, answer[1:])))
        for exchange, answer in sent
    ]


def test_answers_are_as_recorded(answers: list[tuple[dict[str, Any], Answer]]) -> None:
    found = {}
    for exchange, answer in answers:
        told = differences(exchange, answer)
        if told:
            found[exchange['n']] = [exchange['label'], *told]
    assert {number: told for number, told in found.items() if number not in DEVIATIONS} == {}
    assert found.keys() == DEVIATIONS.keys(), 'no deviation any more'


def _spoilt(content: Any) -> Any:
    """A decoded JSON in which every value is another one, and their number."""
    if isinstance(content, dict) and content:
        return {key: _spoilt(value) for key, value in content.items()}
    if isinstance(content, list) and content:
        return [_spoilt(value) for value in content]
    return f'{content} spoilt'


def test_everything_that_is_compared_can_fail(
    answers: list[tuple[dict[str, Any], Answer]],
) -> None:
    for exchange, answer in answers:
        recorded = exchange['response']
        if exchange['n'] in DEVIATIONS or 'trimmed' in recorded:
            continue
        headers = {name: f'{value} spoilt' for name, value in recorded['headers'].items()}
        changed = {**exchange, 'response': {**recorded, 'headers': headers}}
        assert len(differences(changed, answer)) == len(headers)
        body = recorded.get('body')
        if body is not None:
            changed = {**exchange, 'response': {**recorded, 'body': _spoilt(body)}}
            assert differences(changed, answer)
            if isinstance(body, dict):
                more = {**body, 'spoilt': 1}
                changed = {**exchange, 'response': {**recorded, 'body': more}}
                assert differences(changed, answer)


@pytest.fixture(scope='module')
def scene(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A provider with an inventory and a child."""
    replay = Replay(tmp_path_factory.mktemp('scene'))
    amounts = {'resource_class': 'CUSTOM_FACTS_S', 'total': 100000}
    for method, path, body in (
        ('PUT', '/resource_classes/CUSTOM_FACTS_S', None),
        ('POST', '/resource_providers', {'name': 'parent', 'uuid': f'{SCENE}1'}),
        ('POST', f'/resource_providers/{SCENE}1/inventories', amounts),
        (
            'POST',
            '/resource_providers',
            {'name': 'child', 'uuid': f'{SCENE}2', 'parent_provider_uuid': f'{SCENE}1'},
        ),
    ):
        assert replay.ask(method, path, '1.39', body).status < 300
    return replay


@cases.one_test_of('method, path, content, runs', _by_version(), ids=lambda case: case[:3])
def test_status_changes_at_the_recorded_versions(
    scene: Replay, method: str, path: str, content: Any, runs: list[dict[str, Any]]
) -> None:
    # Of a query the content is the query.
    is_query = isinstance(content, str) and '=' in content
    target, body = (f'{path}?{content}', None) if is_query else (path, content)
    for run in runs:
        for version in (run['from'], run['to']):
            answer = scene.ask(method, target, version, body)
            assert answer.status == run['status'], (version, answer.body)
