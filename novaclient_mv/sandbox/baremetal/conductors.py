"""``/conductors`` and ``/shards``: who works on nodes, and into what they are divided."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import handlers, hardware, kinds, listing, refusals, views
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes, seed

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

Document = dict[str, Any]

_FIELDS = kinds.some_of(*views.CONDUCTOR)
_SHORT = ('hostname', 'conductor_group', 'alive')


class Conductors(handlers.IronicHandlers):
    """The one conductor, and the shards that nodes are in."""

    @takes(**{**listing.PAGING, **listing.VIEW, 'marker': kinds.text, 'fields': _FIELDS})
    def index(self) -> Response:
        """``GET /v1/conductors``"""
        fields, marker = self.arguments.get('fields'), self.arguments.get('marker')
        query = listing.Query(
            self.arguments, views.CONDUCTOR, self.minor, 'conductors?', _SHORT, 'hostname'
        )
        query.check()
        if marker is not None:
            self._require(marker)
        page, rest = query.page(self.req, [self._facts()])
        all_names = list(views.CONDUCTOR) if self.arguments.get('detail') else _SHORT
        names = (*(all_names if fields is None else fields), 'links')
        return self.answer({'conductors': [views.only(facts, names) for facts in page], **rest})

    @takes(fields=_FIELDS)
    def show(self, hostname: str, fields: list[str] | None = None) -> Response:
        """``GET /v1/conductors/{hostname}``"""
        self._require(hostname)
        facts = self._facts()
        return self.answer(facts if fields is None else views.only(facts, (*fields, 'links')))

    def _require(self, hostname: str) -> None:
        if hostname != handlers.CONDUCTOR:
            raise refusals.not_found('Conductor', hostname)

    def shards(self) -> Response:
        """``GET /v1/shards``"""
        nodes = baremetal_nodes.find_all(self.db)
        counts = collections.Counter(str(node.document.get('shard')) for node in nodes)
        listed = [{'name': name, 'count': count} for name, count in counts.items()]
        return self.answer({'shards': sorted(listed, key=lambda shard: str(shard['name']))})

    def shard(self, name: str) -> Response:
        """``GET /v1/shards/{name}``: there are none of their own"""
        raise Refused(404)

    def _facts(self) -> Document:
        started = self.now - 30 * seed.DAY
        return {
            'created_at': handlers.iso(started),
            'updated_at': handlers.iso(self.now),
            'hostname': handlers.CONDUCTOR,
            'conductor_group': '',
            'drivers': list(hardware.DRIVERS),
            'links': views.links(self.req, f'conductors/{handlers.CONDUCTOR}'),
            'alive': True,
        }
