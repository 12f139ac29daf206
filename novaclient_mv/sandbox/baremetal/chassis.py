"""``/chassis``: what nodes are mounted in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies, collection, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row


class Chassis(collection.Collection):
    """Chassis."""

    kind = 'baremetal_chassis'
    noun = 'Chassis'
    path = 'chassis'
    fields = views.CHASSIS
    short = ('uuid', 'description', 'links')
    patchable = ('extra', 'description')
    schema = bodies.schema_of((), uuid=bodies.UUID, extra=bodies.OBJECT, description=bodies.TEXT)

    def facts(self, row: Row) -> dict[str, Any]:
        """Every field of a chassis; the links to its nodes are a list in a list."""
        facts = super().facts(row)
        facts['extra'] = facts['extra'] or {}
        facts['nodes'] = [views.links(self.req, f'chassis/{row.id}/nodes')]
        return facts

    def changed(self, row: Row, document: dict[str, Any]) -> None:
        """Any patch is a change, even one of nothing."""
        document['updated_at'] = self.now

    def check_removal(self, row: Row) -> None:
        """Refuse to remove a chassis that has nodes."""
        nodes = baremetal_nodes.find_all(self.db)
        if any(node.document.get('chassis_uuid') == row.id for node in nodes):
            words = f'Chassis {row.id} cannot be deleted while it contains nodes.'
            raise Refused(400, words)
