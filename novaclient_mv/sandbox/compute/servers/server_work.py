"""Actions of servers: work that starts now and ends by the clock."""

from __future__ import annotations

import secrets
import string
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.servers import server_history
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

Step = tuple[float, dict[str, Any]]

# Characters that are taken for others are left out.
_ALPHABET = ''.join(
    character for character in string.ascii_letters + string.digits if character not in 'l1IO0o'
)


def new_password() -> str:
    """A password of twelve characters, with letters and digits."""
    return ''.join(secrets.choice(_ALPHABET) for _ in range(12))


class ServerWork(controller.ComputeController):
    """A controller of actions."""

    def work(
        self,
        row: Row,
        action: str,
        task: str | None,
        *steps: Step,
        host: str | None = None,
        failure: str | None = None,
    ) -> None:
        """Start work on a server, note it in its history, and save.

        :param action: as the history calls it.
        :param task: task_state until a step changes it; the last step ends it.
        :param steps: seconds from now, and what changes then.
        :param host: where the work is done, if not where the server is.
        :param failure: the words of the error that it ends in.
        """
        document = row.document
        document['task_state'] = task
        document['updated'] = self.now
        if document['host'] is host is failure is None and action != 'restore':
            # Nova asks no host in particular, and nobody ever does the work.
            document['plan'] = []
            server_history.record(self, row, action, is_lost=True)
            self.db.save(row)
            return
        *before, (seconds, last) = steps
        # Work takes the place of whatever was planned: nothing else goes on in its states.
        clocks.plan(document, self.now, *before, (seconds, {'task_state': None, **last}))
        server_history.record(self, row, action, seconds, host=host, failure=failure)
        self.db.save(row)
