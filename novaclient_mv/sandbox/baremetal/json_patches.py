"""JSON Patch as the Bare Metal service applies it: add, replace and remove, never the rest."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal import bodies
from novaclient_mv.sandbox.baremetal.refusals import Refused

Document = dict[str, Any]
Patch = list[dict[str, Any]]


_SCHEMA: bodies.Schema = {
    'type': 'array',
    'items': {
        'type': 'object',
        'properties': {
            'path': {'type': 'string', 'pattern': r'^(/[\w-]+)+$'},
            'op': {'type': 'string', 'enum': ['add', 'replace', 'remove']},
            'value': {},
        },
        'additionalProperties': False,
        'required': ['op', 'path'],
    },
}


def patch(name: str, body: Any) -> Patch:
    """The kind of an argument that is a patch.

    :raises Refused: 400.
    """
    bodies.check(_SCHEMA, body)
    changes: Patch = body
    return changes


def roots(patch: Patch) -> list[str]:
    """The fields that a patch touches, in order."""
    return list(dict.fromkeys(_steps(item['path'])[0] for item in patch))


def whole_or_removed(patch: Patch) -> list[str]:
    """The fields that a patch sets as a whole, or takes something away from."""
    return roots([item for item in patch if item['op'] == 'remove' or item['path'].count('/') == 1])


def check_roots(patch: Patch, patchable: Iterable[str]) -> None:
    """Refuse a patch of a field that nobody may change.

    :raises Refused: 400.
    """
    names = list(patchable)
    for item in patch:
        if _steps(item['path'])[0] not in names:
            words = f'Cannot patch {item["path"]}. Only the following can be updated'
            raise Refused(400, f'{words}: {", ".join(names)}')


def values(patch: Patch, field: str) -> list[Any]:
    """The new values of a whole field, in order.

    :raises Refused: 400: one is not there.
    """
    changes = [item for item in patch if item['op'] != 'remove' and item['path'] == f'/{field}']
    for item in changes:
        if 'value' not in item:
            raise _lost(item, "The operation does not contain a 'value' member")
    return [item['value'] for item in changes]


def is_removed(patch: Patch, field: str) -> bool:
    """Whether a patch takes a whole field away."""
    return any(item['op'] == 'remove' and item['path'] == f'/{field}' for item in patch)


def applied(document: Document, patch: Patch) -> Document:
    """Return a patched copy of a document.

    :raises Refused: 400: a path leads nowhere.
    """
    changed = copy.deepcopy(document)
    for item in patch:
        if item['op'] != 'remove' and 'value' not in item:
            raise _lost(item, "The operation does not contain a 'value' member")
        *way, last = _steps(item['path'])
        place: Any = changed
        for step in way:
            place = _inner(place, step, item)
        _carry_out(place, last, item)
    return changed


def _inner(place: Any, step: str, item: dict[str, Any]) -> Any:
    """The value at a step of a path."""
    if isinstance(place, list):
        if not step.isdecimal():
            raise _lost(item, f'{step!r} is not a valid sequence index')
        if len(step) > 9 or int(step) >= len(place):
            raise _lost(item, f"member '{step}' not found in {place}")
        return place[int(step)]
    if not isinstance(place, dict):
        raise _lost(item, f'{step!r} is not in a list or an object')
    if step not in place:
        raise _lost(item, f'member {step!r} not found in {place!r}')
    return place[step]


def _carry_out(place: Any, last: str, item: dict[str, Any]) -> None:
    op, value = item['op'], item.get('value')
    if isinstance(place, list):
        _change_list(place, last, item)
    elif not isinstance(place, dict):
        raise _lost(item, f'{last!r} is not in a list or an object')
    elif op == 'add':
        place[last] = value
    elif last not in place:
        raise _lost(item, f"can't {op} a non-existent object {last!r}")
    elif op == 'replace':
        place[last] = value
    else:
        del place[last]


def _change_list(place: list[Any], last: str, item: dict[str, Any]) -> None:
    if item['op'] == 'add' and last == '-':
        place.append(item['value'])
        return
    try:
        position = int(last)
    except ValueError:
        raise _lost(item, f'{last!r} is not a valid sequence index') from None
    if position < 0:
        raise _lost(item, f'{last!r} is not a valid sequence index')
    if position >= len(place) + (item['op'] == 'add'):
        verb = {'add': 'insert', 'replace': 'replace'}.get(item['op'], 'remove')
        raise _lost(item, f"can't {verb} outside of list")
    if item['op'] == 'add':
        place.insert(position, item['value'])
    elif item['op'] == 'replace':
        place[position] = item['value']
    else:
        del place[position]


def _steps(path: str) -> list[str]:
    return [step.replace('~1', '/').replace('~0', '~') for step in path.split('/')[1:]]


def _lost(item: dict[str, Any], reason: str) -> Refused:
    return Refused(400, f"Couldn't apply patch '{item}'. Reason: {reason}")
