"""Servers: list, show, create, update and delete."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import servers as schemas
from novaclient_mv.sandbox.compute.servers import server_filters, server_lists, server_view
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row


class Servers(controller.ComputeController):
    """``/servers``"""

    @query_schema(server_filters.LISTS.schema, '2.1')
    def index(self) -> Response:
        rows, marker = server_lists.ServerList(self, 'index').page()
        return self._listed(server_view.brief(self, rows), marker)

    @query_schema(server_filters.LISTS.schema, '2.1')
    def detail(self) -> Response:
        rows, marker = server_lists.ServerList(self, 'detail').page()
        return self._listed(server_view.show_all(self, rows, 'detail'), marker)

    def _listed(self, servers: list[dict[str, Any]], marker: str | None) -> Response:
        answer: dict[str, Any] = {'servers': servers}
        if marker is not None:
            answer['servers_links'] = self.next_links(marker)
        return self.answer(answer)

    def show(self, id: str) -> Response:
        # From 2.69 what is known of a server outside its cell is shown while that is down.
        row = self.find_server(id, even_unknown=self.matches('2.69'))
        return self.answer({'server': server_view.show(self, row)})

    @success(202)
    @schema(schemas.create.schema)
    def create(self, body: dict[str, Any]) -> Response:
        # It knows much of the cloud, for which those who only read need not wait.
        from novaclient_mv.sandbox.compute.servers import server_create

        creation = server_create.Creation(self, body)
        first = creation.run()[0]
        # Any text counts, "false" too.
        if body['server'].get('return_reservation_id'):
            return self.answer({'reservation_id': creation.reservation})
        links = self.links(f'/servers/{first.id}')
        answer = {
            'id': first.id,
            'links': links,
            'adminPass': creation.password,
            'security_groups': [{'name': name} for name in creation.groups],
            'OS-DCF:diskConfig': first.document['disk_config'],
        }
        return self.answer({'server': answer}, (('Location', links[0]['href']),))

    @schema(schemas.update.schema)
    def update(self, id: str, attributes: dict[str, Any]) -> Response:
        row = self.find_server(id)
        self._require_own_zone(row, attributes.get('pinned_availability_zone'))
        if 'name' in attributes:
            # /v2 takes names with blanks around them, and drops those.
            row.name = attributes['name'].strip()
        for key, fact in _UPDATED.items():
            if key in attributes:
                row.document[fact] = attributes[key]
        row.document['updated'] = self.now
        self.db.save(row)
        return self.answer({'server': server_view.show(self, row, 'update')})

    def _require_own_zone(self, row: Row, zone: str | None) -> None:
        current = row.document['availability_zone']
        if zone is not None and zone != current:
            raise Fault(
                409,
                f"Server can only be pinned to its current availability zone '{current}', "
                f"but '{zone}' was requested.",
            )

    @success(204)
    def delete(self, id: str) -> Response:
        from novaclient_mv.sandbox.compute.servers import server_deletion

        row = self.server_to_change(id)
        server_deletion.delete(self, row)
        return self.answer()


# Key of the request to key of the document.
_UPDATED = {
    'accessIPv4': 'access_ip_v4',
    'accessIPv6': 'access_ip_v6',
    'OS-DCF:diskConfig': 'disk_config',
    'description': 'description',
    'hostname': 'hostname',
    'pinned_availability_zone': 'pinned_availability_zone',
}
