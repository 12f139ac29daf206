"""Judges a change of a node's power, of which the node tells the error and not the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from novaclient_mv import errors
from novaclient_mv.resources import pending_work

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node

_NOUNS: Final = {'rebooting': 'reboot', 'soft rebooting': 'soft reboot'}


class PowerChange(pending_work.BegunWork['Node']):
    """A change of power that a request began."""

    has_record = False

    def __init__(self, request: pending_work.Begun) -> None:
        body: Any = request.body
        super().__init__(request, str(body['target']))

    def effect(self, resource: Node, is_at_end: bool) -> bool:
        """Whether a node in the state of the end got there: a change clears the last error first,
        and leaves one where it fails.
        """
        return is_at_end and not resource._info.get('last_error')

    def is_going_on(self, resource: Node) -> bool:
        """Whether a conductor holds the node, or it has a target."""
        info = resource._info
        return bool(info.get('reservation') or info.get('target_power_state'))

    def record(self, resource: Node) -> pending_work.WorkRecord:
        """Return the last failure of the node as a record."""
        record = pending_work.WorkRecord(pending_work.FAILED, self.action, self.begun.request_id)
        reason = resource.failure_reason()
        return record._replace(reason=reason) if reason else record

    def in_error(self, error: errors.ResourceInErrorState, resource: Node) -> errors.ActionFailed:
        """The error for a node in another state than the one that was to be."""
        if error.state != 'error':
            return self.failure(resource, self.record(resource))
        return super().in_error(error, resource)

    def name(self, resource: Node) -> str:
        """The node and the change, as the beginning of a sentence."""
        return f'{resource.label}: the {_NOUNS.get(self.action, f"change to {self.action}")}'

    def place(self, resource: Node) -> str:
        """The state of the node's power, as the end of a sentence."""
        return f'it is {resource.state_in("power_state") or "in no known state of power"}'


def of_request(request: pending_work.Begun) -> PowerChange | None:
    """The change of power that a request began; ``None`` for another request."""
    is_change = request.operation == 'PUT /nodes/{id}/states/power'
    return PowerChange(request) if is_change else None
