"""``/deploy_templates``: steps of deployment that a trait asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies, collection, hardware, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


def steps(order: str, required: tuple[str, ...]) -> bodies.Schema:
    """The schema of steps.

    :param order: the field that says when one comes.
    :param required: the other fields that each must have.
    """
    properties: dict[str, bodies.Schema] = {
        'interface': {'type': 'string', 'enum': hardware.STEP_INTERFACES},
        'step': {'type': 'string', 'minLength': 1},
        'args': {'type': 'object'},
        order: bodies.ORDER,
    }
    step = bodies.schema_of((*required, order), **properties)
    return {'type': 'array', 'minItems': 1, 'items': step}


class DeployTemplates(collection.Collection):
    """Deploy templates."""

    kind = 'baremetal_deploy_template'
    noun = 'Deploy template'
    path = 'deploy_templates'
    fields = views.DEPLOY_TEMPLATE
    short = ('uuid', 'name', 'links')
    patchable = ('extra', 'name', 'steps')
    schema = bodies.schema_of(
        ('steps', 'name'),
        uuid=bodies.UUID,
        name=bodies.TRAIT,
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        steps=steps('priority', ('interface', 'step', 'args')),
    )
    has_named_markers = True

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new template."""
        check_steps(document['steps'], 'priority')
        document['extra'] = document.get('extra') or {}

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self.prepare(document, {})
        document['steps'] = old_first(row.document['steps'], document['steps'])


def old_first(old: list[Document], new: list[Document]) -> list[Document]:
    """New steps as the service keeps them: behind those that were there."""
    unchanged = [step for step in old if step in new]
    return [*unchanged, *(step for step in new if step not in unchanged)]


def check_steps(steps: list[Document], order: str) -> None:
    """Refuse steps of which one comes twice, and count their order.

    :param order: the field that says when a step comes.
    :raises Refused: 400.
    """
    names = [(step['interface'], step['step']) for step in steps]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Refused(400, f'Duplicate steps: interface: {twice[0][0]}, step: {twice[0][1]}.')
    for step in steps:
        step[order] = int(step[order])
