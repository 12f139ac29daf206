"""A transport that withholds writes lets through what reads, and tells what it withheld."""

from __future__ import annotations

import pytest

from novaclient_mv.wire import secret_values
from novaclient_mv.wire.request import Request, request
from novaclient_mv.wire.transport import WireAnswer, WireRequest
from novaclient_mv.wire.withholding import Withheld, WithholdingTransport

ANSWER = WireAnswer(200, {}, b'')


class Recorder:
    """A transport that answers anything, and remembers it."""

    def __init__(self) -> None:
        self.sent: list[WireRequest] = []

    def send(self, request: WireRequest) -> WireAnswer:
        self.sent.append(request)
        return ANSWER

    def close(self) -> None:
        """There is nothing to close."""


def wire(call: Request | None) -> WireRequest:
    return WireRequest('POST', 'http://cloud.example/', {}, None, call)


@pytest.mark.parametrize(
    'call',
    [
        None,
        request('GET /servers'),
        request('POST /servers/{id}/action os-getConsoleOutput', '1'),
    ],
)
def test_reads_and_logins_go_through(call: Request | None) -> None:
    recorder = Recorder()
    assert WithholdingTransport(recorder).send(wire(call)) is ANSWER
    assert recorder.sent == [wire(call)]


@pytest.mark.parametrize(
    'call',
    [
        request('DELETE /servers/{id}', '1'),
        request('GET /os-hosts/{id}/reboot', 'one'),
        request('POST /servers/{id}/action os-getVNCConsole', '1'),
    ],
)
def test_writes_are_withheld(call: Request) -> None:
    recorder = Recorder()
    with pytest.raises(Withheld) as withheld:
        WithholdingTransport(recorder).send(wire(call))
    assert (withheld.value.request, withheld.value.call) == (wire(call), call)
    assert recorder.sent == []


def hidden(name: str, value: object) -> str:
    return f'<{name}>'


def test_secrets_are_replaced_wherever_they_stand() -> None:
    body = {
        'adminPass': 'a',
        'list': [{'ipmi_password': 1, 'name': 'n'}, {'tokens': ['b', {'c': 'd'}]}],
        'is_secret': True,
        'password': None,
        'patch': [{'op': 'add', 'path': '/driver_info/snmp_community', 'value': {'x': 'y'}}],
        'path': '/etc/password',
        'key_name': 'mine',
    }
    assert secret_values.replaced(body, hidden) == {
        'adminPass': '<adminPass>',
        'list': [
            {'ipmi_password': '<ipmi_password>', 'name': 'n'},
            {'tokens': ['<tokens>', {'c': '<c>'}]},
        ],
        'is_secret': True,
        'password': None,
        'patch': [{'op': 'add', 'path': '/driver_info/snmp_community', 'value': {'x': '<x>'}}],
        'path': '/etc/password',
        'key_name': 'mine',
    }
    headers = {'X-Auth-Token': 'a', 'Authorization': 'b', 'Accept': 'c'}
    assert secret_values.replaced_in_headers(headers, hidden) == {
        'X-Auth-Token': '<X-Auth-Token>',
        'Authorization': '<Authorization>',
        'Accept': 'c',
    }
    url = 'http://me:word@cloud.example/x?token=a&limit=1&api%5Fsecret=b'
    assert secret_values.replaced_in_url(url, hidden) == (
        'http://me:<password>@cloud.example/x?token=<token>&limit=1&api%5Fsecret=<api_secret>'
    )
