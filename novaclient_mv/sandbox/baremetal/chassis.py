"""``/chassis``: what nodes are mounted in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, json_patches, kinds, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class Chassis(collection.Collection):
    """Chassis."""

    kind = 'baremetal_chassis'
    noun = 'Chassis'
    key = 'chassis'
    path = 'chassis'
    fields = views.CHASSIS
    short = ('uuid', 'description', 'links')
    patchable = ('uuid', 'extra', 'description')
    schema = bodies.schema_of((), uuid=bodies.NAME, extra=bodies.OBJECT, description=bodies.TEXT)
    idents: ClassVar[Mapping[str, kinds.Kind]] = {
        '': kinds.uuid,
    }
    refuses_fields = True
    values: ClassVar[Mapping[str, kinds.Kind]] = {'uuid': kinds.uuid}
    defaults: ClassVar[Document] = {'extra': {}}

    def facts(self, row: Row) -> Document:
        """Every field of a chassis; the links to its nodes are a list in a list."""
        facts = super().facts(row)
        facts['extra'] = facts['extra'] or {}
        facts['nodes'] = [views.links(self.req, f'chassis/{row.id}/nodes')]
        return facts

    def changed(self, row: Row, document: Document) -> None:
        """The UUID stays as it is, and even a patch of nothing is a change."""
        if 'uuid' in json_patches.roots(self.arguments['patch']):
            raise Refused(400, 'Cannot overwrite UUID for an existing Chassis.')
        document.pop('uuid', None)
        document['updated_at'] = self.now

    def check_removal(self, row: Row) -> None:
        """Refuse to remove a chassis that has nodes."""
        for node in baremetal_nodes.find_all(self.db):
            if node.document.get('chassis_uuid') == row.id:
                words = f'The chassis {row.id} cannot be deleted while it contains nodes.'
                raise Refused(400, words.replace('The chassis', 'Chassis'))
