"""``/conductors`` and ``/shards``: who works on nodes, and into what they are divided."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import collection, hardware, listing, refusals, views
from novaclient_mv.sandbox.state import baremetal_nodes, seed

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

Document = dict[str, Any]

_SHORT = ('hostname', 'conductor_group', 'links', 'alive')


class Conductors(collection.IronicHandlers):
    """The one conductor, and the shards that nodes are in."""

    def index(self) -> Response:
        """``GET /v1/conductors``"""
        self.arguments(*listing.PAGING, 'fields', 'detail')
        detail = listing.wants_detail(self.req, self.minor)
        fields = listing.chosen_fields(self.req, views.CONDUCTOR, self.minor)
        page = listing.page_of(
            self.req, [self._facts()], views.CONDUCTOR, self.minor, _missing, key='hostname'
        )
        names = fields or (list(views.CONDUCTOR) if detail else _SHORT)
        return self.answer({'conductors': [views.only(item, names) for item in page.items]})

    def show(self, hostname: str) -> Response:
        """``GET /v1/conductors/{hostname}``"""
        self.arguments('fields')
        if hostname != collection.CONDUCTOR:
            raise _missing(hostname)
        fields = listing.chosen_fields(self.req, views.CONDUCTOR, self.minor)
        facts = self._facts()
        return self.answer(facts if fields is None else views.only(facts, fields))

    def shards(self) -> Response:
        """``GET /v1/shards``"""
        self.arguments()
        nodes = baremetal_nodes.find_all(self.db)
        counts = collections.Counter(str(node.document.get('shard')) for node in nodes)
        listed = [{'name': name, 'count': count} for name, count in counts.items()]
        return self.answer({'shards': sorted(listed, key=lambda shard: str(shard['name']))})

    def _facts(self) -> Document:
        started = self.now - 30 * seed.DAY
        return {
            'created_at': collection.iso(started),
            'updated_at': collection.iso(self.now),
            'hostname': collection.CONDUCTOR,
            'conductor_group': '',
            'drivers': list(hardware.DRIVERS),
            'links': views.links(self.req, f'conductors/{collection.CONDUCTOR}'),
            'alive': True,
        }


def _missing(hostname: str) -> refusals.Refused:
    return refusals.not_found('Conductor', hostname)
