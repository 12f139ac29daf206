"""``/runbooks``: named lists of steps for cleaning and service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    deploy_templates,
    kinds,
    node_parts,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_ONE_OR_ALL = (
    'A single runbook trait may be added via PUT /v1/runbooks/<runbook identifier>/traits/<trait> '
    'with no body, or all runbook traits may be replaced via PUT /v1/runbooks/<runbook identifier>'
    '/traits with the list of traits specified in the request body.'
)
_TRAITS_BODY: dict[str, Any] = {'sent': kinds.or_nothing(kinds.schema(node_parts.TRAITS))}
_FLAGS = ('public', 'disable_ramdisk')


class Runbooks(collection.Collection):
    """Runbooks."""

    kind = 'baremetal_runbook'
    noun = 'Runbook'
    key = 'runbooks'
    path = 'runbooks'
    fields = views.RUNBOOK
    short = ('uuid', 'name', 'links')
    patchable = ('disable_ramdisk', 'extra', 'name', 'owner', 'public', 'steps', 'description')
    known_since: ClassVar[Mapping[str, int]] = {'description': 112}
    schema = bodies.schema_of(
        ('steps', 'name'),
        uuid=bodies.NAME,
        name={
            'type': 'string',
            'minLength': 1,
            'maxLength': 255,
            'pattern': r'^[A-Za-z0-9\-._~]+$',
        },
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        owner=bodies.TEXT,
        public={'type': ['boolean', 'null']},
        disable_ramdisk={'type': ['boolean', 'null']},
        steps={
            'type': 'array',
            'minItems': 1,
            'items': deploy_templates.step('order', ('interface', 'step', 'order')),
        },
    )
    undated = ('steps',)
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.uuid_or_name}
    filters: ClassVar[Mapping[str, kinds.Kind]] = {'project': kinds.boolean}
    paging: ClassVar[Mapping[str, kinds.Kind]] = {'marker': kinds.name}
    values: ClassVar[Mapping[str, kinds.Kind]] = {
        'disable_ramdisk': kinds.boolean, 'public': kinds.boolean, 'uuid': kinds.uuid,
    }  # fmt: skip
    defaults: ClassVar[Document] = {
        'extra': {},
        'public': False,
        'disable_ramdisk': False,
        'traits': [],
    }
    has_names = True

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new runbook."""
        deploy_templates.check_steps(document['steps'], 'order')
        for step in document['steps']:
            step.setdefault('args', {})
        for name in _FLAGS:
            document[name] = bodies.flag(document.get(name) or False, name)
        document['extra'] = document.get('extra') or {}
        if 'owner' in body:
            document['owner'] = body['owner'] or None
        project = self.context.project_id
        if body.get('owner') and project is not None and body['owner'] != project:
            words = 'Cannot create a runbook as a project scoped admin with an owner other than'
            raise Refused(400, f'{words} your own project.')

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        deploy_templates.require_numbers(row.document['steps'], document['steps'], 'order')
        self.prepare(document, {})
        document['steps'] = deploy_templates.old_first(row.document['steps'], document['steps'])
        if document['public']:
            document['owner'] = None

    # -- traits: from 1.112, what nodes must have one of

    @takes(id=kinds.anything)
    def traits(self, id: str) -> Response:
        """``GET /v1/runbooks/{id}/traits``"""
        return self.answer({'traits': self._named(id).document['traits']})

    @takes(body='sent', id=kinds.anything, **_TRAITS_BODY)
    def set_traits(self, id: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits``"""
        row = self._named(id)
        traits = self.arguments['sent'].get('traits')
        if traits is None:
            raise Refused(400, _ONE_OR_ALL)
        return self._save_traits(row, set(traits))

    @takes(body='sent', id=kinds.anything, trait=node_parts.TRAIT, **_TRAITS_BODY)
    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits/{trait}``"""
        row = self._named(id)
        if self.arguments['sent'].get('traits') is not None:
            raise Refused(400, _ONE_OR_ALL)
        answer = self._save_traits(row, {*row.document['traits'], trait})
        answer.headers.append(self.location(f'runbooks/{id}/traits/{trait}'))
        return answer

    @takes(id=kinds.anything)
    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits``"""
        return self._save_traits(self._named(id), set())

    @takes(id=kinds.anything, trait=kinds.string)
    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits/{trait}``: also one that it does not have"""
        row = self._named(id)
        return self._save_traits(row, set(row.document['traits']) - {trait})

    def _named(self, ident: str) -> Row:
        if not bodies.is_name_or_uuid(ident):
            raise Refused(400, f'Expected a logical name or UUID but received {ident}.')
        return self.row(ident)

    def _save_traits(self, row: Row, traits: set[str]) -> Response:
        # They are no change of the runbook itself.
        row.document.update(traits=sorted(traits))
        self.db.save(row)
        return self.accepted(status=204)
