"""``/runbooks``: named lists of steps for cleaning and service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, deploy_templates, views

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

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

    def changed(self, row: Row, document: Document, names: set[str]) -> None:
        """Check a change."""
        self.prepare(document, {})
        if document['public']:
            document['owner'] = None
