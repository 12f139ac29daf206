"""The base of the volume service's handlers: versions, checks of bodies, pages, volumes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from novaclient_mv import versions
from novaclient_mv.sandbox.http import neighbour, validation
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.wsgi import JSON, MOST_DIGITS, Fault, Headers, Response
from novaclient_mv.sandbox.state import volume_states, volume_types

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

LONGEST_PAGE = 1000
SNAPSHOT = 'snapshot'


class VolumeHandlers(neighbour.Handlers):
    """Handlers of the volume service."""

    def matches(self, start: str, end: str | None = None) -> bool:
        """Whether the request's version is in a range, which is open without an end."""
        assert self.version is not None
        return self.version in versions.VersionRange(start, end)

    def answer(
        self, body: Mapping[str, Any] | None = None, headers: Headers = (), status: int = 200
    ) -> Response:
        """The answer of a handler; it tells its version, and says JSON even without a body."""
        all_headers: Headers = ((STANDARD, f'volume {self.version}'), *headers)
        if body is None:
            return Response(status, b'', [('Content-Type', JSON), *all_headers])
        return Response.of(status, body, all_headers)

    def plain_answer(self, headers: Headers = (), status: int = 200) -> Response:
        """An answer without a body whose type is that of a page."""
        return super().plain_answer(((STANDARD, f'volume {self.version}'), *headers), status)

    def volume_type(self, name: str | None) -> volume_types.VolumeType:
        """The type that a request names; the usual one where it names none.

        :raises Fault: 404.
        """
        volume_type = volume_types.find(self.db, name or volume_states.TYPE)
        if volume_type is None or not volume_types.is_visible(volume_type, self.context):
            raise Fault(404, f'Volume type with name {name} could not be found.')
        return volume_type

    def require(self, rule: str, allowed: bool) -> None:
        """Refuse with 403 unless the caller is allowed."""
        if not allowed:
            raise Fault(403, f"Policy doesn't allow {rule} to be performed.")

    def require_member(self, rule: str) -> None:
        """Refuse readers."""
        self.require(rule, bool({'member', 'admin'} & self.context.roles))

    def require_admin(self, rule: str) -> None:
        """Refuse everybody but administrators."""
        self.require(rule, self.context.is_admin)

    def body(self, schema: Document) -> Document:
        """The body, which matches a schema.

        :raises Fault: 400.
        """
        attributes = self.json()
        validation.check(schema, attributes, relaxed=False)
        return attributes

    def find_volume(self, id: str) -> Row:
        """A volume that the caller sees.

        :raises Fault: 404.
        """
        row = volume_states.find(self.db, id, self.own_project)
        if row is None:
            raise Fault(404, f'Volume {id} could not be found.')
        return row

    def find_snapshot(self, id: str) -> Row:
        """A snapshot that the caller sees.

        :raises Fault: 404.
        """
        row = self.db.get(SNAPSHOT, id, self.own_project)
        if row is None:
            raise Fault(404, f'Snapshot {id} could not be found.')
        return row

    def listed_project(self) -> str | None:
        """The project that a list is about; administrators may ask for all."""
        is_wide = neighbour.flag(self.req.parameter('all_tenants') or 'false')
        return None if self.context.is_admin and is_wide else self.context.project_id

    def links(self, path: str) -> list[Document]:
        """Return the links of a resource."""
        base, project = self.req.host_url, self.context.project_id
        return [
            {'rel': 'self', 'href': f'{base}/volume/v3/{project}{path}'},
            {'rel': 'bookmark', 'href': f'{base}/volume/{project}{path}'},
        ]

    def page(self, rows: list[Row], word: str) -> tuple[list[Row], list[Document]]:
        """Return the rows on the page that the query selects, and the link to the next one.

        :param word: what a resource is called where its marker is not found.
        """
        size = self._number('limit', LONGEST_PAGE)
        marker = self.req.parameter('marker')
        if marker is not None:
            ids = [row.id for row in rows]
            if marker not in ids:
                raise Fault(404, f'{word} {marker} could not be found.')
            rows = rows[ids.index(marker) + 1 :]
        rows = rows[self._number('offset', 0) :]
        view = rows[: min(size, LONGEST_PAGE)]
        links = []
        if view and self.req.parameter('limit') and len(view) == size:
            pairs = [pair for pair in self.req.query if pair[0] not in ('marker', 'offset')]
            query = urlencode([*pairs, ('marker', view[-1].id)])
            links = [{'rel': 'next', 'href': f'{self.req.url}?{query}'}]
        return view, links

    def _number(self, name: str, otherwise: int) -> int:
        text = self.req.parameter(name)
        if text is None:
            return otherwise
        if not text.isdecimal() or len(text) > MOST_DIGITS:
            raise Fault(400, f'{name} param must be an integer that is not negative')
        return int(text)

    def sort(self, rows: list[Row], allowed: frozenset[str]) -> list[Row]:
        """Rows, newest first, in the order that the query asks for."""
        rows.reverse()
        sort_keys = []
        for part in (self.req.parameter('sort') or '').split(','):
            key, _, way = part.strip().partition(':')
            if key:
                sort_keys.append((key, way or 'desc'))
        key = self.req.parameter('sort_key') or ''
        if key:
            sort_keys.append((key, self.req.parameter('sort_dir') or 'desc'))
        for key, way in sort_keys:
            if key not in allowed or way not in ('asc', 'desc'):
                raise Fault(400, f'Invalid sort: {key}:{way}.')
        for key, way in reversed(sort_keys):
            rows.sort(key=lambda row: str(_value(row, key)), reverse=way == 'desc')
        return rows


def _value(row: Row, key: str) -> Any:
    if key in ('name', 'display_name'):
        return row.name or ''
    if key in ('id', 'created_at', 'updated_at'):
        return getattr(row, key.removesuffix('_at')) or ''
    return row.document.get(key, '')
