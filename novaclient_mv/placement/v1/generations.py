"""Generations: how a write says which state of a provider or consumer it was made for."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.resources import Body, Id, Manager, R
from novaclient_mv.wire.request import Answer

CONCURRENT_UPDATE = 'placement.concurrent_update'


class GenerationConflict(errors.Conflict):
    """409: the provider or consumer was changed after its generation was read."""

    error_code = 'generation_conflict'


class GuardedManager(Manager[R]):
    """A manager whose writes carry a generation, which the service compares."""

    def _send_guarded(
        self, operation: str, *ids: Id, body: Body, has_other_conflicts: bool = False
    ) -> Answer:
        """Carry out a write that carries a generation."""
        try:
            return self.send(operation, *ids, body=body)
        except errors.Conflict as error:
            code = code_of(error)
            if code == CONCURRENT_UPDATE or (code is None and not has_other_conflicts):
                raise _conflict(error) from error
            raise


def code_of(error: errors.ClientException) -> str | None:
    """Return the service's code of an error; it has one from 1.23."""
    body = None if error.answer is None else error.answer.body
    try:
        code: Any = body['errors'][0]['code']  # type: ignore[index]
    except (TypeError, LookupError):
        return None
    return code if isinstance(code, str) else None


def _conflict(error: errors.Conflict) -> GenerationConflict:
    conflict = GenerationConflict(
        error.http_code,
        f'{error.message.rstrip(".")}. It was changed after its generation was read: '
        'read it again, and try again with the new generation',
        error.details,
        error.request_id,
        error.url,
        error.method,
    )
    conflict.answer = error.answer
    return conflict
