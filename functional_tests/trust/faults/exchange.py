"""A request, the answer that a healthy cloud gave, and what comes in place of that."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from unit_tests.byte_server import Reply

__all__ = ['Exchange', 'Kind', 'Reply', 'whole']

REASONS = {200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content'}


class Exchange(NamedTuple):
    """A request and its healthy answer.

    :ivar target: path and query.
    :ivar role: what the request is for; see :mod:`functional_tests.trust.faults.roles`.
    :ivar elsewhere: the URL of a server that is none of this cloud's.
    :ivar chance: draws what a kind leaves open, from the seed of the trial.
    """

    method: str
    target: str
    request_headers: dict[str, str]
    request_body: bytes
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    role: str
    base: str
    elsewhere: str
    chance: random.Random
    count: int = 0
    """The number of requests of the run that went wrong before."""

    @property
    def document(self) -> Any:
        """The healthy answer, decoded; ``None`` where it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def answer(self, **changes: Any) -> bytes:
        """The healthy answer in bytes, with changes.

        :param changes: ``status`` as in ``503 No`` or a number, ``body``, ``headers`` that are
            added (a value of ``None`` removes), ``length`` to be stated or not.
        """
        body = changes.get('body', self.body)
        status = changes.get('status', self.status)
        if isinstance(status, int):
            status = f'{status} {REASONS.get(status, "Something")}'
        added = changes.get('headers', ())
        gone = {name.lower() for name, _ in added} | {'content-length'}
        lines = [(name, value) for name, value in self.headers if name.lower() not in gone]
        lines += [(name, value) for name, value in added if value is not None]
        if changes.get('length', True):
            lines.append(('Content-Length', str(len(body))))
        head = [f'HTTP/1.1 {status}', *(f'{name}: {value}' for name, value in lines), '', '']
        return '\r\n'.join(head).encode('utf-8', 'surrogateescape') + body

    def json_answer(self, document: Any, **changes: Any) -> bytes:
        """An answer with another document."""
        return self.answer(body=json.dumps(document).encode(), **changes)


def whole(content: bytes, end: str = 'keep') -> Reply:
    """A reply in one piece."""
    return Reply((content,), end)


class Kind(NamedTuple):
    """A kind of fault.

    :ivar reply: what comes in place of the healthy answer.
    :ivar roles: the roles of requests that it makes sense for; all of them without it.
    :ivar is_carried_out: a write is carried out before the fault.
    :ivar changes_content: what is answered may be taken for an answer, and say something else.
    :ivar is_believable: it may be remembered, as nothing in it shows that it is wrong.
    :ivar words: options of the command line that it takes.
    :ivar is_refused: the port is closed.
    """

    name: str
    reply: Callable[[Exchange], Reply]
    roles: frozenset[str] = frozenset()
    is_carried_out: bool = True
    changes_content: bool = False
    is_believable: bool = False
    words: tuple[str, ...] = ()
    is_refused: bool = False

    def fits(self, role: str) -> bool:
        """Whether it makes sense for a request."""
        return not self.roles or role in self.roles
