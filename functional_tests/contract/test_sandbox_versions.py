"""Replays the recorded observations of version documents, headers and errors."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import Any

import pytest

from functional_tests.contract import facts, recorded_cloud, recorded_names, shapes
from unit_tests import cases

HOST = 'http://ENDPOINT'
# Documents that no client asks for below an endpoint, a body of a read, and the type of no answer.
UNCOMPARED = re.compile("version doc '/v2(.1)?/versions/|GET /flavors$|HEAD$")


def _observations() -> list[Any]:
    if not facts.is_present():
        return []
    found: list[Any] = facts.read('nova-api/version-docs.json')['observations']
    return [each for each in found if not UNCOMPARED.match(each['label'])]


def _name(observation: dict[str, Any]) -> str:
    request = observation['request']
    return f'{observation["label"]} {request["method"]} {request["path"]}'


# How many images the observed cloud had.
IMAGES = 11


@pytest.fixture(scope='module')
def cloud(tmp_path_factory: pytest.TempPathFactory) -> recorded_cloud.RecordedCloud:
    path: Path = tmp_path_factory.mktemp('versions') / 'state.db'
    found = recorded_cloud.RecordedCloud(path)
    with found.application.database.session() as session:
        session.begin()
        flavor = session.get('flavor', '7')
        assert flavor is not None
        session.remove(flavor)
        image = session.get('image', recorded_cloud.IMAGE)
        assert image is not None
        for number in range(IMAGES - len(list(session.find('image')))):
            session.insert('image', str(uuid.UUID(int=number)), image.document, name='other')
        session.commit()
    return found


@cases.one_test_of('observation', _observations(), ids=_name)
def test_answer_is_as_observed(
    cloud: recorded_cloud.RecordedCloud, observation: dict[str, Any]
) -> None:
    request = observation['request']
    body = request.get('body')
    if isinstance(body, str):
        body = body.encode()
    headers = dict(request.get('headers') or {})
    if 'no auth' in observation['label']:
        headers['X-Auth-Token'] = ''
    answer = cloud(request['method'], request['path'], body=body, headers=headers, host=HOST)
    assert answer.status == observation['status'], answer.body
    assert _headers(answer.headers.items()) == _headers(observation['headers'].items())
    expected = observation.get('body')
    if isinstance(expected, (dict, list)):
        assert list(_body_differences(_without_words(expected), _without_words(answer.body))) == []
    else:
        assert answer.body == (expected or '').encode()


# Long texts have three points in their place.
_CUT = ('fingerprint', 'public_key', 'private_key')
OTHERS = shapes.Leniency(
    'another user asked another cloud, with other things in it',
    frozenset(('user_id', 'href', 'name', 'description', *_CUT)),
)


def _without_words(body: Any) -> Any:
    """Leave out what is said of malformed input: the sandbox has words of its own for it."""
    return body if list(body) != ['badRequest'] else {'badRequest': {'code': 400}}


def _headers(pairs: Any) -> dict[str, str]:
    """The headers that tell something, with several of one name folded."""
    found: dict[str, str] = {}
    for name, value in pairs:
        name = name.lower()
        if name == 'content-length':
            continue
        if name.endswith('request-id'):
            value = 'req-REQUESTID' if value.startswith('req-') else value
        found[name] = f'{found[name]}, {value}' if name in found else value
    return found


def _body_differences(expected: Any, actual: Any) -> Any:
    """Like the shapes' own, but lists end in words that say how many more there were."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            if isinstance(value, list) and value and str(value[-1]).startswith('... '):
                more = int(str(value[-1]).split()[1])
                if len(actual.get(key, ())) != len(value) - 1 + more:
                    yield f'{key}: {len(value) - 1 + more} are recorded'
                expected = {**expected, key: value[:-1]}
                actual = {**actual, key: actual.get(key, [])[: len(value) - 1]}
    # Nothing that is known of the recorded cloud holds for that one.
    names = recorded_names.Names(known=())
    yield from shapes.differences(expected, actual, OTHERS, names=names)
