"""Waits until a resource is in a state: looks at it again and again, and knows when it never will
be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from novaclient_mv import errors
from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.resources import judging, pending_work, work_status
from novaclient_mv.resources.resource import Resource
from novaclient_mv.resources.work_status import WorkEnd, WorkStatus
from novaclient_mv.wire import waits

R = TypeVar('R', bound=Resource)

DELETED = 'DELETED'
SOFT_DELETED = 'SOFT_DELETED'


class States:
    """The states that end a wait well, as a program names them, however they are spelt.

    :param field: the key of the resource that holds the state.
    :param fault: the state that ends them badly, in upper case, where there is only one.
    """

    def __init__(self, states: str | Iterable[str], field: str, fault: str | None = None) -> None:
        self.named = (states,) if isinstance(states, str) else tuple(states)
        spelt = (*self.named, *map(str.upper, self.named), *map(str.lower, self.named))
        self.states = tuple(dict.fromkeys(spelt))
        self.field = field
        self.fault = fault
        if not self.named:
            raise TypeError('wait_for() needs a state')


class Watched(Generic[R]):
    """One resource that is waited for.

    :param resource: as it was when the work began; it is asked for again and again.
    :param request: the request that began the work, by whose outcome it is judged; by its state
        alone without it.
    """

    may_end_unseen = False
    """Whether a record that tells of a good end will do, without another look at the resource."""

    def __init__(
        self, resource: R, end: WorkEnd, request: pending_work.Begun | None = None
    ) -> None:
        self.resource = resource
        """As it was last seen."""
        self.end = end
        self.is_done = False
        self.name = name_of(resource)
        self._is_recorded = not resource.is_recorded_late or resource.is_loaded()
        work = None if request is None else resource.begun_work(request)
        self._work_judge = None if work is None else judging.Judge(work, self._is_begun())

    def _is_begun(self) -> bool:
        """Whether the answer to a request says that its work continues."""
        status = self.resource.work_status(self.end)
        return bool(status.state) and status.outcome == work_status.PENDING

    @property
    def status(self) -> WorkStatus:
        """Return the progress of its work when it was last read."""
        status = self.resource.work_status(self.end)
        if self._work_judge is not None and self._work_judge.is_running and not status.task:
            return status._replace(task=self._work_judge.work.action)
        return status

    def look(self) -> bool:
        """Ask for the resource, or for the record of the work on it; whether this is its end.

        :raises ResourceInErrorState: its work failed.
        :raises ActionFailed: its work has ended without its effect.
        :raises EndNotReached: nobody can tell whether its work had its effect.
        :raises InstanceInDeletedState: it is gone, and that is not its end.
        """
        record = (
            None if self._work_judge is None else self._work_judge.record_in_turn(self.resource)
        )
        if record is not None and self._is_to_wait(record):
            return self.is_done
        try:
            self.resource = self.resource.renewed()
            self._is_recorded = True
            self.judge()
        except errors.NotFound as error:
            error.check_service()
            if self._is_recorded:
                self._end_deleted()
        except errors.ResourceInErrorState as error:
            if self._work_judge is None:
                raise
            raise self._work_judge.work.in_error(error, self.resource) from None
        else:
            if self._work_judge is not None and self.status.outcome != work_status.DELETED:
                is_at_end, self.is_done = self.is_done, False
                self.is_done = self._work_judge.is_done(self.resource, is_at_end, record)
        return self.is_done

    def _is_to_wait(self, record: pending_work.WorkRecord) -> bool:
        """Whether the record of the work makes a ``GET`` needless: it is running, or succeeded."""
        assert self._work_judge is not None
        work = self._work_judge.work
        has_ended = work.is_on_record and record.state == pending_work.ENDED
        if has_ended and self.may_end_unseen and len(self.end.states) == 1:
            work.succeeded(self.resource, self.end.states[0])
            self.is_done = True
        return self.is_done or record.state == pending_work.RUNNING

    def judge(self) -> None:
        """See whether the state in which it was last seen is its end.

        :raises ResourceInErrorState: its work failed.
        :raises InstanceInDeletedState: it is gone, and that is not its end.
        """
        status = self.resource.work_status(self.end)
        outcome = status.outcome
        if outcome == work_status.DELETED:
            self._end_deleted()
        elif outcome == work_status.FAILED:
            reason = self.resource.failure_reason()
            raise errors.ResourceInErrorState(self.resource, reason, status.state.lower())
        self.is_done = self.is_done or outcome == work_status.DONE

    def _end_deleted(self) -> None:
        """Note that it is gone, which is the end of a deletion alone."""
        if DELETED not in self.end.states:
            raise self.gone()
        self.is_done = True
        # A cloud may show deleted ones to its administrators, and have no such thing for others.
        self.resource.set_info(self.end.field, DELETED)

    def gone(self) -> errors.InstanceInDeletedState:
        """The error for one that was deleted while it was waited for."""
        error = errors.InstanceInDeletedState(f'{self.name} is gone: it was deleted.')
        return error.update(resource=self.resource)

    def lateness(self, waited: float, who: str) -> str:
        """Return the message of a timeout.

        :param waited: seconds that it was waited for.
        :param who: who waited, as in ``command``.
        """
        status = self.status
        state = status.state or 'in no known state'
        if status.task and status.state.upper() in self.end.states:
            state = f'{state} [{status.task}]'
        states = getattr(self.end, 'named', self.end.states)
        return (
            f'{self.name} is {state} after {duration(waited)}; '
            f'it was to be {" or ".join(states)}. It goes on without this {who}.'
        )


class Existing(Watched[R]):
    """A resource that must exist; ``NotFound`` is propagated."""

    def look(self) -> bool:
        """Ask for the resource; whether this is its end; see :meth:`Watched.look`."""
        self.resource = self.resource.renewed()
        self.name = name_of(self.resource)
        self.judge()
        return self.is_done


class _Patient(Watched[R]):
    """A resource that a program waits for: the program names states, the resource tells which
    states are failures.
    """

    def judge(self) -> None:
        """See whether the state in which it was last seen is its end.

        :raises ResourceInErrorState: its work failed.
        :raises InstanceInDeletedState: it is gone, and that is not its end.
        :raises EndNotReached: it has no such state at all.
        """
        self.name = name_of(self.resource)
        status = self.resource.work_status(self.end)
        state, is_pending = status.state.upper(), status.outcome == work_status.PENDING
        is_failure = state in self.resource.failed_states
        is_to_go = DELETED in self.end.states
        if is_pending and not status.task and is_failure:
            raise errors.ResourceInErrorState(
                self.resource, self.resource.failure_reason(), status.state.lower()
            )
        is_gone = state == SOFT_DELETED and not self._is_to_be_restored
        if is_pending and not status.task and is_gone and not is_to_go:
            raise self.gone()
        if status.outcome == work_status.FAILED and is_to_go and not is_failure:
            # It is in none of the states that were named, and still to go.
            return
        if not (status.state or is_to_go or self.end.field in self.resource._info):
            raise errors.EndNotReached(
                f'{self.name} has no {self.end.field!r} that could be waited for.', self.resource
            )
        super().judge()

    @property
    def _is_to_be_restored(self) -> bool:
        """Whether it was deleted before the work on it began."""
        before = {} if self._work_judge is None else self._work_judge.work.begun.before
        return before.get(self.end.field) == SOFT_DELETED

    def gone(self) -> errors.InstanceInDeletedState:
        """Return the error for a missing resource; given by id alone, it may never have existed."""
        error = super().gone()
        if len(self.resource._info) == 1:
            kind = getattr(self.resource.manager, 'kind', 'resource')
            text = f'No {kind} has the id {self.name}: it was deleted, or never existed.'
            error.update(message=text)
        return error


def wait(
    resource: R,
    state: str | Iterable[str],
    timeout: float,
    interval: float | None,
    field: str | None,
    clock: waits.WaitClock,
    after: RequestIdMixin | None = None,
) -> R:
    """Wait until a resource is in a state; see
    :meth:`novaclient_mv.resources.client.Client.wait_for`.
    """
    request = None if after is None else pending_work.of(after)
    watched = _Patient(resource, States(state, field or resource.state_field), request)
    return until_end([watched], timeout, clock, interval)[0]


def until_end(
    watched: Sequence[Watched[R]],
    timeout: float | None,
    clock: waits.WaitClock,
    interval: float | None = None,
    first: float = waits.INTERVAL,
    tell: Callable[[float], None] = lambda waited: None,
    tick: float = math.inf,
) -> list[R]:
    """Wait for the end of one resource after the other; all of them as they are then.

    The other parameters are those of :func:`novaclient_mv.wire.waits.until`.

    :raises WaitTimeout: the time is over; ``resource`` is what was last seen.
    """
    waited = waits.until(
        lambda: all(target.is_done or target.look() for target in watched),
        clock,
        timeout,
        interval=interval,
        first=first,
        tell=tell,
        tick=tick,
    )
    if waited is None:
        return [target.resource for target in watched]
    late = next(target for target in watched if not target.is_done)
    error = errors.WaitTimeout(late.lateness(waited, 'program'))
    raise error.update(resource=late.resource)


def name_of(resource: Resource) -> str:
    """Return a resource's name for messages."""
    return str(resource._info.get('name') or resource.id)


def duration(seconds: float) -> str:
    """Format seconds, with decimals where there are few."""
    text = f'{seconds:.0f}' if seconds >= 9.95 else f'{seconds:.1f}'.removesuffix('.0')
    if text == '0':
        text = f'{seconds:.1g}'
    return f'{text} second{"" if text == "1" else "s"}'
