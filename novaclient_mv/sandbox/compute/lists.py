"""Lists of Compute: their rows are filters, of which the query's schema of each version is made."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import listing, schema_parts
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.listing import LONGEST, Page, Parameter
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks


def last(test: listing.Test) -> listing.Test:
    """A comparison with the last value only: of several the others count for nothing."""
    return lambda value, values: test(value, values[-1:])


same = last(listing.same)


def once(form: schema_parts.Schema) -> schema_parts.Schema:
    """The schema of a parameter that may be given one time only."""
    return {**form, 'maxItems': 1}


def parameter(name: str, since: str = '', until: str = '', **more: Any) -> Parameter:
    """A filter, compared with the fact of its name.

    :param since: the first version that has it.
    :param until: the last one.
    :param more: as of :class:`.Parameter`.
    """
    range = versions.VersionRange(since or None, until or None)
    return Parameter(name, **{'test': same, 'versions': range, **more})


def pages(
    since: str = '',
    form: Callable[[Any], Any] = lambda form: form,
    start: str = 'marker',
) -> Iterator[Parameter]:
    """The rows of lists that have pages.

    :param since: the first version that has them.
    :param form: changes the schemas of the two.
    :param start: ``marker``, or ``offset`` where pages have no names.
    """
    yield parameter('limit', since, test=None, form=form(schema_parts.LIMIT))
    begin = schema_parts.TEXT if start == 'marker' else schema_parts.LIMIT
    yield parameter(start, since, test=None, form=form(begin))


def changes(since: str = '', form: Callable[[Any], Any] = lambda form: form) -> Iterator[Parameter]:
    """The rows for changes after and before a moment; ``changes-before`` came with 2.66."""
    time = form(schema_parts.TIME)
    tests = (('since', since, listing.at_least), ('before', '2.66', listing.at_most))
    for word, first, test in tests:
        read, field = clocks.moment, 'updated'
        yield parameter(f'changes-{word}', first, read=read, test=test, field=field, form=time)


def search(value: Any, patterns: list[re.Pattern[str]]) -> bool:
    """A text has what the last pattern describes."""
    return patterns[-1].search(str(value or '')) is not None


# What may take for ever on some text: repetitions of what repeats or has alternatives, and many in
# a row. A database gives up on these, too.
_ENDLESS = re.compile(r'[*+{|].*\)[*+{]|([*+{][^*+{]*){5}', re.DOTALL)


def pattern(text: str) -> re.Pattern[str]:
    """The pattern that a text is, or one of the text itself.

    :raises ValueError: it is not a pattern.
    """
    try:
        return re.compile(re.escape(text) if _ENDLESS.search(text) else text)
    except re.error as error:
        raise ValueError(str(error)) from error
    except (RecursionError, OverflowError):
        return re.compile(re.escape(text))


class Lists(listing.Listing):
    """The lists of a resource; a version whose rows have no ``limit`` has no pages.

    :param closed: the first version that refuses parameters that it lacks.
    :param private: names with a leading underscore are let pass.
    :param more: as of :class:`.Listing`.
    """

    def __init__(
        self, *parameters: Parameter, closed: str = '', private: bool = False, **more: Any
    ) -> None:
        usual = {'marker': (400, 'Marker {} could not be found.'), 'name': lambda row: row.id}
        super().__init__(*parameters, **{'facts': lambda row: row.document, **usual, **more})
        self.closed = versions.APIVersion(closed) if closed else None
        self.private = {'patternProperties': {'^_': schema_parts.TEXT}} if private else {}
        self.schema = functools.lru_cache(maxsize=None)(self._schema)

    def _schema(self, version: versions.APIVersion) -> schema_parts.Schema:
        """The schema of the query of a version."""
        forms = {row.name: row.form for row in self.parameters if version in row.versions}
        is_open = self.closed is None or version < self.closed
        return {**schema_parts.query(forms, extra=is_open), **self.private}

    def values(self, handler: Controller) -> dict[Parameter, list[Any]]:
        """The values that a query has for each parameter.

        :raises Fault: 400.
        """
        values = super().values(handler)
        named = {parameter.name: texts[-1] for parameter, texts in values.items()}
        if named.get('changes-since', 0) > named.get('changes-before', math.inf):
            words = 'The value of changes-since must be less than or equal to changes-before.'
            raise Fault(400, words)
        return values

    def has_pages(self, handler: Controller) -> bool:
        """Whether a request may ask for a page."""
        version = handler.api_version
        return any(row.name == 'limit' and version in row.versions for row in self.parameters)

    def page(self, handler: Controller, items: Iterable[Any]) -> Page:
        """The page that a request asks for, of items that are in order.

        :raises Fault: 400.
        """
        rows = self.narrowed(handler, items)
        if self.has_pages(handler):
            return self.cut(handler.req, rows)
        return Page(rows, False, False, len(rows), '')


# Pages that begin behind a number of things, where a limit of 0 is none.
OFFSETS = Lists(*pages(start='offset'), zero=LONGEST)
NOTHING = Lists(closed='2.102')
