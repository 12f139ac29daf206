"""``/runbooks``: named lists of steps for cleaning and service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    deploy_templates,
    kinds,
    node_parts,
    views,
)
from novaclient_mv.sandbox.baremetal.filters import narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_FLAG: bodies.Schema = {'type': ['boolean', 'null']}


class Runbooks(collection.Collection):
    """Runbooks."""

    kind = 'baremetal_runbook'
    noun = 'Runbook'
    path = 'runbooks'
    fields = views.RUNBOOK
    short = ('uuid', 'name', 'links')
    patchable = ('disable_ramdisk', 'extra', 'name', 'owner', 'public', 'steps', 'description')
    known_since: ClassVar = {'description': 112}
    schema = bodies.schema_of(
        ('steps', 'name'),
        uuid=bodies.UUID,
        name={'type': 'string', 'maxLength': 255, 'pattern': r'^[A-Za-z0-9\-._~]+$'},
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        owner=bodies.TEXT,
        public=_FLAG,
        disable_ramdisk=_FLAG,
        steps=deploy_templates.steps('order', ('interface', 'step')),
    )
    filters = (narrows('project', kinds.flag, test=None),)
    has_named_markers = True
    refuses_fields = False
    defaults: ClassVar[Document] = {
        'extra': {}, 'public': False, 'disable_ramdisk': False, 'traits': [],
    }  # fmt: skip

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new runbook."""
        deploy_templates.check_steps(document['steps'], 'order')
        for step in document['steps']:
            step.setdefault('args', {})
        for name in ('public', 'disable_ramdisk'):
            document[name] = bool(document.get(name))
        document['extra'] = document.get('extra') or {}
        if 'owner' in body:
            document['owner'] = body['owner'] or None
        if body.get('owner') and self.context.project_id not in (None, body['owner']):
            words = 'Cannot create a runbook as a project scoped admin with an owner other than'
            raise Refused(400, f'{words} your own project.')

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self.prepare(document, {})
        document['steps'] = deploy_templates.old_first(row.document['steps'], document['steps'])
        if document['public']:
            document['owner'] = None

    # -- traits: from 1.112, what nodes must have one of

    def traits(self, id: str) -> Response:
        """``GET /v1/runbooks/{id}/traits``"""
        return self.answer({'traits': self.row(id).document['traits']})

    @kinds.takes(body='sent', sent=node_parts.ALL_TRAITS)
    def set_traits(self, id: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits``"""
        return self._save_traits(self.row(id), set(self.arguments['sent']['traits']))

    @kinds.takes(body='sent', sent=node_parts.NO_TRAITS, trait=node_parts.TRAIT)
    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits/{trait}``"""
        row = self.row(id)
        answer = self._save_traits(row, {*row.document['traits'], trait})
        answer.headers.append(self.location(f'runbooks/{id}/traits/{trait}'))
        return answer

    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits``"""
        return self._save_traits(self.row(id), set())

    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits/{trait}``: also one that it does not have"""
        row = self.row(id)
        return self._save_traits(row, set(row.document['traits']) - {trait})

    def _save_traits(self, row: Row, traits: set[str]) -> Response:
        # They are no change of the runbook itself.
        row.document.update(traits=sorted(traits))
        self.db.save(row)
        return self.accepted(status=204)
