"""Servers that are stopped, started, rebooted, paused and suspended, and come back."""

from __future__ import annotations

from concurrent import futures

from functional_tests.nova import VERSIONS, Inside
from functional_tests.things import Things

STATES = (
    (('server-stop',), 'SHUTOFF'),
    (('server-start',), 'ACTIVE'),
    (('server-reboot',), 'ACTIVE'),
    (('server-reboot', '--hard'), 'ACTIVE'),
    (('server-pause',), 'PAUSED'),
    (('server-unpause',), 'ACTIVE'),
    (('server-suspend',), 'SUSPENDED'),
    (('server-resume',), 'ACTIVE'),
)


def test_server_goes_through_its_states_and_back(inside: Inside, things: Things) -> None:
    def walk(version: str) -> None:
        server = things.create('--wait', version=version)
        assert server['status'] == 'ACTIVE'
        assert server['admin_password']
        for words, state in STATES:
            inside(*words, server['id'], '--wait', version=version).checked()
            shown = inside.json('server-show', server['id'], version=version)
            assert (shown['status'], shown['task_state']) == (state, None), words

    # On a real cloud nearly all of the time is waiting, so the versions wait side by side.
    with futures.ThreadPoolExecutor(len(VERSIONS)) as pool:
        list(pool.map(walk, VERSIONS))
