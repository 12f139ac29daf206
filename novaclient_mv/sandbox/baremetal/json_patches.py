"""JSON Patch as the Bare Metal service applies it: add, replace and remove, never the rest."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal.refusals import Refused

Document = dict[str, Any]
Patch = list[dict[str, Any]]

_OPERATIONS = ['add', 'replace', 'remove']


def checked(body: Any) -> Patch:
    """The patch that a body is.

    :raises Refused: 400.
    """
    if not isinstance(body, list):
        raise _wrong(f'{body!r} is not of type {"array"!r}')
    for item in body:
        if not isinstance(item, dict):
            raise _wrong(f'{item!r} is not of type {"object"!r}')
        for key in ('path', 'op'):
            if key not in item:
                raise _wrong(f'{key!r} is a required property')
        if item['op'] not in _OPERATIONS:
            raise _wrong(f'{item["op"]!r} is not one of {_OPERATIONS!r}')
        if not isinstance(item['path'], str) or not item['path'].startswith('/'):
            raise _wrong(f'{item["path"]!r} does not match {"^(/[^/]+)+$"!r}')
        if item['op'] != 'remove' and 'value' not in item:
            raise Refused(400, "'add' and 'replace' operations needs value")
    return body


def roots(patch: Patch) -> list[str]:
    """The fields that a patch touches, in order."""
    return list(dict.fromkeys(_steps(item['path'])[0] for item in patch))


def check_roots(patch: Patch, patchable: Iterable[str]) -> None:
    """Refuse a patch of a field that nobody may change.

    :raises Refused: 400.
    """
    names = list(patchable)
    for root in roots(patch):
        if root not in names:
            listed = ', '.join(names)
            words = f'Cannot patch /{root}. Only the following can be updated: {listed}'
            raise Refused(400, words)


def is_removed(patch: Patch, field: str) -> bool:
    """Whether a patch takes a whole field away."""
    return any(item['op'] == 'remove' and item['path'] == f'/{field}' for item in patch)


def applied(document: Document, patch: Patch) -> Document:
    """Return a patched copy of a document.

    :raises Refused: 400: a path leads nowhere.
    """
    changed = copy.deepcopy(document)
    for item in patch:
        *way, last = _steps(item['path'])
        place: Any = changed
        for step in way:
            try:
                place = place[int(step)] if isinstance(place, list) else place[step]
            except (KeyError, IndexError, ValueError, TypeError):
                raise _lost(item, f'member {step!r} not found in {place!r}') from None
        _carry_out(place, last, item)
    return changed


def _carry_out(place: Any, last: str, item: dict[str, Any]) -> None:
    op, value = item['op'], item.get('value')
    if isinstance(place, list):
        _change_list(place, last, item)
    elif not isinstance(place, dict):
        raise _lost(item, f'invalid document type {type(place)}')
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
    if not 0 <= position < len(place) + (item['op'] == 'add'):
        raise _lost(item, "can't insert outside of list")
    if item['op'] == 'add':
        place.insert(position, item['value'])
    elif item['op'] == 'replace':
        place[position] = item['value']
    else:
        del place[position]


def _steps(path: str) -> list[str]:
    return [step.replace('~1', '/').replace('~0', '~') for step in path.split('/')[1:]]


def _wrong(words: str) -> Refused:
    return Refused(400, f'Schema error for patch: {words}')


def _lost(item: dict[str, Any], reason: str) -> Refused:
    return Refused(400, f"Couldn't apply patch '{item}'. Reason: {reason}")
