"""The way of a request: how many calls lie between a command, or a program, and the transport.

A command line has three more before these, up to ``shell.main``.
"""

from __future__ import annotations

import pathlib
import traceback

import pytest

from novaclient_mv import client
from novaclient_mv.wire.debugging import DebuggedTransport
from novaclient_mv.wire.transport import WireAnswer, WireRequest
from unit_tests.nova import SANDBOX, Nova
from unit_tests.source import PACKAGE

Way = list[tuple[str, str]]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> dict[str, Way]:
    """For each operation that is sent, file and function of each call of ours that led to it."""
    ways: dict[str, Way] = {}
    send = DebuggedTransport.send

    def noted(transport: DebuggedTransport, request: WireRequest) -> WireAnswer:
        if request.call is not None:
            ways[request.call.operation] = [
                (str(pathlib.Path(frame.filename).relative_to(PACKAGE)), frame.name)
                for frame in traceback.extract_stack()
                if pathlib.Path(frame.filename).is_relative_to(PACKAGE)
            ]
        return send(transport, request)

    monkeypatch.setattr(DebuggedTransport, 'send', noted)
    return ways


def check(way: Way, most: int, most_files: int) -> None:
    """Compare a way with its limits; the message has the whole of it."""
    files = {file for file, _ in way}
    drawn = '\n'.join(f'{file}: {function}' for file, function in way)
    assert len(way) <= most, f'{len(way)} calls:\n{drawn}'
    assert len(files) <= most_files, f'{len(files)} files:\n{drawn}'


@pytest.mark.parametrize(
    ('words', 'operation', 'most', 'most_files'),
    [
        ('server-list', 'GET /servers/detail', 16, 7),
        ('server-create --flavor 1 --image cirros --wait x', 'POST /servers', 19, 11),
    ],
)
def test_way_of_a_command_is_short(
    nova: Nova, ways: dict[str, Way], words: str, operation: str, most: int, most_files: int
) -> None:
    nova(*words.split(), cloud=SANDBOX)
    ways.clear()
    assert nova(*words.split(), cloud=SANDBOX).status == 0
    check(ways[operation], most, most_files)


def test_way_of_a_program_is_short(nova: Nova, ways: dict[str, Way]) -> None:
    with client.from_cloud(SANDBOX, variables=nova.variables(SANDBOX, {})) as cloud:
        cloud.servers.list()
        cloud.servers.list()
    check(ways['GET /servers/detail'], 13, 6)
