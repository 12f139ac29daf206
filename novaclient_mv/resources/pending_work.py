"""The request that began work on a resource, and what judges the outcome of that work."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeVar

from novaclient_mv import errors
from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.request import Answer

T = TypeVar('T', bound=RequestIdMixin)

RUNNING: Final = 'running'
FAILED: Final = 'failed'
ENDED: Final = 'ended'
EMPTY: Final = 'empty'
"""The state of a record in which no step has begun."""
UNTOLD: Final = 'untold'
"""The state of a record that has no error, and whose steps the cloud does not show."""
MISSING: Final = 'missing'
"""The state of a record that cannot be read."""


class Begun(NamedTuple):
    """A request that began work, and what was known of its resource until then.

    ``operation`` is as in the API reference, and empty where only the request's id is known;
    ``before`` has the fields that the program knew of the resource; ``date`` is the header of the
    answer, and ``received`` the seconds since the epoch by the clock of this machine.
    """

    operation: str
    body: Any
    before: Mapping[str, Any]
    request_id: str
    date: str
    received: float

    def moment(self) -> float:
        """Return the seconds since the epoch at which it was answered, by the cloud's clock."""
        from email.utils import parsedate_to_datetime

        try:
            return parsedate_to_datetime(self.date).timestamp()
        except (TypeError, ValueError):
            return self.received


class WorkRecord(NamedTuple):
    """The outcome of work by a service's record of it.

    ``state`` is one of the above; ``reason`` is that of a failure, or says that none is known.
    """

    state: str
    action: str = ''
    request_id: str = ''
    reason: str = 'the cloud tells no reason'


class BegunWork(Generic[T]):
    """The work of one request on a resource, as a wait judges it."""

    has_record: ClassVar[bool] = True
    """Whether the service keeps a record of it, beside the resource."""

    def __init__(self, begun: Begun, action: str) -> None:
        self.begun = begun
        self.action = action
        """The name that errors have for it."""

    def observe(self, resource: T) -> None:
        """Take note of a resource on which the work continues."""

    @property
    def is_on_record(self) -> bool:
        """Whether its record alone tells how it ends."""
        return False

    def effect(self, resource: T, is_at_end: bool) -> bool | None:
        """Whether a resource shows the effect; ``None`` where no field tells.

        :param is_at_end: it is in a state that ends the wait.
        """
        raise NotImplementedError

    def is_going_on(self, resource: T) -> bool | None:
        """Whether something works on the resource; ``None`` where the cloud does not tell."""
        raise NotImplementedError

    def record(self, resource: T) -> WorkRecord:
        """Read the record."""
        raise NotImplementedError

    def failure(self, resource: T, record: WorkRecord) -> errors.ActionFailed:
        """The error for work without its effect."""
        reason = record.reason.rstrip('.')
        message = f'{self.name(resource)} failed: {reason}; {self.place(resource)}.'
        request_id = record.request_id or None
        action = record.action or self.action
        return errors.ActionFailed(message, resource, action, record.reason, request_id)

    def in_error(self, error: errors.ResourceInErrorState, resource: T) -> errors.ActionFailed:
        """The error for work after which its resource is in error, with what is known of it.

        The record is read only where the resource has no fault.
        """
        record = WorkRecord(FAILED, request_id=self.begun.request_id, reason=error.fault or '')
        if not error.fault:
            record = self.record(resource)
        fault = record.reason if record.state == FAILED else None
        failed = self.failure(resource, record)
        return errors.ActionInError(failed, fault, error.state, self.place_in_error(resource))

    def unknown(self, resource: T) -> errors.Error:
        """The error for work of which nobody can tell whether it had its effect."""
        return errors.EndNotReached(
            f'{self.name(resource)} has ended, but the cloud does not tell whether it succeeded; '
            f'{self.place(resource)}.',
            resource,
        )

    def succeeded(self, resource: T, state: str) -> None:
        """Note on a resource that the work has ended well by its record, and so in a state."""

    def name(self, resource: T) -> str:
        """The resource and the work, as the beginning of a sentence."""
        raise NotImplementedError

    def place(self, resource: T) -> str:
        """Where the resource is now, as the end of a sentence."""
        raise NotImplementedError

    def place_in_error(self, resource: T) -> str:
        """The same for one in error, where more than that is to be told."""
        return ''


def noted(result: T, answer: Answer, resource: object = None) -> T:
    """Note on the result of a write which request it was; the result.

    :param resource: what it was sent for, as far as the program knew it.
    """
    request = answer.request
    if request is not None and request.is_write:
        before = dict(getattr(resource, '_info', {}))
        date = str(answer.headers.get('Date') or '')
        request_id = answer.request_id or ''
        result._begun = Begun(
            request.operation, request.body, before, request_id, date, time.time()
        )
    return result


def waited_for(resource: T, result: object) -> T:
    """Note on a resource which request began the work that it is waited for with; the resource.

    :param result: what the action returned.
    """
    resource._begun = getattr(result, '_begun', None)
    return resource


def of(result: RequestIdMixin) -> Begun:
    """The request behind a result, of which its id alone may be known."""
    begun: Begun | None = result._begun
    if begun is None:
        ids = getattr(result, 'request_ids', None) or ['']
        begun = Begun('', None, MappingProxyType({}), ids[-1], '', time.time())
    return begun
