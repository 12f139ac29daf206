"""Servers: list, show, create, update and delete."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, server_filters, server_view
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.compute.schemas import servers as schemas
from novaclient_mv.sandbox.wsgi import Response, query_schema


class Servers(controller.ComputeController):
    """``/servers``"""

    @query_schema(schemas.index, '2.1', '2.25')
    @query_schema(schemas.index_2_26, '2.26', '2.65')
    @query_schema(schemas.index_2_66, '2.66', '2.72')
    @query_schema(schemas.index_2_73, '2.73', '2.74')
    @query_schema(schemas.index_2_75, '2.75')
    def index(self) -> Response:
        """``GET /servers``"""
        rows, marker = server_filters.Search(self, 'index').page()
        return self._listed(server_view.brief(self, rows), marker)

    @query_schema(schemas.index, '2.1', '2.25')
    @query_schema(schemas.index_2_26, '2.26', '2.65')
    @query_schema(schemas.index_2_66, '2.66', '2.72')
    @query_schema(schemas.index_2_73, '2.73', '2.74')
    @query_schema(schemas.index_2_75, '2.75')
    def detail(self) -> Response:
        """``GET /servers/detail``"""
        rows, marker = server_filters.Search(self, 'detail').page()
        return self._listed(server_view.show_all(self, rows, 'detail'), marker)

    def _listed(self, servers: list[dict[str, Any]], marker: str | None) -> Response:
        answer: dict[str, Any] = {'servers': servers}
        if marker is not None:
            answer['servers_links'] = self.next_links(marker)
        return self.answer(200, answer)

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def show(self, id: str) -> Response:
        """``GET /servers/{id}``"""
        return self.answer(200, {'server': server_view.show(self, self.find_server(id))})
