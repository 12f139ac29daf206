"""``/runbooks``: named lists of steps for cleaning and service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, deploy_templates, views
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused
from novaclient_mv.sandbox.http.wsgi import Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_ONE_OR_ALL = (
    'One trait is added by PUT without a body, all are replaced by PUT of a list of traits.'
)
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
    gates: ClassVar[Mapping[str, int]] = {'description': 112, 'traits': 112}
    schema = bodies.schema_of(
        ('name', 'steps'),
        uuid=bodies.NAME,
        name=deploy_templates.TRAIT_NAME,
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        owner=bodies.TEXT,
        public=bodies.FLAG,
        disable_ramdisk=bodies.FLAG,
        traits={'type': 'array', 'items': bodies.TRAIT},
        steps={'type': 'array', 'minItems': 1, 'items': deploy_templates.step('order')},
    )
    schema_noun = 'runbook'
    defaults: ClassVar[Document] = {
        'extra': {},
        'public': False,
        'disable_ramdisk': False,
        'traits': [],
    }
    has_names = True

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new runbook."""
        for name in _FLAGS:
            document[name] = bodies.flag(document.get(name) or False, name)
        document['extra'] = document.get('extra') or {}

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self.prepare(document, {})
        if document['public']:
            document['owner'] = None

    # -- traits: from 1.112, what nodes must have one of

    def traits(self, id: str) -> Response:
        """``GET /v1/runbooks/{id}/traits``"""
        return self.answer({'traits': self._with_traits(id).document['traits']})

    def set_traits(self, id: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits``"""
        row = self._with_traits(id)
        body = self.body()
        traits = body.get('traits') if isinstance(body, dict) else None
        if not isinstance(traits, list):
            raise Refused(400, _ONE_OR_ALL)
        for trait in traits:
            bodies.check(bodies.TRAIT, trait, 'trait')
        return self._save_traits(row, set(traits))

    def add_trait(self, id: str, trait: str) -> Response:
        """``PUT /v1/runbooks/{id}/traits/{trait}``"""
        row = self._with_traits(id)
        bodies.check(bodies.TRAIT, trait, 'trait')
        answer = self._save_traits(row, {*row.document['traits'], trait})
        answer.headers.append(self.location(f'runbooks/{id}/traits/{trait}'))
        return answer

    def delete_traits(self, id: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits``"""
        return self._save_traits(self._with_traits(id), set())

    def delete_trait(self, id: str, trait: str) -> Response:
        """``DELETE /v1/runbooks/{id}/traits/{trait}``: also one that it does not have"""
        row = self._with_traits(id)
        return self._save_traits(row, set(row.document['traits']) - {trait})

    def _with_traits(self, id: str) -> Row:
        if self.minor < self.gates['traits']:
            raise Aborted(404, 'The API version does not allow runbook traits')
        return self.row(id)

    def _save_traits(self, row: Row, traits: set[str]) -> Response:
        row.document.update(traits=sorted(traits), updated_at=self.now)
        self.db.save(row)
        return self.accepted(status=204)
