"""Lists: which arguments they take, filters, order, pages and the link to the next one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from novaclient_mv.sandbox.baremetal import bodies, ironic_versions, refusals
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Request

Facts = dict[str, Any]

LONGEST = 1000
PAGING = ('limit', 'marker', 'sort_key', 'sort_dir')
_UNSORTABLE = (dict, list)


class Page(NamedTuple):
    """Some of a list, and where the rest is."""

    items: list[Facts]
    next_url: str | None


def check_arguments(request: Request, names: Iterable[str]) -> None:
    """Refuse a query with names that the operation does not know.

    :raises Refused: 400.
    """
    unknown = sorted({name for name, _ in request.query} - set(names))
    if unknown:
        raise Refused(400, f'Unexpected arguments: {", ".join(unknown)}')


def wants_detail(request: Request, minor: float) -> bool:
    """Whether a query asks for all fields, which it may from 1.43 on.

    :raises Refused: 400: the version has no such query, or fields are named besides.
    """
    text = request.parameter('detail')
    if text is None:
        return False
    detail = bodies.flag(text, 'detail')
    if minor < 43:
        if detail:
            raise Refused(400, f'Invalid query parameter ?detail={text} received.')
        raise refusals.too_new()
    if detail and request.parameter('fields') is not None:
        raise Refused(400, 'Can not specify ?detail=True and fields in the same request.')
    return detail


def chosen_fields(request: Request, fields: dict[str, int], minor: float) -> list[str] | None:
    """The fields that a query names, from 1.8 on.

    :raises Refused: 400 for what is no field, 406 for one that is too new.
    """
    text = request.parameter('fields')
    if text is None:
        return None
    if minor < 8:
        raise refusals.too_new()
    names = [name for name in text.split(',') if name]
    for name in names:
        if name not in fields:
            raise Refused(400, f'Field {name} is not a valid field.')
        if minor < fields[name]:
            raise refusals.too_new()
    return [*names, 'links']


def page_of(
    request: Request,
    items: Sequence[Facts],
    fields: dict[str, int],
    minor: float,
    missing: Callable[[str], Refused],
    key: str = 'uuid',
    short: Iterable[str] = (),
) -> Page:
    """The page that a query asks for.

    :param items: the whole list, in the order that it has by itself.
    :param missing: the refusal of a marker that is not there.
    :param key: the field that markers name.
    :param short: the fields of a list that names none, which links to further pages do.
    """
    items = _sorted(request, items, fields, minor)
    limit = _limit(request)
    marker = request.parameter('marker')
    start = 0
    if marker is not None:
        for number, item in enumerate(items):
            if item[key] == marker:
                start = number + 1
                break
        else:
            raise missing(marker)
    page = list(items[start : start + limit])
    is_last = start + limit >= len(items)
    return Page(page, None if is_last else _next_url(request, limit, str(page[-1][key]), short))


def _limit(request: Request) -> int:
    text = request.parameter('limit')
    if text is None:
        return LONGEST
    try:
        number = int(text)
    except ValueError:
        raise Refused(400, f'Expected an integer for limit: {text}') from None
    if number < 0:
        raise Refused(400, 'Limit must be positive')
    return min(number, LONGEST) or LONGEST


def _sorted(
    request: Request, items: Sequence[Facts], fields: dict[str, int], minor: float
) -> Sequence[Facts]:
    direction = request.parameter('sort_dir') or 'asc'
    if direction not in ('asc', 'desc'):
        words = "Acceptable values are 'asc' or 'desc'"
        raise Refused(400, f'Invalid sort direction: {direction}. {words}')
    key = request.parameter('sort_key') or 'id'
    if key == 'id':
        return items[::-1] if direction == 'desc' else items
    if key not in fields or key == 'links':
        raise Refused(400, f'The sort_key value "{key}" is an invalid field for sorting')
    if minor < fields[key]:
        raise refusals.too_new()
    if any(isinstance(item[key], _UNSORTABLE) for item in items):
        raise Refused(400, f'The sort_key value {key} is an invalid field for sorting')
    return sorted(items, key=lambda item: _rank(item[key]), reverse=direction == 'desc')


def _rank(value: Any) -> tuple[bool, str | float]:
    """A place in an order in which nothing comes before everything."""
    if isinstance(value, (bool, int, float)):
        return True, value
    return value is not None, '' if value is None else str(value)


def _next_url(request: Request, limit: int, marker: str, short: Iterable[str]) -> str:
    own = ('limit', 'marker', 'sort_key', 'sort_dir', 'fields', 'detail')
    pairs = {name: value for name, value in request.query if name not in own}
    pairs['sort_key'] = request.parameter('sort_key') or 'id'
    pairs['sort_dir'] = request.parameter('sort_dir') or 'asc'
    detail, fields = request.parameter('detail'), request.parameter('fields')
    if detail is not None:
        pairs['detail'] = detail
    elif fields is not None or short:
        pairs['fields'] = fields or ','.join(short)
    pairs |= {'limit': str(limit), 'marker': marker}
    query = '&'.join(f'{name}={quote(value, safe=",:")}' for name, value in pairs.items())
    path = request.path.rstrip('/')
    path = path if path.startswith('/v1/') else f'/v1{path}'
    return f'{ironic_versions.base_of(request)}{path}?{query}'


def same(value: Any, text: str) -> bool:
    """Whether a field has the value that a query names."""
    if isinstance(value, (dict, list)):
        return json.dumps(value) == text
    return value is not None and str(value) == text
