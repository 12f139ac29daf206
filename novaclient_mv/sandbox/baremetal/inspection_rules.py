"""``/inspection_rules``: what is done with what inspection finds out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, json_patches, views
from novaclient_mv.sandbox.baremetal.filters import narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_CONDITION_ARGUMENTS = {
    **dict.fromkeys(('eq', 'lt', 'gt'), 'values [force_strings]'),
    'is-empty': 'value', 'in-net': 'address subnet', 'matches': 'value regex',
    'contains': 'value regex', 'one-of': 'value [values]', 'is-none': 'value', 'is-true': 'value',
    'is-false': 'value',
}  # fmt: skip
_ACTION_ARGUMENTS = {
    'fail': 'msg', 'log': 'msg [level]', 'set-attribute': 'path value',
    'extend-attribute': 'path value [unique]', 'del-attribute': 'path',
    'set-capability': 'name value', 'unset-capability': 'name', 'add-trait': 'name',
    'remove-trait': 'name', 'set-plugin-data': 'path value [plugin_data]',
    'extend-plugin-data': 'path value [plugin_data] [unique]',
    'unset-plugin-data': 'path [plugin_data]', 'set-port-attribute': 'port_id path value',
    'extend-port-attribute': 'port_id path value [unique]', 'del-port-attribute': 'port_id path',
    'api-call': 'url [headers] [timeout] [retries]',
}  # fmt: skip
_ARGUMENTS = {**_CONDITION_ARGUMENTS, **_ACTION_ARGUMENTS}
"""The arguments of calls, those in brackets as one likes."""
_PLACES = {
    **dict.fromkeys(('set-plugin-data', 'extend-plugin-data'), ('value', 'plugin_data')),
    'unset-plugin-data': ('plugin_data',),
}
"""Arguments that calls must have by place, where they are others than by name."""
_CONDITIONS = [*_CONDITION_ARGUMENTS, *(f'!{name}' for name in _CONDITION_ARGUMENTS)]
_ACTIONS = list(_ACTION_ARGUMENTS)


def _call(names: list[str]) -> bodies.Schema:
    return {
        'type': 'object',
        'properties': {
            'args': {'type': ['array', 'object']},
            'loop': {'type': ['array', 'object']},
            'multiple': {'type': 'string', 'enum': ['any', 'all', 'first', 'last']},
            'op': {'enum': names},
        },
        'required': ['op', 'args'],
    }


def _stored(call: Document, is_condition: bool) -> Document:
    """A call as the service keeps it: with a loop, if it has one, and which of its turns count."""
    stored = {'op': call['op'], 'args': call['args']}
    if call.get('loop'):
        stored['loop'] = call['loop']
        if is_condition:
            stored['multiple'] = call.get('multiple', 'any')
    return stored


def _check_arguments(call: Document) -> None:
    """Refuse arguments that a call lacks or does not have.

    :raises Refused: 400.
    """
    name, sent = call['op'].lstrip('!'), call['args']
    words = _ARGUMENTS[name].split()
    required = tuple(word for word in words if word[0] != '[')
    if isinstance(sent, list):
        wrong = _PLACES.get(name, required)[len(sent) :]
    else:
        known = {word.strip('[]') for word in words}
        wrong = tuple({*required} - {*sent} | {*sent} - known)
    if wrong:
        raise Refused(400, f'Missing or unexpected arguments: {", ".join(sorted(wrong))}')


class InspectionRules(collection.Collection):
    """Inspection rules."""

    kind = 'baremetal_inspection_rule'
    noun = 'Rule'
    path = 'inspection_rules'
    linked_path = 'inspection'
    fields = views.INSPECTION_RULE
    short = ('uuid', 'priority', 'phase', 'description', 'links')
    patchable = ('description', 'priority', 'sensitive', 'phase', 'conditions', 'actions', 'uuid')
    # Every rule is listed, whatever phase is asked for.
    filters = (narrows('phase', test=None),)
    schema = bodies.schema_of(
        ('actions',),
        uuid=bodies.UUID,
        description=bodies.TEXT,
        priority={'type': 'integer', 'minimum': 0, 'maximum': 9999},
        sensitive={'type': ['boolean', 'null']},
        phase={'enum': ['main']},
        actions={'type': 'array', 'minItems': 1, 'items': _call(_ACTIONS)},
        conditions={'type': 'array', 'items': _call(_CONDITIONS)},
    )
    defaults: ClassVar[Document] = {
        'priority': 0, 'sensitive': False, 'phase': 'main', 'conditions': [],
    }  # fmt: skip
    mandatory = ('conditions',)
    refuses_fields = False

    def facts(self, row: Row) -> Document:
        """Every field of a rule."""
        facts = super().facts(row)
        if facts['sensitive']:
            facts.update(actions=None, conditions=None)
        return facts

    def rest(self, detail: bool) -> str:
        """The address of the rest of a list, which tells what narrows the list."""
        phase = self.arguments.get('phase')
        return f'{self.linked_path}?filters={ ({} if phase is None else {"phase": phase}) }&'

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new rule."""
        self._check(document)
        document['actions'] = [_stored(call, False) for call in document['actions']]
        document['conditions'] = [_stored(call, True) for call in document['conditions']]

    def after_create(self, row: Row) -> None:
        """The service has a rule already when it fails over the lack of conditions."""
        if 'conditions' not in self.arguments['body']:
            self.db.commit()
            raise Refused(400, 'A rule needs conditions.')

    def changed(self, row: Row, document: Document) -> None:
        """Check a change; what a rule does is not told later on."""
        self._check(document)
        if row.document['sensitive'] and not document['sensitive']:
            raise Refused(400, 'Inspection rules cannot have the sensitive flag unset.')
        if json_patches.is_removed(self.arguments['patch'], 'phase'):
            document['phase'] = None

    def _check(self, rule: Document) -> None:
        for call in (*rule['conditions'], *rule['actions']):
            _check_arguments(call)
        rule.update(sensitive=bool(rule['sensitive']), priority=int(rule['priority']))

    def delete_all(self) -> Response:
        """``DELETE /v1/inspection_rules``"""
        for row in list(self.rows()):
            self.db.remove(row)
        return self.accepted(status=204)
