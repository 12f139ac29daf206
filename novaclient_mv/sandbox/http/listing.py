"""Lists, as their queries ask for them: filters, order and pages, declared as rows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from novaclient_mv import versions
from novaclient_mv.sandbox.http import boolean_words, schema_parts
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Fault, Request

Item = dict[str, Any]
Test = Callable[[Any, list[Any]], bool]
"""Whether the value of an item fits what a query names: one value for each time."""
Pairs = list[tuple[str, str]]

_PAGING = frozenset(('limit', 'marker', 'offset', 'page_reverse', 'sort', 'sort_key', 'sort_dir'))
_EVER = versions.VersionRange()
_NEVER = versions.VersionRange('2.0', '1.0')
_WORDS = dict.fromkeys(boolean_words.TRUE, True) | dict.fromkeys(boolean_words.FALSE, False)
LONGEST = 1000
ABSENT = object()
"""The value of a field that an item does not have."""


# -- kinds of values: each reads a text


def flag(text: str) -> bool:
    """The truth of a word."""
    try:
        return _WORDS[text.strip().lower()]
    except KeyError:
        raise ValueError(f'{text!r} is not a boolean') from None


def is_true(text: str) -> bool:
    """Whether a word means true; any other means false."""
    return _WORDS.get(text.lower(), False)


def number(text: str) -> int:
    """A whole number."""
    digits = text.removeprefix('-')
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise ValueError(f'{text!r} is not an integer')
    return int(text)


def count(text: str) -> int:
    """A whole number that is not negative."""
    if text.startswith('-'):
        raise ValueError(f'{text!r} is negative')
    return number(text)


def words(text: str) -> list[str]:
    """Words between commas."""
    return text.split(',')


def one_of(*words: str) -> Callable[[str], str]:
    """A kind of value: one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f'{text!r} is not one of {", ".join(words)}')
        return text

    return read


# -- comparisons


def same(value: Any, values: list[Any]) -> bool:
    """It is one of the values; a text is compared with what a value looks like."""
    if isinstance(value, bool):
        return value in [_WORDS.get(str(text).lower()) for text in values]
    return value in values or ('' if value is None else str(value)) in values


def has_all(value: Any, values: list[Any]) -> bool:
    """A list has all the values, each of which may be several."""
    return {*_flat(values)} <= {*(value or ())}


def has_any(value: Any, values: list[Any]) -> bool:
    """A list has one of the values, each of which may be several."""
    return not {*_flat(values)}.isdisjoint(value or ())


def _flat(values: list[Any]) -> Iterator[str]:
    for value in values:
        yield from value if isinstance(value, list) else [value]


def negated(test: Test) -> Test:
    """The contrary of a comparison."""
    return lambda value, values: not test(value, values)


def at_least(value: Any, values: list[Any]) -> bool:
    """A number is not below the value."""
    return value is not None and value >= values[-1]


def at_most(value: Any, values: list[Any]) -> bool:
    """A number is not above the value."""
    return value is not None and value <= values[-1]


class Parameter(NamedTuple):
    """A parameter of a list.

    :ivar name: as the query spells it.
    :ivar read: makes a value of a text; raises ``ValueError`` where it cannot.
    :ivar test: how an item's value is compared; ``None`` where it is not, or a handler does it.
    :ivar field: of the item, by default of the same name, or a function of the item.
    :ivar versions: that have it; in others it is as one that is not declared.
    :ivar rule: lets one use it; for others it is as one that is not declared.
    :ivar open_to_all: versions that let everybody use it, whatever the rule says.
    :ivar form: the schema of its values, of a service that has schemas of queries.
    """

    name: str
    read: Callable[[str], Any] = str
    test: Test | None = same
    field: str | Callable[[Any], Any] = ''
    versions: versions.VersionRange = _EVER
    rule: str = ''
    open_to_all: versions.VersionRange = _NEVER
    form: schema_parts.Schema = schema_parts.TEXT

    def __hash__(self) -> int:
        return hash(self.name)

    def is_known(self, handler: Controller) -> bool:
        """Whether a request may use it."""
        version = handler.api_version
        return version in self.versions and (
            not self.rule or version in self.open_to_all or handler.may(self.rule)
        )


class Page(NamedTuple):
    """Some of a list.

    :ivar is_full: it is as long as was asked for.
    :ivar has_more: there is something behind it.
    :ivar total: how long the whole list is.
    :ivar marker: names the last item; empty without one.
    """

    items: list[Any]
    is_full: bool
    has_more: bool
    total: int
    marker: str

    def next_pairs(self, request: Request) -> Pairs:
        """The query of the next page."""
        pairs = [pair for pair in request.query if pair[0] not in ('marker', 'offset')]
        return [*pairs, ('marker', self.marker)]


