"""Sends recorded requests of the Bare Metal API to the sandbox, and tells what differs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from functional_tests import comparison, refusals
from novaclient_mv.sandbox.baremetal import handlers
from unit_tests.sandbox import caller

ROOT = '/baremetal'
PAUSE = 5.0
"""Seconds between two exchanges: whatever was begun is over."""

VERSION_HEADERS = (
    'X-OpenStack-Ironic-API-Version',
    'X-OpenStack-Ironic-API-Minimum-Version',
    'X-OpenStack-Ironic-API-Maximum-Version',
)
HEADERS = (*VERSION_HEADERS, 'Location', 'Content-Type')
"""The part that is compared of the headers of answers."""
REQUEST_IDS = ('x-openstack-request-id', 'openstack-request-id')
"""Headers of which the form is compared."""
_WORDS = 'faultstring', 'description'
_REQUEST_ID = re.compile(r'req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')
_SENT = ('X-OpenStack-Ironic-API-Version', 'OpenStack-API-Version')
_UUID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
_DIGIT = re.compile(r'\d')
_RECORDED_BASE = re.compile(r'http://127\.0\.0\.1:\d+')

MOMENTS = frozenset(('created_at', 'updated_at', 'provision_updated_at', 'inspection_finished_at'))
"""Fields of which the form is compared: they tell when something happened."""
# The recorded conductor had just been started.
_LIBERTIES = comparison.Liberties(ignored=frozenset(('alive',)))

Record = dict[str, Any]


class BaremetalCloud(caller.Caller):
    """A sandbox whose Bare Metal service is as empty as the recorded one was."""

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(path, **options)
        self.ids: dict[str, str] = {}
        with self.application.database.session() as session:
            session.begin()
            session.connection.execute("DELETE FROM thing WHERE kind LIKE 'baremetal_%'")
            session.commit()

    def ask(
        self, method: str, path: str, version: str | None = 'latest', body: Any = None
    ) -> caller.Answer:
        """The answer of a request for a version, in the service's own header."""
        headers = {} if version is None else {_SENT[0]: version}
        return self(method, ROOT + path, body=body, headers=headers)

    def outcome(self, record: Record) -> list[str]:
        """Carry out a recorded exchange: what comes out in another way."""
        self.now += PAUSE
        line, headers = record['request']['line'], record['request']['headers']
        method, path, _ = line.split(' ')
        text = self._own(record['request']['body'] or '')
        answer = self(
            method,
            ROOT + self._own(path),
            body=text.encode() if text else None,
            headers={name: value for name, value in headers if name in _SENT},
        )
        self._note_id(record['response'], answer)
        return list(self._differences(record, answer))

    def _own(self, text: str) -> str:
        """A recorded text with our ids."""
        return _UUID.sub(lambda match: self.ids.get(match[0], match[0]), text)

    def _note_id(self, recorded: Record, answer: caller.Answer) -> None:
        if recorded['status'] == 201 and answer.status == 201:
            self.ids[recorded['body_json']['uuid']] = answer.body['uuid']

    def _differences(self, record: Record, answer: caller.Answer) -> Iterator[str]:
        recorded = record['response']
        if not refusals.stands_for(answer.status, recorded['status']):
            yield f'status {recorded["status"]}, not {answer.status}: {answer.body!r}'
            return
        if recorded['status'] >= 500:
            return
        yield from self._header_differences(dict(recorded['headers']), answer)
        if record['request']['line'].startswith('HEAD'):
            return
        if recorded['body_json'] is None:
            if answer.body != b'':
                yield f'a body: {answer.body!r}'
            return
        text = self._at_home(json.dumps(recorded['body_json']))
        pair = opened(json.loads(text)), opened(answer.body)
        if answer.status >= 400:
            pair = named(pair[0]), named(pair[1])
        yield from differences(*pair)

    def _header_differences(self, recorded: dict[str, str], answer: caller.Answer) -> Iterator[str]:
        for name in HEADERS:
            theirs, mine = recorded.get(name), answer.headers.get(name)
            if mine != (theirs and self._at_home(theirs)):
                yield f'header {name}: {theirs} and {mine}'
        for name in REQUEST_IDS:
            if not _REQUEST_ID.fullmatch(str(answer.headers.get(name))) and name in recorded:
                yield f'header {name}: {recorded[name]} and {answer.headers.get(name)}'

    def _at_home(self, text: str) -> str:
        """A recorded text with our ids, addresses and conductor."""
        text = _RECORDED_BASE.sub(f'{caller.HOST}{ROOT}', self._own(text))
        return re.sub('realironic-[a-z0-9]+', handlers.CONDUCTOR, text)


def opened(body: Any) -> Any:
    """A body whose error, a text of JSON, is read."""
    if isinstance(body, dict) and set(body) == {'error_message'}:
        return {'error_message': json.loads(body['error_message'])}
    return body


def named(body: Any) -> Any:
    """The body of a refusal, with the terms and the ids in the place of its words."""
    error = body.get('error_message') if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return body
    words = {name: refusals.things(error[name]) for name in _WORDS if name in error}
    return {'error_message': {**error, **words}}


def differences(recorded: Any, answered: Any) -> Iterator[str]:
    """Where an answer is not what was recorded: every key, every kind, every value."""
    for kind, where, ours, theirs in comparison.unequal(
        _plain(answered), _plain(recorded), _LIBERTIES
    ):
        yield f'{kind} {where}: {theirs!r}, not {ours!r}'


def _plain(value: Any, name: str = '') -> Any:
    """A value with the form of moments, and without the driver whose nodes fail."""
    if isinstance(value, dict):
        return {key: _plain(each, key) for key, each in value.items()}
    if isinstance(value, list):
        rows = [_plain(each) for each in value if not _is_of_failing_driver(each)]
        return sorted(rows) if name.startswith('enabled_') else rows
    return _DIGIT.sub('0', str(value)) if name in MOMENTS else value


def _is_of_failing_driver(value: Any) -> bool:
    return isinstance(value, dict) and value.get('name') == 'fake-failing'
