"""Judges the work of a request during a wait: by its effect, and by its record where the effect is
missing or cannot be seen.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.resources import pending_work

T = TypeVar('T', bound=RequestIdMixin)

_NOTHING: Final = 'nothing'
_RECORD: Final = 'record'
_RESOURCE: Final = 'resource'

_DONE: Final = 'done'
_FAILED: Final = 'failed'
_UNKNOWN: Final = 'unknown'
_GOES_ON: Final = 'goes on'


class Judge(Generic[T]):
    """Judges work turn by turn: each asks for the resource, or for the record in its place.

    :param work: what is judged.
    :param is_begun: the answer to its request says that it continues.
    """

    def __init__(self, work: pending_work.BegunWork[T], is_begun: bool) -> None:
        self.work = work
        self.record: pending_work.WorkRecord | None = None
        """As it was last read."""
        self._polls = 0
        self._next = _RESOURCE
        if work.is_on_record:
            self._next = _NOTHING if is_begun else _RECORD

    def record_in_turn(self, resource: T) -> pending_work.WorkRecord | None:
        """Read the record, if it is its turn.

        One that is not there yet, or in which no step has begun, is one of work that continues, the
        first time.
        """
        if self._next == _RESOURCE:
            return None
        if self._next == _NOTHING:
            self._next = _RECORD
            return pending_work.WorkRecord(pending_work.RUNNING)
        record = self.work.record(resource)
        is_early = self.record is None and self.work.is_on_record
        if is_early and record.state in (pending_work.EMPTY, pending_work.MISSING):
            record = record._replace(state=pending_work.RUNNING)
        self.record = record
        is_waiting = record.state == pending_work.RUNNING and self.work.is_on_record
        self._next = _RECORD if is_waiting else _RESOURCE
        return record

    @property
    def is_running(self) -> bool:
        """Whether the record told last that the work continues."""
        return self.record is not None and self.record.state == pending_work.RUNNING

    def is_done(self, resource: T, is_at_end: bool, record: pending_work.WorkRecord | None) -> bool:
        """Judge the work by a look; whether it had its effect.

        :param is_at_end: the resource is in a state that ends the wait.
        :param record: that was read just before the look, if any.
        :raises ActionFailed: the work has ended without its effect.
        :raises EndNotReached: nobody can tell whether it had its effect.
        """
        self._polls += 1
        is_going_on = self.work.is_going_on(resource)
        if is_going_on:
            self.work.observe(resource)
            silent = (pending_work.UNTOLD, pending_work.MISSING, pending_work.EMPTY)
            is_silent = self.record is not None and self.record.state in silent
            self._next = _RECORD if self.work.is_on_record and not is_silent else _RESOURCE
            return False
        effect = self.work.effect(resource, is_at_end)
        if effect:
            return is_at_end
        effect = effect if is_at_end else False
        if record is None and effect is False and self.work.has_record:
            self._next = self._after_look(is_at_end, may_go_on=is_going_on is None)
            return False
        self.record = record = record or self.work.record(resource)
        verdict = _verdict(effect, record.state, is_at_end, may_go_on=is_going_on is None)
        if verdict == _UNKNOWN:
            raise self.work.unknown(resource)
        if verdict == _FAILED:
            raise self.work.failure(resource, record)
        self._next = _RECORD if record.state == pending_work.RUNNING else _RESOURCE
        return verdict == _DONE

    def _after_look(self, is_at_end: bool, *, may_go_on: bool) -> str:
        """The request of the next turn, after a look that showed neither effect nor task."""
        # Where nobody tells whether it goes on, it has only begun at the first look.
        is_begun = may_go_on and self._polls == 1
        is_readable = self.record is None or self.record.state != pending_work.MISSING
        return _RECORD if (is_at_end or is_readable) and not is_begun else _RESOURCE


def _verdict(effect: bool | None, state: str, is_at_end: bool, *, may_go_on: bool) -> str:
    """Judge work of which the resource shows no effect and no task, by the state of its record."""
    if state == pending_work.RUNNING:
        return _GOES_ON
    if effect is None:
        return {pending_work.MISSING: _UNKNOWN, pending_work.FAILED: _FAILED}.get(state, _DONE)
    if state in (pending_work.ENDED, pending_work.FAILED):
        return _FAILED
    # A record that cannot be read tells nothing of a resource that is not at the end.
    return _GOES_ON if may_go_on or (state == pending_work.MISSING and not is_at_end) else _FAILED