class Listing:
    """The lists of a resource.

    :param parameters: what narrows a list, besides order and pages; one name may have several, of
        other versions.
    :param others: how parameters that are not declared are compared; by default not at all.
    :param marker: how a marker is refused that is not in the list: status and words; by default the
        list begins at its beginning.
    """

    def __init__(
        self,
        *parameters: Parameter,
        others: Test | None = None,
        sort_keys: Sequence[str] = (),
        way: str = 'desc',
        usual: int = LONGEST,
        zero: int = 0,
        is_strict: bool = False,
        code: str = '',
        marker: tuple[int, str] | None = None,
        name: Callable[[Any], str] = operator.itemgetter('id'),
        facts: Callable[[Any], Item] = lambda item: item,
    ) -> None:
        self.parameters = parameters
        self.others = Parameter('', test=others)
        self.sort_keys = frozenset(sort_keys)
        self.way = way
        self.usual = usual
        self.zero = zero
        self.is_strict = is_strict
        self.code = code
        self.marker = marker
        self.name = name
        self.facts = facts

    def page(self, handler: Controller, items: Iterable[Any]) -> Page:
        """The page that a request asks for."""
        return self.cut(handler.req, self.sorted(handler.req, self.narrowed(handler, items)))

    def values(self, handler: Controller) -> dict[Parameter, list[Any]]:
        """The values that a query has for each parameter."""
        values: dict[Parameter, list[Any]] = {}
        known = {row.name: row for row in self.parameters if row.is_known(handler)}
        for name, text in handler.req.query:
            if name in _PAGING:
                continue
            parameter = known.get(name)
            if parameter is None:
                if self.is_strict:
                    raise Fault(400, f'{name!r} is not a filter of this list.')
                if self.others.test is None:
                    continue
                parameter = self.others._replace(name=name)
            values.setdefault(parameter, []).append(_read(parameter, text, self.code))
        return values

    def last_values(self, handler: Controller) -> dict[str, Any]:
        """The value that a query has last for each parameter."""
        return {parameter.name: read[-1] for parameter, read in self.values(handler).items()}

    def narrowed(self, handler: Controller, items: Iterable[Any]) -> list[Any]:
        """The items that the filters of a query let through."""
        fits = self.test(self.values(handler))
        return [item for item in items if fits(item)]

    def test(self, values: dict[Parameter, list[Any]]) -> Callable[[Any], bool]:
        """Whether an item fits all that a query asks for."""
        tests = [
            (parameter.test, getter(parameter, self.facts), texts)
            for parameter, texts in values.items()
            if parameter.test is not None
        ]
        return lambda item: all(test(value(item), texts) for test, value, texts in tests)

    def sorted(self, request: Request, items: list[Any]) -> list[Any]:
        """Items in the order that a query asks for; of equal ones the order stays."""
        for key, way in reversed(self._order(request)):
            if key not in self.sort_keys or way not in ('asc', 'desc'):
                raise Fault(400, f'Invalid sort key or direction: {key}:{way}.')
            items.sort(key=lambda item: _rank(item.get(key)), reverse=way == 'desc')
        return items

    def cut(self, request: Request, items: Sequence[Any]) -> Page:
        """The page of a list that limit, marker and offset ask for."""
        limit, start = self.length(request), 0
        marker = request.parameter('marker')
        if marker is not None:
            places = [place for place, item in enumerate(items) if self.name(item) == marker]
            if not places and self.marker is not None:
                raise Fault(self.marker[0], self.marker[1].format(marker))
            start = places[0] + 1 if places else 0
        start += _number(request, 'offset', 0)
        end = start + limit
        page = list(items[start:end])
        is_full = bool(page) and len(page) == limit
        last = self.name(page[-1]) if page else ''
        return Page(page, is_full, end < len(items), len(items), last)

    def length(self, request: Request) -> int:
        """The length of a page, as a query asks for it."""
        return min(_number(request, 'limit', self.usual) or self.zero, LONGEST)

    def _order(self, request: Request) -> list[tuple[str, str]]:
        """Keys and directions, spelled ``sort=name:asc,id`` or by pairs of parameters."""
        combined = request.parameter('sort')
        if combined is not None:
            parts = [part.partition(':') for part in combined.split(',') if part.strip()]
            return [(key.strip(), way.strip() or self.way) for key, _, way in parts]
        keys, ways = request.parameters('sort_key'), request.parameters('sort_dir')
        keys = keys or ['created_at'] * bool(ways)
        ways += (ways[-1:] or [self.way]) * (len(keys) - len(ways))
        return list(zip(keys, ways, strict=False))


def getter(parameter: Parameter, facts: Callable[[Any], Item]) -> Callable[[Any], Any]:
    """The function that takes the value of a parameter's field from an item."""
    field = parameter.field or parameter.name
    return field if callable(field) else lambda item: facts(item).get(field, ABSENT)


def _read(parameter: Parameter, text: str, code: str = '') -> Any:
    try:
        return parameter.read(text)
    except ValueError as error:
        raise Fault(400, f'Invalid value of {parameter.name}: {error}.', code=code) from None


def _number(request: Request, name: str, otherwise: int) -> int:
    text = request.parameter(name)
    return otherwise if text is None else _read(Parameter(name, count), text)


def _rank(value: Any) -> tuple[bool, Any]:
    """The place of a value in an order in which nothing comes first."""
    return value is not None, value if isinstance(value, (int, float, str)) else str(value)
