"""Faults on demand: which requests they happen to, and what a description of one may say."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from novaclient_mv.sandbox.http import fault_rules
from novaclient_mv.sandbox.http.wsgi import Request, Response

CHECKS = {
    'seconds': fault_rules.SECONDS,
    'count': fault_rules.COUNT,
    'status': fault_rules.STATUS,
    'text': fault_rules.TEXT,
    'flag': fault_rules.FLAG,
    'patterns': fault_rules.TEXTS,
}


def _failed(
    faults: fault_rules.Faults, request: Request, respond: fault_rules.Respond, **values: Any
) -> Response:
    return Response(500, json.dumps(values).encode())


def _marked(
    faults: fault_rules.Faults, request: Request, respond: fault_rules.Respond, mark: str
) -> Response:
    response = respond(request)
    response.body += mark.encode()
    return response


KINDS = {
    'failed': fault_rules.Kind(
        _failed, **{name: fault_rules.Key(None, check) for name, check in CHECKS.items()}
    ),
    'marked': fault_rules.Kind(_marked, mark=fault_rules.Key('!', fault_rules.TEXT)),
    'latency': fault_rules.LATENCY,
    'cut': fault_rules.CUT,
    'drop': fault_rules.DROP,
    'unauthorized': fault_rules.UNAUTHORIZED,
}


class Cloud:
    """Answers every request with ``well``, but for the faults."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.answered: list[str] = []
        self.faults = fault_rules.Faults(KINDS, re.compile('/usual/.*'), self.slept.append)

    def __call__(
        self, path: str, method: str = 'GET', body: bytes = b'', **environ: Any
    ) -> Response:
        import io

        environ |= {'REQUEST_METHOD': method, 'PATH_INFO': path, 'HTTP_HOST': 'cloud.example'}
        environ |= {'wsgi.input': io.BytesIO(body), 'CONTENT_LENGTH': str(len(body))}
        return self.faults.respond(Request(environ), self._respond)

    def _respond(self, request: Request) -> Response:
        self.answered.append(request.path)
        return Response(200, b'well')

    def control(self, method: str, path: str = '', body: Any = None) -> tuple[int, Any]:
        """Status and body of an answer of the control endpoint."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = self(f'/sandbox/faults{path}', method, b'' if body is None else content)
        return answer.status, json.loads(answer.body) if answer.body else None


@pytest.fixture
def cloud() -> Cloud:
    """A cloud without faults yet."""
    return Cloud()


def test_fault_without_a_path_is_for_the_usual_ones(cloud: Cloud) -> None:
    cloud.faults.add('failed', times=None)
    assert [cloud(path).status for path in ('/usual/x', '/x/usual/x', '/usual')] == [500, 200, 200]


def test_fault_of_a_path_is_for_what_its_pattern_matches(cloud: Cloud) -> None:
    cloud.faults.add('failed', '/b*/?', times=None)
    statuses = [cloud(path).status for path in ('/bc/d', '/b/d', '/bc/de', '/B/d', '/usual/x')]
    assert statuses == [500, 500, 200, 200, 200]


@pytest.mark.parametrize('spelling', ['post', 'POST'])
def test_fault_of_a_method_is_for_no_other(cloud: Cloud, spelling: str) -> None:
    cloud.faults.add('failed', method=spelling, times=None)
    assert [cloud('/usual/x', method).status for method in ('GET', 'POST')] == [200, 500]
    assert cloud('/x', 'POST').status == 200


def test_fault_happens_once_unless_told_otherwise(cloud: Cloud) -> None:
    cloud.faults.add('failed')
    assert [cloud('/usual/x').status for _ in range(3)] == [500, 200, 200]


def test_fault_happens_so_many_times_after_so_many_requests(cloud: Cloud) -> None:
    cloud.faults.add('failed', times=2, after=1)
    assert [cloud('/usual/x').status for _ in range(5)] == [200, 500, 500, 200, 200]
    assert cloud.faults.list()[0]['hits'] == 2


def test_fault_without_times_never_ends(cloud: Cloud) -> None:
    cloud.faults.add('failed', times=None, after=2)
    assert [cloud('/usual/x').status for _ in range(5)] == [200, 200, 500, 500, 500]


def test_fault_is_told_what_was_said_of_it_and_the_defaults_of_the_rest(cloud: Cloud) -> None:
    cloud.faults.add('failed', count=3)
    assert json.loads(cloud('/usual/x').body) == {**dict.fromkeys(CHECKS), 'count': 3}


def test_faults_of_one_request_happen_in_the_order_of_their_adding(cloud: Cloud) -> None:
    cloud.faults.add('marked', mark='1')
    cloud.faults.add('marked')
    # The first is the outermost: it has the answer of the second.
    assert cloud('/usual/x').body == b'well!1'


# -- the control endpoint


def test_added_faults_are_shown_whole(cloud: Cloud) -> None:
    one = {'fault': 'marked', 'path': '/x', 'method': 'put', 'times': 3, 'after': 2, 'mark': '?'}
    usual = {'path': None, 'method': None, 'times': 1, 'after': 0, 'hits': 0}
    marked = {'id': 1, 'hits': 0, **one}
    cut = {'id': 2, 'fault': 'cut', **usual}
    assert cloud.control('POST', body=one) == (201, {'faults': [marked]})
    assert cloud.control('POST', '/', [{'fault': 'cut'}]) == (201, {'faults': [cut]})
    assert cloud.control('GET') == (200, {'faults': [marked, cut]})
    assert cloud.control('GET', '/') == (200, {'faults': [marked, cut]})


def test_faults_are_taken_away_one_by_one_or_all_at_once(cloud: Cloud) -> None:
    def ids() -> list[int]:
        return [fault['id'] for fault in cloud.control('GET')[1]['faults']]

    for _ in range(3):
        cloud.faults.add('cut')
    assert cloud.control('DELETE', '/2') == (204, None)
    assert ids() == [1, 3]
    for missing in ('/2', '/x', '/1.0'):
        message = f'Fault {missing[1:]} not found.'
        assert cloud.control('DELETE', missing) == (404, _error(404, message))
    assert ids() == [1, 3]
    # A number is given once only.
    assert cloud.faults.add('cut')['id'] == 4
    assert cloud.control('DELETE') == (204, None)
    assert ids() == []
    assert cloud.control('DELETE') == (204, None)


def _error(status: int, message: str) -> dict[str, Any]:
    return {'error': {'code': status, 'message': message}}


def test_faults_do_not_happen_to_their_own_control(cloud: Cloud) -> None:
    cloud.faults.add('failed', '*', times=None)
    assert cloud.control('GET')[0] == 200
    assert cloud('/sandbox/faults-of-others').status == 500


SECONDS = 'a number of seconds from 0 to 3600'


@pytest.mark.parametrize(
    ('name', 'passing', 'refused', 'what'),
    [
        ('seconds', [0, 0.5, 1, 3600], [-1, 3601, 3600.5, True, '1', None], SECONDS),
        ('count', [None, 0, 1], [-1, 0.5, True, '1'], 'a whole number from 0'),
        ('status', [200, 599], [199, 600, 200.0, True, None], 'a status from 200 to 599'),
        ('text', ['', 'a'], [1, None, ['a']], 'a text'),
        ('flag', [True, False], [0, 1, 'true', None], 'true or false'),
        ('patterns', [[], ['a', 'b']], ['a', [1], ['a', 1], None], 'a list of texts'),
    ],
)
def test_value_of_a_fault_is_checked_up_to_its_bounds(
    cloud: Cloud, name: str, passing: list[Any], refused: list[Any], what: str
) -> None:
    for value in passing:
        assert cloud.faults.add('failed', **{name: value})[name] == value
    for value in refused:
        with pytest.raises(fault_rules.BadFault) as caught:
            cloud.faults.add('failed', **{name: value})
        assert str(caught.value) == f'{name!r} must be {what}.'
    assert len(cloud.faults.list()) == len(passing)
