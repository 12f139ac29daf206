"""Filters, order and pages of lists of images."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import neighbour
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.image import image_changes
from novaclient_mv.sandbox.state import clocks, image_store
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]
Pairs = list[tuple[str, str]]

PAGE = 25
LONGEST_PAGE = 1000

SORT_KEYS = (
    'name', 'status', 'container_format', 'disk_format', 'size', 'id', 'created_at', 'updated_at',
)  # fmt: skip
_NO_FILTERS = frozenset((
    'limit', 'marker', 'sort', 'sort_key', 'sort_dir', 'member_status', 'visibility', 'os_hidden',
))  # fmt: skip
_COMPARED = {
    'gt': operator.gt,
    'gte': operator.ge,
    'lt': operator.lt,
    'lte': operator.le,
    'eq': operator.eq,
    'neq': operator.ne,
}


def page(session: Session, context: Context, query: Pairs) -> Document:
    """One page of the list that a query asks for.

    :raises Fault: 400.
    """
    parameters = dict(query)
    rows = _listed(session, context, parameters)
    images = [image_store.view(row) for row in rows]
    for name, text in query:
        if name not in _NO_FILTERS:
            images = [image for image in images if _matches(image, name, text)]
    _sort(images, query)
    size = min(_limit(parameters.get('limit')), LONGEST_PAGE)
    marker = parameters.get('marker')
    if marker is not None:
        ids = [image['id'] for image in images]
        if marker not in ids:
            raise Fault(400, f'No image found with ID {marker}')
        images = images[ids.index(marker) + 1 :]
    answer: Document = {'images': images[:size], 'schema': '/v2/schemas/images'}
    pairs = [(name, value) for name, value in query if name != 'marker']
    answer['first'] = _path(pairs)
    if len(images) > size > 0:
        answer['next'] = _path([*pairs, ('marker', images[size - 1]['id'])])
    return answer


def _path(pairs: Pairs) -> str:
    return f'/v2/images?{urlencode(pairs)}' if pairs else '/v2/images'


def _limit(text: str | None) -> int:
    if text is None:
        return PAGE
    try:
        number = int(text)
    except ValueError:
        raise Fault(400, 'limit param must be an integer') from None
    if number < 0:
        raise Fault(400, 'limit param must be positive')
    return number


def _listed(session: Session, context: Context, parameters: dict[str, str]) -> list[Row]:
    """The images that a list is about, before its filters."""
    visibility = parameters.get('visibility')
    if visibility not in (None, 'all', *image_changes.VISIBILITIES):
        raise Fault(400, f'Invalid visibility value: {visibility}')
    status = parameters.get('member_status', 'accepted')
    if status not in ('pending', 'accepted', 'rejected', 'all'):
        raise Fault(400, f'Invalid status: {status}')
    is_hidden = _flag('os_hidden', parameters.get('os_hidden', 'false'))
    rows = []
    for row in image_store.visible(session, context):
        facts = row.document
        is_own = context.is_admin or row.project == context.project_id
        if bool(facts.get('os_hidden')) is not is_hidden:
            continue
        if visibility not in (None, 'all', facts['visibility']):
            continue
        # Those of a community, and what was shared and not taken, are shown when asked for.
        if not is_own and facts['visibility'] == 'community' and visibility is None:
            continue
        if not is_own and facts['visibility'] == 'shared':
            own = image_store.member_status(row, context.project_id)
            if status not in ('all', own):
                continue
        rows.append(row)
    return rows


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ('true', 'false'):
        raise Fault(
            400, f"Invalid value '{text}' for '{name}' filter. Valid values are 'true' or 'false'."
        )
    return neighbour.WORDS[text.lower()]


def _matches(image: Document, name: str, text: str) -> bool:
    if name in ('size_min', 'size_max'):
        return _in_range(image['size'], name, text)
    if name in ('created_at', 'updated_at'):
        return _at(image[name], name, text)
    if name == 'protected':
        return bool(image[name]) is _flag(name, text)
    value = image.get('tags') if name == 'tag' else image.get(name)
    if text.startswith('in:'):
        choices = [choice.strip('"') for choice in text[3:].split(',')]
        return value in choices
    if isinstance(value, list):
        return text in value
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    return str(value) == text


def _in_range(size: int | None, name: str, text: str) -> bool:
    try:
        bound = int(text)
    except ValueError:
        raise Fault(400, 'Unable to filter on a range with a non-numeric value.') from None
    if size is None:
        return False
    return size >= bound if name == 'size_min' else size <= bound


def _at(moment: str, name: str, filter_text: str) -> bool:
    word, colon, text = filter_text.partition(':')
    if not colon or word not in _COMPARED:
        word, text = 'eq', filter_text
    try:
        bound = clocks.moment(text)
    except ValueError:
        raise Fault(
            400, f'Bad "{name}" query filter format. Use ISO 8601 DateTime notation.'
        ) from None
    return bool(_COMPARED[word](clocks.moment(moment), bound))


def _sort(images: list[Document], query: Pairs) -> None:
    """Sort images as a query asks; newest first where it does not."""
    sort_keys: list[tuple[str, str]] = []
    keys = [value for name, value in query if name == 'sort_key']
    ways = [value for name, value in query if name == 'sort_dir']
    combined = [value for name, value in query if name == 'sort']
    if combined:
        for part in combined[-1].split(','):
            key, _, way = part.partition(':')
            sort_keys.append((key.strip(), way.strip() or 'desc'))
    else:
        for number, key in enumerate(keys or (['created_at'] if ways else [])):
            sort_keys.append((key, ways[min(number, len(ways) - 1)] if ways else 'desc'))
    for key, way in sort_keys:
        if key not in SORT_KEYS:
            raise Fault(400, f'Invalid sort key: {key}. It must be one of: {", ".join(SORT_KEYS)}.')
        if way not in ('asc', 'desc'):
            raise Fault(400, f'Invalid sort direction: {way}')
    for key, way in reversed(sort_keys):
        images.sort(key=lambda image: str(image.get(key) or ''), reverse=way == 'desc')
