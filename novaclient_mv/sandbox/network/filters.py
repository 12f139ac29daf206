"""Filters, order and pages of lists, as the attributes of a kind of resource allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Document, Request

# What every resource has.
_SHARED = (
    'id', 'name', 'project_id', 'tenant_id', 'description', 'created_at', 'updated_at',
    'revision_number', 'tags',
)  # fmt: skip


def listing_of(defaults: Mapping[str, Any]) -> Listing:
    """The lists of a kind of resource: any attribute narrows one, and nothing else does."""
    names = {*_SHARED, *defaults}
    rows = {name: Parameter(name) for name in names}
    for name, default in defaults.items():
        if isinstance(default, bool):
            rows[name] = Parameter(name, listing.flag)
        elif isinstance(default, int):
            rows[name] = Parameter(name, listing.number)
    special = (
        Parameter('fields', test=None),
        Parameter('tags', listing.words, listing.has_all),
        Parameter('tags-any', listing.words, listing.has_any, 'tags'),
        Parameter('not-tags', listing.words, listing.negated(listing.has_all), 'tags'),
        Parameter('not-tags-any', listing.words, listing.negated(listing.has_any), 'tags'),
    )
    rows |= {row.name: row for row in special}
    if 'fixed_ips' in names:
        rows['fixed_ips'] = Parameter('fixed_ips', _pair, _has_address)
    if 'security_groups' in names:
        rows['security_groups'] = Parameter('security_groups', test=listing.has_any)
    return Listing(*rows.values(), is_strict=True, sort_keys=tuple(names), code='InvalidInput')


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition('=')
    return name, value


def _has_address(fixed_ips: list[Document], pairs: list[tuple[str, str]]) -> bool:
    for fixed_ip in fixed_ips:
        if all(
            value in fixed_ip['ip_address']
            if key == 'ip_address_substr'
            else fixed_ip.get(key) == value
            for key, value in pairs
        ):
            return True
    return False


def page(
    request: Request, views: list[Document], limit: int
) -> tuple[list[Document], list[dict[str, str]]]:
    """A page of a list, and the links to the pages around it; an unknown marker is none."""
    marker, is_back = request.parameter('marker'), request.parameter('page_reverse')
    ids = [view['id'] for view in views]
    if marker in ids:
        at = ids.index(marker)
        views = views[:at] if is_back else views[at + 1 :]
    page = views[-limit:] if is_back else views[:limit]
    rest = [(key, value) for key, value in request.query if key not in ('marker', 'page_reverse')]

    def link(rel: str, *more: tuple[str, str]) -> dict[str, str]:
        return {'rel': rel, 'href': f'{request.url}?{urlencode([*rest, *more])}'}

    links = []
    if len(page) == limit:
        links.append(link('next', ('marker', page[-1]['id'])))
    first = [('marker', page[0]['id'])] if page else []
    links.append(link('previous', *first, ('page_reverse', 'True')))
    return page, links
