"""Filters, order and pages of lists of images."""

from __future__ import annotations

import operator
from typing import Any

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Document
from novaclient_mv.sandbox.image import schemas
from novaclient_mv.sandbox.image.image_handlers import ImageHandlers
from novaclient_mv.sandbox.state import clocks, image_store

_COMPARED = {
    'gt': operator.gt,
    'gte': operator.ge,
    'lt': operator.lt,
    'lte': operator.le,
    'eq': operator.eq,
    'neq': operator.ne,
}


def _flag(text: str) -> bool:
    return listing.one_of('true', 'false')(text.lower()) == 'true'


def _moment(text: str) -> tuple[str, float]:
    """A moment, and how others are compared with it: ``gte:2025-01-31T12:00:00Z``."""
    word, colon, rest = text.partition(':')
    is_compared = colon and word in _COMPARED
    return (word, clocks.moment(rest)) if is_compared else ('eq', clocks.moment(text))


def _is_at(value: str, values: list[tuple[str, float]]) -> bool:
    return all(_COMPARED[word](clocks.moment(value), bound) for word, bound in values)


def _fits(value: Any, values: list[str]) -> bool:
    """A field is equal, or one of ``in:a,b``."""
    text = values[-1]
    if text.startswith('in:'):
        return value in [choice.strip('"') for choice in text[3:].split(',')]
    return text in value if isinstance(value, list) else listing.same(value, [text])


LISTING = Listing(
    Parameter('visibility', listing.one_of('all', *schemas.VISIBILITIES), None),
    Parameter('member_status', listing.one_of('pending', 'accepted', 'rejected', 'all'), None),
    Parameter('os_hidden', _flag, None),
    Parameter('protected', _flag),
    Parameter('tag', test=listing.has_all, field='tags'),
    Parameter('size_min', listing.number, listing.at_least, 'size'),
    Parameter('size_max', listing.number, listing.at_most, 'size'),
    Parameter('created_at', _moment, _is_at),
    Parameter('updated_at', _moment, _is_at),
    others=_fits,
    sort_keys=(
        'name', 'status', 'container_format', 'disk_format', 'size', 'id', 'created_at',
        'updated_at',
    ),
    usual=25,
    marker=(400, 'No image found with ID {}'),
)  # fmt: skip


def listed(handler: ImageHandlers) -> list[Document]:
    """The images that a list is about, before filters that compare."""
    context, asked = handler.context, LISTING.last_values(handler)
    visibility, status = asked.get('visibility'), asked.get('member_status', 'accepted')
    images = []
    for row in image_store.visible(handler.db, context):
        facts = row.document
        is_own = handler.own_project in (None, row.project)
        if bool(facts.get('os_hidden')) is not asked.get('os_hidden', False):
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
        images.append(image_store.view(row))
    return images
