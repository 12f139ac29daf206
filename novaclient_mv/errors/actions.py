"""Errors of actions that came to nothing after they had been accepted, and of filters."""

from __future__ import annotations

from typing import Any

from novaclient_mv.errors.error import Error, Span
from novaclient_mv.errors.status import ExitStatus
from novaclient_mv.errors.tree import EndNotReached, ResourceInErrorState


class ActionFailed(EndNotReached):
    """The work of a request failed, whatever the state of the resource is.

    :param message: what failed, why, and where the resource is now.
    :param resource: as it is.
    :param action: what failed, as the service's records call it: ``live-migration``.
    :param reason: why, where the cloud tells.
    :param request_id: the id of the request whose work it was.
    """

    error_code = 'action_failed'

    def __init__(
        self,
        message: str,
        resource: Any,
        action: str = '',
        reason: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, resource)
        self.action = action
        self.reason = self.fault = reason
        self.request_id = request_id

    def facts(self) -> dict[str, Any]:
        return {'action': self.action, 'reason': self.reason, 'request_id': self.request_id}


class ActionInError(ActionFailed, ResourceInErrorState):
    """The work of a request failed, and its resource is in its state of error.

    :param failed: the failure as the work tells it.
    :param state: what the state is called.
    :param place: where the resource is, as the end of a sentence.
    """

    error_code = 'error_state'

    def __init__(
        self, failed: ActionFailed, fault: str | None, state: str, place: str = ''
    ) -> None:
        super().__init__('', failed.resource, failed.action, fault, failed.request_id)
        ResourceInErrorState.__init__(self, failed.resource, fault, state)
        self.place = place

    def __str__(self) -> str:
        text = super().__str__()
        return f'{text.rstrip(".")}; {self.place}.' if self.place else text


class FilterUnavailable(Error):
    """A filter of a list that the cloud would ignore for this login, where that is not wanted.

    :param needed: the versions that would do; ``None`` where it takes a role.
    """

    error_code = 'filter_ignored'

    def __init__(self, message: str, needed: Span | None) -> None:
        super().__init__(message)
        self.needed = needed
        self.exit_status = ExitStatus.DENIED if needed is None else ExitStatus.VERSION

    def facts(self) -> dict[str, Any]:
        return {'needs_version': None if self.needed is None else str(self.needed)}


class FilterIgnored(UserWarning):
    """Warns that the cloud ignores a filter of a list for this login: the list is longer than was
    asked for. It comes before the list is asked for, so that a program can make it an error.
    """
