"""``/inspection_rules``: what is done with what inspection finds out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, json_patches, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_CALL: bodies.Schema = {
    'type': 'object',
    'properties': {
        'op': {'type': 'string', 'minLength': 1},
        'args': {'type': ['object', 'array']},
        'loop': {'type': ['object', 'array']},
        'multiple': {'type': 'string', 'enum': ['any', 'all', 'first', 'last']},
    },
    'required': ['op', 'args'],
    'additionalProperties': False,
}


class InspectionRules(collection.Collection):
    """Inspection rules."""

    kind = 'baremetal_inspection_rule'
    noun = 'Inspection rule'
    key = 'inspection_rules'
    path = 'inspection_rules'
    fields = views.INSPECTION_RULE
    short = ('uuid', 'description', 'priority', 'phase', 'links')
    patchable = ('description', 'priority', 'sensitive', 'phase', 'conditions', 'actions', 'uuid')
    filters = ('phase',)
    schema = bodies.schema_of(
        ('actions',),
        uuid=bodies.NAME,
        description=bodies.TEXT,
        priority={'type': 'integer', 'minimum': 0, 'maximum': 9999},
        sensitive={'type': 'boolean'},
        phase={'type': ['string', 'null']},
        conditions={'type': 'array', 'items': _CALL},
        actions={'type': 'array', 'minItems': 1, 'items': _CALL},
    )
    schema_noun = ''
    defaults: ClassVar[Document] = {
        'priority': 0,
        'sensitive': False,
        'phase': 'main',
        'conditions': [],
    }

    def facts(self, row: Row) -> Document:
        """Every field of a rule; the service's links to rules name another path."""
        facts = super().facts(row)
        facts['links'] = views.links(self.req, f'inspection/{row.id}')
        return facts

    def row(self, ident: str) -> Row:
        """The rule of a UUID."""
        if not baremetal_nodes.UUID.fullmatch(ident):
            raise Refused(400, f"Schema error: {ident!r} is not a 'uuid'")
        return super().row(ident)

    def update(self, id: str) -> Response:
        """``PATCH /v1/inspection_rules/{id}``"""
        for item in json_patches.checked(self.body()):
            root = item['path'].split('/')[1]
            if root not in self.patchable and item['op'] == 'add':
                words = f'Adding a new attribute (/{root}) to the root of the resource'
                raise Refused(400, f'{words} is not allowed')
        return super().update(id)

    def changed(self, row: Row, document: Document) -> None:
        """The UUID stays what it is."""
        document.pop('uuid', None)

    def delete_all(self) -> Response:
        """``DELETE /v1/inspection_rules``"""
        for row in list(self.rows()):
            self.db.remove(row)
        return self.accepted(status=204)
