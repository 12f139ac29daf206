"""``/deploy_templates``: steps of deployment that a trait asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, hardware, kinds, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

TRAIT_NAME = bodies.TRAIT


def step(order: str, required: tuple[str, ...] | None = None) -> bodies.Schema:
    """The schema of a step.

    :param order: the field that says when it comes.
    :param required: the fields that it must have, by default all.
    """
    return {
        'type': 'object',
        'properties': {
            'interface': {
                'type': 'string',
                'enum': hardware.STEP_INTERFACES,
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
        'required': list(required or ('interface', 'step', 'args', order)),
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
    patchable = ('extra', 'name', 'steps')
    schema = bodies.schema_of(
        ('steps', 'name'),
        uuid=bodies.NAME,
        name=TRAIT_NAME,
        description=bodies.TEXT,
        extra=bodies.OBJECT,
        steps={'type': 'array', 'minItems': 1, 'items': step('priority')},
    )
    undated = ('steps',)
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.uuid_or_name}
    paging: ClassVar[Mapping[str, kinds.Kind]] = {'marker': kinds.name}
    refuses_fields = True
    values: ClassVar[Mapping[str, kinds.Kind]] = {'uuid': kinds.uuid}
    defaults: ClassVar[Document] = {'extra': {}}
    has_names = True

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new template."""
        check_steps(document['steps'], 'priority')
        document['extra'] = document.get('extra') or {}

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        require_numbers(row.document['steps'], document['steps'], 'priority')
        self.prepare(document, {})
        document['steps'] = old_first(row.document['steps'], document['steps'])


def require_numbers(old: list[Document], new: list[Document], order: str) -> None:
    """Refuse a step whose order is a text where it was a number.

    :param order: the field that says when a step comes.
    :raises Refused: 400.
    """
    unordered = [{**step, order: None} for step in old]
    for step in new:
        if isinstance(step[order], str) and {**step, order: None} in unordered:
            raise Refused(400, f'{order} is to be a number')


def old_first(old: list[Document], new: list[Document]) -> list[Document]:
    """New steps as the service keeps them: behind those that were there."""
    unchanged = [step for step in old if step in new]
    return [*unchanged, *(step for step in new if step not in unchanged)]


def check_steps(steps: list[Document], order: str) -> None:
    """Refuse steps of which one comes twice, and count their order.

    :param order: the field that says when a step comes.
    :raises Refused: 400.
    """
    check_unique(steps)
    for step in steps:
        step[order] = int(step[order])


def check_unique(steps: list[Document]) -> None:
    """Refuse steps of which one comes twice.

    :raises Refused: 400.
    """
    names = [f'interface: {step["interface"]}, step: {step["step"]}' for step in steps]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        words = (
            'Duplicate deploy steps. A template cannot have multiple deploy steps with the same '
            f'interface and step. Duplicates: {"; ".join(twice)}.'
        )
        raise Refused(400, f'Deploy template invalid: {words}')
