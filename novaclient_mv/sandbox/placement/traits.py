"""Traits."""

from __future__ import annotations

import re

from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.placement import names, schemas
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.records import TRAIT

_NAME = re.compile('CUSTOM_[A-Z0-9_]+')
_INVALID_NAME = (
    'The trait is invalid. A valid trait must be no longer than 255 characters, start with the '
    'prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"'
)
_WORDS = {'true': True, 'false': False}


class Traits(PlacementHandlers):
    """``/traits``"""

    @query_schema(schemas.trait_filters, '1.6')
    def index(self) -> Response:
        """``GET /traits``"""
        traits = sorted(names.traits(self.db))
        text = self.req.parameter('name')
        if text is not None:
            traits = _named(traits, text)
        word = self.req.parameter('associated')
        if word is not None:
            if word.lower() not in _WORDS:
                raise Fault(400, 'The query parameter "associated" only accepts "true" or "false"')
            is_associated, used = _WORDS[word.lower()], self._used()
            traits = [name for name in traits if (name in used) is is_associated]
        return self.dated_answer({'traits': traits})

    def show(self, name: str) -> Response:
        """``GET /traits/{name}``"""
        if name not in names.traits(self.db):
            raise Fault(404, f'No such trait(s): {name}.')
        return self.dated_answer(None, 204)

    def update(self, name: str) -> Response:
        """``PUT /traits/{name}``"""
        if not _NAME.fullmatch(name) or len(name) > 255:
            raise Fault(400, _INVALID_NAME)
        location = (self.location('traits', name),)
        if name in names.traits(self.db):
            return self.dated_answer(None, 204, location)
        self.db.insert(TRAIT, name, {})
        return self.dated_answer(None, 201, location)

    def delete(self, name: str) -> Response:
        """``DELETE /traits/{name}``"""
        if name in names.standard_traits():
            raise Fault(400, f'Cannot delete standard trait {name}.')
        row = self.db.get(TRAIT, name)
        if row is None:
            raise Fault(404, f'No such trait(s): {name}.')
        if name in self._used():
            raise Fault(409, f'The trait {name} is in use by a resource provider.')
        self.db.remove(row)
        return self.answer(None, status=204)

    def _used(self) -> set[str]:
        return {name for provider in self.records.providers.values() for name in provider.traits}


def _named(traits: list[str], text: str) -> list[str]:
    """The names that a filter leaves."""
    operator, colon, value = text.partition(':')
    if not colon:
        raise Fault(
            400,
            'Badly formatted name parameter. Expected name query string parameter in form: '
            f'?name=[in|startswith]:[name1,name2|prefix]. Got: "{text}"',
        )
    if operator == 'in':
        return [name for name in traits if name in value.split(',')]
    if operator == 'startswith':
        return [name for name in traits if _is_like(name, value)]
    # Any other operator is passed over.
    return traits


def _is_like(name: str, beginning: str) -> bool:
    """Whether a name begins so, as a database has it: in any case, ``_`` and ``%`` for others."""
    wildcards = {'_': '.', '%': '.*'}
    pattern = ''.join(wildcards.get(character, re.escape(character)) for character in beginning)
    return re.match(pattern, name, re.IGNORECASE) is not None
