"""Replays recorded exchanges with a Placement service on a sandbox, in their order."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from functional_tests import comparison
from novaclient_mv import sandbox
from novaclient_mv.sandbox.placement import records
from novaclient_mv.sandbox.state import tokens
from unit_tests.sandbox import caller

PREFIX = '/placement'
# What tells that a UUID was made by the service.
_MADE = re.compile(r'fac7ffff-0000-4000-8000-[0-9a-f]{12}')
_UUID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}')
# Lists whose order the service does not promise.
_LIBERTIES = comparison.Liberties(
    frozenset(('resource_providers', 'allocation_requests', 'traits', 'aggregates', 'versions'))
)
# What is used drops to nothing here, which the record tells of by its answers alone.
FIRST_WITHOUT_CONSUMERS = 511
PROJECT = 'ffffffffffffffffffffffffffffff01'


HEADERS = (
    'content-type', 'openstack-api-version', 'vary', 'location', 'cache-control', 'last-modified',
    'allow', 'www-authenticate', 'x-openstack-request-id',
)  # fmt: skip
"""The part that is recorded of the headers of answers."""

ENDPOINT = 'http://cloud.example/placement'
KEYSTONE = 'http://cloud.example/identity'
_REQUEST_ID = 'req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
# What stands in the records for values that differ each time.
_FORMS = {
    '{http-date}': r'\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT',
    'req-{uuid}': _REQUEST_ID,
}


class Answer(NamedTuple):
    """An answer; the body is ``None`` where it is no JSON."""

    status: int
    headers: dict[str, str]
    body: Any


class Replay:
    """A sandbox without hosts, which the exchanges are sent to one after the other.

    :param folder: an empty folder for the state.
    """

    def __init__(self, folder: Path) -> None:
        self.application = sandbox.application(folder / 'state.db', lambda: caller.START)
        self.made: dict[str, str] = {}
        self.tokens = {'{bad-token}': 'wrong'}
        with self.application.database.session() as session:
            session.begin()
            for kind in ('service', 'server'):
                for row in list(session.find(kind)):
                    session.remove(row)
            for name, role in (
                ('admin', 'admin'),
                ('demo', 'member'),
                ('reader', 'reader'),
                ('service', 'service'),
            ):
                facts = {'user_id': name, 'user_name': name, 'roles': [role]}
                facts |= {'project_id': PROJECT, 'project_name': 'demo'}
                self.tokens[f'{{{name}-token}}'] = tokens.issue(session, facts)
            session.commit()

    def send(self, exchange: dict[str, Any]) -> Answer:
        """Send what was sent, and remember the UUID that the service makes."""
        if exchange['n'] == FIRST_WITHOUT_CONSUMERS:
            self._free()
        request = exchange['request']
        answer = self._sent(request['method'], request['path'], request)
        told = exchange['response']['headers'].get('Location', '')
        made, own = _MADE.search(told), _UUID.search(answer.headers.get('location', ''))
        if made is not None and own is not None:
            self.made[made[0]] = own[0]
        return answer

    def ask(self, method: str, target: str, version: str, body: Any = None) -> Answer:
        """Send a request of a service at a version."""
        headers = {'OpenStack-API-Version': f'placement {version}'}
        headers |= {'Accept': 'application/json', 'X-Auth-Token': '{service-token}'}
        if body is not None:
            headers['Content-Type'] = 'application/json'
        return self._sent(method, target, {'headers': headers, 'body': body})

    def _free(self) -> None:
        """Forget all consumers."""
        with self.application.database.session() as session:
            session.begin()
            for row in list(session.find(records.CONSUMER)):
                session.remove(row)
            session.commit()

    def _sent(self, method: str, target: str, request: dict[str, Any]) -> Answer:
        path, _, query = self._own(target).partition('?')
        body = request.get('body')
        if isinstance(body, dict) and set(body) == {'raw'}:
            content = body['raw'].encode()
        else:
            content = b'' if body is None else self._own(json.dumps(body)).encode()
        environ: dict[str, Any] = {
            'REQUEST_METHOD': method,
            'PATH_INFO': PREFIX + path,
            'QUERY_STRING': query,
            'HTTP_HOST': 'cloud.example',
            'wsgi.url_scheme': 'http',
            'wsgi.input': io.BytesIO(content),
        }
        if body is not None:
            environ['CONTENT_LENGTH'] = str(len(content))
        for name, value in request['headers'].items():
            text = ','.join(value) if isinstance(value, list) else value
            key = name.upper().replace('-', '_')
            key = key if key == 'CONTENT_TYPE' else f'HTTP_{key}'
            environ[key] = self.tokens.get(text, text)
        started: list[Any] = []
        answer = b''.join(
            self.application(environ, lambda status, head: started.extend((status, head)))
        )
        try:
            decoded = json.loads(answer)
        except ValueError:
            decoded = None
        headers = {name.lower(): value for name, value in started[1]}
        return Answer(int(started[0][:3]), headers, decoded)

    def _own(self, text: str) -> str:
        """A recorded text with the sandbox's own ids."""
        for made, own in self.made.items():
            text = text.replace(made, own)
        return text.replace('{demo-project-id}', PROJECT)

    def recorded(self, body: Any) -> Any:
        """A part of an answer of the sandbox, as it would have been recorded."""
        text = json.dumps(body).replace(ENDPOINT, '{endpoint}').replace(KEYSTONE, '{keystone}')
        for made, own in self.made.items():
            text = text.replace(own, made)
        return json.loads(text)


def differences(exchange: dict[str, Any], answer: Answer) -> list[str]:
    """Where an answer differs from the recorded one."""
    recorded = exchange['response']
    if recorded['status'] != answer.status:
        return [f'status {answer.status}, not {recorded["status"]}: {answer.body}']
    found = list(_header_differences(recorded['headers'], answer.headers))
    if 'body' in recorded:
        mine, theirs = _plain(answer.body), _plain(recorded['body'], is_recorded=True)
        trimmed = recorded.get('trimmed')
        if trimmed is not None:
            mine_names, kept = _names(mine[trimmed]), _names(theirs[trimmed])
            if not kept <= mine_names:
                found.append(f'without {sorted(kept - mine_names)}')
            mine, theirs = {**mine, trimmed: []}, {**theirs, trimmed: []}
        found += [
            f'{kind} {where}: {ours}, not {other}'
            for kind, where, ours, other in comparison.unequal(mine, theirs, _LIBERTIES)
        ]
    return found


def _header_differences(recorded: dict[str, str], answered: dict[str, str]) -> Iterator[str]:
    """Where headers have other values; of moments and ids of requests the forms are compared."""
    expected = {name.lower(): value for name, value in recorded.items()}
    for name in HEADERS:
        theirs, mine = expected.get(name), answered.get(name)
        form = _FORMS.get(theirs or '')
        is_same = re.fullmatch(form, mine or '') is not None if form else mine == theirs
        if not is_same:
            yield f'header {name} is {mine}, not {theirs}'


def _names(rows: list[Any]) -> set[str]:
    return {json.dumps(row, sort_keys=True) for row in rows}


def _plain(value: Any, key: str = '', *, is_recorded: bool = False) -> Any:
    """A body of ours without what is different each time."""
    if isinstance(value, dict):
        return {name: _plain(each, name, is_recorded=is_recorded) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, is_recorded=is_recorded) for each in value]
    if is_recorded:
        return value
    if key == 'request_id':
        return re.sub(_REQUEST_ID, 'req-{uuid}', value)
    # Of sentences the records have the place alone.
    return '<text>' if key in ('detail', 'message') and value else value
