"""The record of exchanges: whole after each of them, and without secrets."""

from __future__ import annotations

import base64
import concurrent.futures
import errno
import json
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import har, in_process
from novaclient_mv.wire import masking

NOON = 1_767_268_800.0
BINARY = b'\xff\x00'


def _application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answers a request's body; ``/cut`` cuts the connection, ``/moved`` leads elsewhere."""
    if environ['PATH_INFO'] == '/cut':
        raise ConnectionResetError
    moved = environ['PATH_INFO'] == '/moved'
    headers = [('Location', '/there')] if moved else [('Content-Type', 'application/json')]
    start_response('301 Moved Permanently' if moved else '200 OK', headers)
    return [environ['wsgi.input'].read()]


Send = Callable[..., in_process.Answer]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / 'x.har'


@pytest.fixture
def send(file: Path) -> Send:
    """Sends requests to a recorded application."""
    kept = sandbox.recorder(str(file), lambda: NOON, masking.masked, '1.2.3')(_application)

    def call(method: str, path: str, body: bytes = b'', **headers: str) -> in_process.Answer:
        pairs = [(name.replace('_', '-'), value) for name, value in headers.items()]
        return in_process.call(kept, method, f'http://a.example{path}', pairs, body)

    return call


def _log(file: Path) -> Any:
    return json.loads(file.read_text(encoding='utf-8'))['log']


def _pairs(named: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(each['name'], each['value']) for each in named]


def test_archive_is_whole_before_the_first_exchange_and_after_each(send: Send, file: Path) -> None:
    assert _log(file) == {
        'version': '1.2',
        'creator': {'name': 'nova-mv sandbox', 'version': '1.2.3'},
        'entries': [],
    }
    for number in range(3):
        send('GET', f'/{number}')
        urls = [each['request']['url'] for each in _log(file)['entries']]
        assert urls == [f'http://a.example/{each}' for each in range(number + 1)]


def test_entry_is_what_was_sent_and_answered(send: Send, file: Path) -> None:
    answer = send('POST', '/v2.1/x?a=1&b=', b'{"n": 1}', Content_Type='application/json', X_One='1')
    assert answer == ('200 OK', [('Content-Type', 'application/json')], b'{"n": 1}')
    (entry,) = _log(file)['entries']
    request, response = entry['request'], entry['response']
    assert entry['startedDateTime'] == '2026-01-01T12:00:00.000+00:00'
    assert entry['time'] == entry['timings']['wait'] >= 0
    assert (request['method'], request['url']) == ('POST', 'http://a.example/v2.1/x?a=1&b=')
    assert _pairs(request['queryString']) == [('a', '1'), ('b', '')]
    assert {('Host', 'a.example'), ('X-One', '1'), ('Content-Type', 'application/json')} <= set(
        _pairs(request['headers'])
    )
    kept = {'mimeType': 'application/json', 'text': '{"n": 1}'}
    assert request['postData'] == {**kept, 'params': []}
    assert (response['status'], response['statusText']) == (200, 'OK')
    assert response['content'] == {**kept, 'size': 8}
    assert request['bodySize'] == response['bodySize'] == 8


def test_secrets_are_masked_wherever_they_stand(send: Send, file: Path) -> None:
    body = b'{"server": {"adminPass": "HIDDEN", "name": "n"}}'
    send('POST', '/x?token=HIDDEN', body, X_Auth_Token='HIDDEN', Content_Type='application/json')
    text = file.read_text(encoding='utf-8')
    assert 'HIDDEN' not in text
    assert _log(file)['entries'][0]['request']['postData']['text'] == (
        '{"server": {"adminPass": "***", "name": "n"}}'
    )


def test_body_that_is_no_text_is_kept(send: Send, file: Path) -> None:
    assert send('PUT', '/x', BINARY)[2] == BINARY
    (entry,) = _log(file)['entries']
    for part in (entry['request']['postData'], entry['response']['content']):
        encoding = part.get('encoding') or part['_encoding']
        assert (base64.b64decode(part['text']), encoding) == (BINARY, 'base64')


def test_secret_in_a_body_that_is_no_text_is_masked(send: Send, file: Path) -> None:
    send('PUT', '/x', b'{"adminPass": "HIDDEN", "x": "\xff"}', Content_Type='application/json')
    (entry,) = _log(file)['entries']
    assert base64.b64decode(entry['request']['postData']['text']) == (
        b'{"adminPass": "***", "x": "\xff"}'
    )


def test_connection_that_was_cut_has_no_status(send: Send, file: Path) -> None:
    with pytest.raises(ConnectionResetError):
        send('GET', '/cut')
    assert _log(file)['entries'][0]['response']['status'] == 0


def test_redirect_says_where_to(send: Send, file: Path) -> None:
    send('GET', '/moved')
    assert _log(file)['entries'][0]['response']['redirectURL'] == '/there'


def test_file_is_its_owners_and_replaced(send: Send, file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    send('GET', '/x')
    # Whoever could read it before cannot any more.
    file.chmod(0o644)
    har.Archive(str(file), {'name': 'n', 'version': 'v'})
    assert _log(file)['entries'] == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_archive_without_room_stays_whole(
    send: Send, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send('GET', '/first')
    write = os.pwrite
    room = [10]

    def pwrite(handle: int, content: bytes, at: int) -> int:
        if len(content) < 10:
            return write(handle, content, at)
        if not room:
            raise OSError(errno.ENOSPC, 'No space left on device')
        return write(handle, content[: room.pop()], at)

    monkeypatch.setattr(os, 'pwrite', pwrite)
    with pytest.raises(sandbox.SandboxError, match=r'x\.har: No space left on device'):
        send('GET', '/second')
    monkeypatch.undo()
    send('GET', '/third')
    urls = [each['request']['url'] for each in _log(file)['entries']]
    assert urls == ['http://a.example/first', 'http://a.example/third']


def test_exchanges_of_many_threads_are_all_kept(send: Send, file: Path) -> None:
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda number: send('POST', f'/{number}', b'x' * 20_000), range(64)))
    urls = {each['request']['url'] for each in _log(file)['entries']}
    assert urls == {f'http://a.example/{number}' for number in range(64)}


def test_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(sandbox.SandboxError, match=r'Cannot write .*: No such file'):
        har.Archive(str(tmp_path / 'no' / 'x.har'), {})
