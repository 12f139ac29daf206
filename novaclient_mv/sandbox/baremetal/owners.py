"""Nodes that resources belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session


def of_change(session: Session, ident: Any, wants_id: bool) -> str:
    """The id of the node that a resource is moved to.

    :param wants_id: whether what is no UUID is refused in words of its own.
    :raises Refused: 400: there is no such node.
    """
    if wants_id and not bodies.is_uuid(ident):
        raise Refused(400, f'Expected a UUID for node_uuid, but received {ident}.')
    node = baremetal_nodes.find(session, ident) if isinstance(ident, str) else None
    # A UUID is not looked for in another spelling here.
    if node is None or ident not in (node.id, node.name):
        words = f"Unable to apply the requested node_uuid '{ident}'."
        raise Refused(400, f'{words} Requested value was invalid.')
    return str(node.id)
