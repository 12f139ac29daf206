"""An administrator who works on nodes, on a clock that stands still."""

from __future__ import annotations

import json
from typing import Any

from unit_tests.sandbox import caller

HEADER = 'X-OpenStack-Ironic-API-Version'
LATEST = 'latest'


class Operator(caller.Caller):
    """A user of the Bare Metal service of one sandbox."""

    def ask(
        self, method: str, path: str, body: Any = None, version: str | None = LATEST
    ) -> caller.Answer:
        """The answer of a request below ``/v1``."""
        headers = {} if version is None else {HEADER: version}
        return self(method, f'/baremetal/v1{path}', body=body, headers=headers)

    def enroll(self, name: str | None = None, **fields: Any) -> str:
        """The UUID of a new node."""
        answer = self.ask('POST', '/nodes', {'driver': 'fake-hardware', 'name': name, **fields})
        assert answer.status == 201, answer.body
        return str(answer.body['uuid'])

    def node(self, ident: str, version: str = LATEST) -> dict[str, Any]:
        """Return a node as it is now."""
        answer = self.ask('GET', f'/nodes/{ident}', version=version)
        assert answer.status == 200, answer.body
        return dict(answer.body)

    def states(self, ident: str) -> tuple[str, str | None]:
        """The provision state of a node, and the one that it is on the way to."""
        node = self.node(ident)
        return node['provision_state'], node['target_provision_state']

    def order(self, ident: str, verb: str, **more: Any) -> caller.Answer:
        """The answer to a verb."""
        path = f'/nodes/{ident}/states/provision'
        return self.ask('PUT', path, {'target': verb, **more})

    def move(self, ident: str, *verbs: str) -> None:
        """Carry out verbs one after another, and let each end."""
        for verb in verbs:
            answer = self.order(ident, verb)
            assert answer.status == 202, answer.body
            self.now += 10

    def seen(self, ident: str, seconds: float = 10, step: float = 0.1) -> list[str]:
        """The provision states that a node goes through from now on."""
        states: list[str] = []
        for _ in range(round(seconds / step)):
            state = self.states(ident)[0]
            if not states or states[-1] != state:
                states.append(state)
            self.now += step
        return states


def words(answer: caller.Answer) -> str:
    """Return the message of an error of either shape."""
    error = json.loads(answer.body['error_message'])
    return str(error.get('faultstring', error.get('description')))
