"""``/deploy_templates``: steps of deployment that a trait asks for."""

from __future__ import annotations

from typing import Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, views

Document = dict[str, Any]

TRAIT_NAME = bodies.TRAIT


def step(order: str) -> bodies.Schema:
    """The schema of a step.

    :param order: the field that says when it comes.
    """
    return {
        'type': 'object',
        'properties': {
            'interface': {
                'type': 'string',
                'enum': ['bios', 'deploy', 'firmware', 'management', 'power', 'raid', 'vendor'],
            },
            'step': {'type': 'string', 'minLength': 1},
            'args': {'type': 'object'},
            order: {
                'anyOf': [
                    {'type': 'integer', 'minimum': 0},
                    {'type': 'string', 'minLength': 1, 'pattern': '^[0-9]+$'},
                ]
            },
        },
        'required': ['interface', 'step', 'args', order],
        'additionalProperties': False,
    }


class DeployTemplates(collection.Collection):
    """Deploy templates."""

    kind = 'baremetal_deploy_template'
    noun = 'Deploy template'
    key = 'deploy_templates'
    path = 'deploy_templates'
    fields = views.DEPLOY_TEMPLATE
    short = ('uuid', 'name', 'links')
    patchable = ('extra', 'name', 'steps', 'description')
    schema = bodies.schema_of(
        ('name', 'steps'),
        uuid=bodies.NAME,
        name=TRAIT_NAME,
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        steps={'type': 'array', 'minItems': 1, 'items': step('priority')},
    )
    schema_noun = 'template'
    defaults: ClassVar[Document] = {'extra': {}}
    has_names = True

    def prepare(self, document: Document, body: Document) -> None:
        """Complete a new template."""
        document['extra'] = document.get('extra') or {}
