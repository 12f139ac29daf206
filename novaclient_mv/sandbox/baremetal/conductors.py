"""``/conductors`` and ``/shards``: who works on nodes, and into what they are divided."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import handlers, hardware, kinds, listing, refusals, views
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes, seed

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

Document = dict[str, Any]

_FIELDS = kinds.some_of(views.CONDUCTOR)
_SHORT = ('hostname', 'conductor_group', 'links', 'alive')


class Conductors(handlers.IronicHandlers):
    """The one conductor, and the shards that nodes are in."""

    @takes(
        **{**listing.PAGING, **listing.VIEW, 'marker': kinds.string, 'fields': _FIELDS},
    )
    def index(self) -> Response:
        """``GET /v1/conductors``"""
        fields, detail = self.arguments.get('fields'), self.arguments.get('detail')
        short = [name for name in _SHORT if name != 'links']
        query = listing.Query(self.arguments, views.CONDUCTOR, self.minor, 'hostname', short)
        query.check()
        marker = self.arguments.get('marker')
        if marker == '':
            raise Refused(400, 'Missing host in marker')
        if marker not in (None, handlers.CONDUCTOR):
            raise _missing(marker)
        facts = self._facts()
        page = query.page(self.req, [facts], None if marker is None else facts)
        names = (
            (*fields, 'links')
            if fields is not None
            else list(views.CONDUCTOR)
            if detail
            else _SHORT
        )
        body: Document = {'conductors': [views.only(item, names) for item in page.items]}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

    @takes('hostname', hostname=kinds.string, fields=_FIELDS)
    def show(self, hostname: str) -> Response:
        """``GET /v1/conductors/{hostname}``"""
        if hostname != handlers.CONDUCTOR:
            raise _missing(hostname)
        fields = self.arguments.get('fields')
        facts = self._facts()
        return self.answer(facts if fields is None else views.only(facts, (*fields, 'links')))

    @takes()
    def shards(self) -> Response:
        """``GET /v1/shards``"""
        nodes = baremetal_nodes.find_all(self.db)
        counts = collections.Counter(str(node.document.get('shard')) for node in nodes)
        listed = [{'name': name, 'count': count} for name, count in counts.items()]
        return self.answer({'shards': sorted(listed, key=lambda shard: str(shard['name']))})

    @takes('name', name=kinds.anything)
    def shard(self, name: str) -> Response:
        """``GET /v1/shards/{name}``: there are none of their own"""
        raise Refused(404, 'The resource could not be found.')

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


def _missing(hostname: str) -> refusals.Refused:
    return refusals.not_found('Conductor', hostname)
