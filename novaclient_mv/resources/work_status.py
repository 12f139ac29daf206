"""The progress of work on a resource, from the resource's own fields."""

from __future__ import annotations

from novaclient_mv.values import NamedTuple, Protocol

PENDING, DONE, FAILED, DELETED = 'pending', 'done', 'failed', 'deleted'


class WorkEnd(Protocol):
    """The end of the work that a command starts, as the command declares it."""

    @property
    def states(self) -> tuple[str, ...]:
        """The states that end it well."""

    @property
    def fault(self) -> str | None:
        """The state that ends it badly, on a resource that has only one such."""

    @property
    def field(self) -> str:
        """The key of the resource that holds the state."""


class WorkStatus(NamedTuple):
    """The progress of work on a resource.

    :param state: the state that the resource is in; empty if it tells none.
    :param outcome: ``PENDING``, ``DONE``, ``FAILED``, or ``DELETED`` for a resource that is gone.
    :param task: what is being done with it.
    """

    state: str
    outcome: str
    task: str = ''
