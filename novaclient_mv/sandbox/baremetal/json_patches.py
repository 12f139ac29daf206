"""JSON Patch as the Bare Metal service applies it: add, replace and remove, never the rest."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal import bodies
from novaclient_mv.sandbox.baremetal.refusals import Refused

Document = dict[str, Any]
Patch = list[dict[str, Any]]

_CHANGE: bodies.Schema = {
    'type': 'object',
    'properties': {
        'path': {'type': 'string', 'pattern': r'^(/[\w-]+)+$'},
        'op': {'type': 'string', 'enum': ['add', 'replace', 'remove']},
        'value': {},
    },
    'additionalProperties': False,
    'required': ['op', 'path'],
    'anyOf': [{'required': ['value']}, {'properties': {'op': {'enum': ['remove']}}}],
}
patch = bodies.kind({'type': 'array', 'items': _CHANGE})
"""The kind of an argument that is a patch."""


def roots(patch: Patch) -> list[str]:
    """The fields that a patch touches, in order."""
    return list(dict.fromkeys(item['path'].split('/')[1] for item in patch))


def check_roots(patch: Patch, patchable: Iterable[str]) -> None:
    """Refuse a patch of a field that nobody may change.

    :raises Refused: 400.
    """
    names = list(patchable)
    if wrong := [name for name in roots(patch) if name not in names]:
        words = f'Cannot patch /{wrong[0]}. Only the following can be updated'
        raise Refused(400, f'{words}: {", ".join(names)}')


def values(patch: Patch, field: str) -> list[Any]:
    """The new values of a whole field, in order."""
    return [item['value'] for item in _of_whole(patch, field) if item['op'] != 'remove']


def is_removed(patch: Patch, field: str) -> bool:
    """Whether a patch takes a whole field away."""
    return any(item['op'] == 'remove' for item in _of_whole(patch, field))


def _of_whole(patch: Patch, field: str) -> Patch:
    return [item for item in patch if item['path'] == f'/{field}']


def applied(document: Document, patch: Patch) -> Document:
    """Return a patched copy of a document.

    :raises Refused: 400: a path leads nowhere.
    """
    changed = copy.deepcopy(document)
    for item in patch:
        *way, last = item['path'].split('/')[1:]
        try:
            place: Any = changed
            for step in way:
                place = place[_key(place, step)]
            _carry_out(place, last, item)
        except (LookupError, TypeError, ValueError):
            raise Refused(400, f"Couldn't apply patch '{item}'.") from None
    return changed


def _carry_out(place: Any, last: str, item: dict[str, Any]) -> None:
    if item['op'] == 'add' and isinstance(place, list):
        position = len(place) if last == '-' else _key(place, last)
        if position > len(place):
            raise LookupError
        place.insert(position, item['value'])
        return
    key = _key(place, last)
    if item['op'] != 'add':
        # It must be there.
        place[key]
    if item['op'] == 'remove':
        del place[key]
    else:
        place[key] = item['value']


def _key(place: Any, step: str) -> Any:
    """The key that a step of a path stands for: a position in a list, or a name."""
    if not isinstance(place, (dict, list)) or (isinstance(place, list) and not step.isdecimal()):
        raise TypeError
    return int(step) if isinstance(place, list) else step
