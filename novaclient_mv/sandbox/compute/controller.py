"""The base of Compute's controllers: links, fields by version, and lookups."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from novaclient_mv import versions as microversions
from novaclient_mv.sandbox.compute import cells
from novaclient_mv.sandbox.http import boolean_words, wsgi
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call

Value = Callable[[Any, Any], Any]
Maker = Callable[[Any, Row], dict[str, Any]]

# How starting, stopping, crash dumps, tags and shares word that there never was such a server.
UNMAPPED = 'has no mapping to a cell'

ADMINISTRATORS = 'context_is_admin'
"""The rule of what only administrators see."""


def whole_number(text: str) -> int:
    """The number that an id in a path is.

    :raises Fault: 400.
    """
    try:
        return int(text)
    except ValueError:
        raise wsgi.Fault(400, 'Invalid input received: id must be an integer') from None


class Field:
    """One key of an answer.

    :param key: as the API spells it.
    :param value: a key of the row's document, or a function of the controller and the row.
    :param versions: when it is there, as ``2.19..`` or ``..2.74``; a key may have several rows.
    :param admin: only administrators see it, or see it in these versions (as a range).
    :param rule: the rule that tells who else does.
    :param views: only in these views of the resource; in all of them by default.
    """

    __slots__ = ('admin', 'key', 'rule', 'value', 'versions', 'views')

    def __init__(
        self,
        key: str,
        value: Value | str,
        versions: str = '2.0..',
        admin: str | None = None,
        views: Iterable[str] = (),
        rule: str = ADMINISTRATORS,
    ) -> None:
        self.key = key
        self.value = value
        self.versions = microversions.VersionRange.parse(versions)
        self.admin = None if admin is None else microversions.VersionRange.parse(admin)
        self.views = frozenset(views)
        self.rule = rule

    def is_shown(
        self, version: microversions.APIVersion, refusing: frozenset[str], view: str
    ) -> bool:
        """Whether an answer has it for somebody whom some rules refuse."""
        if version not in self.versions:
            return False
        if self.views and view not in self.views:
            return False
        return self.admin is None or version not in self.admin or self.rule not in refusing


@functools.lru_cache(maxsize=512)
def _maker(
    fields: tuple[Field, ...],
    version: microversions.APIVersion,
    refusing: frozenset[str],
    view: str,
) -> Maker:
    """The function that makes an answer's fields of a row.

    Lists have thousands of rows, so what is only copied from the document is taken from it in one
    go.
    """
    visible = [field for field in fields if field.is_shown(version, refusing, view)]
    copied = [field for field in visible if isinstance(field.value, str)]
    keys = tuple(field.key for field in copied)
    # A getter of one name would return it bare.
    facts = operator.itemgetter(*[field.value for field in copied]) if len(copied) > 1 else None
    pairs = [
        (field.key, field.value)
        if callable(field.value)
        else (field.key, functools.partial(_fact, field.value))
        for field in visible
        if facts is None or callable(field.value)
    ]

    def make(handler: Any, row: Row) -> dict[str, Any]:
        answer: dict[str, Any] = dict(zip(keys, facts(row.document), strict=True)) if facts else {}
        for key, value in pairs:
            answer[key] = value(handler, row)
        return answer

    return make


def _fact(name: str, handler: Any, row: Row) -> Any:
    return row.document[name]


class ComputeController(Controller):
    """A controller of the Compute API.

    :cvar usual_status: of an answer where all went well and the handler declares no other.
    """

    usual_status = 200

    def __init__(self, call: Call, statuses: tuple[int, ...] | None = None) -> None:
        super().__init__(call, statuses or (self.usual_status,))
        self.is_legacy = call.service.is_relaxed

    @functools.cached_property
    def project_path(self) -> str:
        """``/PROJECT`` where the request names it anywhere: links do so too then."""
        own = self.context.project_id
        values = (value for _, value in self.req.query)
        return f'/{own}' if own and any(own in text for text in (self.req.path, *values)) else ''

    @functools.cached_property
    def _link_starts(self) -> tuple[str, str]:
        """Return the starts of ``self`` and ``bookmark`` links; a bookmark has no version in it."""
        base = self.req.host_url
        return f'{base}{self.req.prefix}{self.project_path}', f'{base}{self.project_path}'

    def links(self, path: str) -> list[dict[str, str]]:
        """The links of a resource, ``self`` and ``bookmark``."""
        own, bookmark = self._link_starts
        return [{'rel': 'self', 'href': own + path}, {'rel': 'bookmark', 'href': bookmark + path}]

    @functools.cached_property
    def _bookmarks(self) -> dict[str, list[dict[str, str]]]:
        """Links that were made already: the servers of a list have few images between them."""
        return {}

    def bookmark(self, path: str) -> list[dict[str, str]]:
        """The one link of a resource that another one mentions; not to be changed."""
        links = self._bookmarks.get(path)
        if links is None:
            links = [{'rel': 'bookmark', 'href': self._link_starts[1] + path}]
            self._bookmarks[path] = links
        return links

    @functools.cached_property
    def host_statuses(self) -> dict[str, str]:
        """The status of each host for servers."""
        from novaclient_mv.sandbox.compute import compute_hosts

        return compute_hosts.statuses(self.db)

    @functools.cached_property
    def machine_names(self) -> dict[str, str]:
        """The names of machines that have another one than their host."""
        from novaclient_mv.sandbox.compute import compute_hosts

        return compute_hosts.machine_names(self.db)

    @functools.cached_property
    def decided_host_statuses(self) -> dict[str, str]:
        """Statuses of hosts, by the servers that were shown so far."""
        return {}

    def next_links(self, marker: str) -> list[dict[str, Any]]:
        """The link to the next page: the same query with another marker.

        Nova keeps one value of each parameter, the last as texts are sorted, in order of their
        names, and puts a marker that was not there before at the end.
        """
        request = self.req
        project = '' if request.path.startswith(f'{self.project_path}/') else self.project_path
        pairs = {**dict(sorted(request.query)), 'marker': marker}
        url = f'{request.host_url}{request.prefix}{project}{wsgi.quoted(request.path)}'
        return [{'rel': 'next', 'href': f'{url}?{urlencode(pairs)}'}]

    def maker(self, fields: tuple[Field, ...], view: str = 'show') -> Maker:
        """Return the function that selects a row's fields for this request's answer.

        :param view: what kind of answer it is, where fields tell them apart.
        """
        return _maker(fields, self.api_version, self.refusing(fields), view)

    def refusing(self, fields: Iterable[Field]) -> frozenset[str]:
        """The rules of fields that refuse the caller."""
        rules = {field.rule for field in fields if field.admin is not None}
        return frozenset(rule for rule in rules if not self.may(rule))

    def find_server(
        self, id: str, missing: str = 'could not be found', even_unknown: bool = False
    ) -> Row:
        """The server of an id, as it is now.

        :param missing: the operation's words for an unknown server.
        :param even_unknown: also one whose cell is down.
        :raises Fault: 404, also where it belongs to another project, or 500 where its cell is down.
        """
        project = self.own_project
        row = self.db.get('server', id, project)
        if row is None:
            raise self._missing_server(id, missing)
        clocks.settle(row.document, self.now)
        if not even_unknown:
            cells.require_reachable(self.req, row.document['host'])
        self.permit_on(row)
        return row

    def _missing_server(self, id: str, words: str) -> wsgi.Fault:
        if words == UNMAPPED and self.db.get('server', id, even_deleted=True) is not None:
            # The mapping outlives the server.
            words = 'could not be found'
        return wsgi.Fault(404, f'Instance {id} {words}.')

    def ask(self, project: str | None = None, user: str | None = None) -> None:
        """Ask for the permission to do what the request asks for.

        :param project: of the target; by default the caller's.
        :param user: of the target; by default the caller.
        :raises Fault: 403.
        """
        assert self.call.permission is not None
        self.call.permission.ask(project, user)

    def permit_on(self, server: Row) -> None:
        """Refuse with 403 whoever may not do with a server what the request asks for."""
        self.ask(server.project, server.document['user_id'])

    def find_any_server(self, id: str, missing: str = 'could not be found') -> Row:
        """The server of an id, for operations that tell 403 from 404 across projects.

        :param missing: as of :meth:`find_server`.
        :raises Fault: 404 where there is none at all, 403 where it belongs to another project.
        """
        row = self.db.get('server', id)
        if row is not None:
            self.permit_on(row)
        return self.find_server(id, missing)

    def find_image(self, id: str) -> Row | None:
        """The image of an id, as it is now."""
        row = self.db.get('image', id)
        if row is not None:
            clocks.settle(row.document, self.now)
        return row

    def permit(self, rule: str) -> None:
        """Refuse with 403 whom a rule refuses."""
        self.require(rule, self.may(rule))

    def server_to_change(
        self, id: str, missing: str = 'could not be found', locked: str = 'is locked'
    ) -> Row:
        """The server of an id, if the caller may change it now.

        :param missing: as of :meth:`find_server`.
        :param locked: how the operation words that it is locked.
        :raises Fault: 404, 403, or 409 where it is locked and the caller is not an administrator.
        """
        row = self.find_server(id, missing)
        if row.document['locked_by'] is not None and not self.context.is_admin:
            raise wsgi.Fault(409, f'Instance {id} {locked}')
        return row

    def require_project(self, id: str) -> None:
        """Refuse with 400 the id of a project that does not exist."""
        if self.db.get('project', id) is None:
            raise wsgi.Fault(400, f'Project ID {id} is not a valid project.')

    def strict_boolean(self, text: str, words: str | None = None) -> bool:
        """A boolean of a query, in any of its spellings.

        :raises Fault: 400.
        """
        lowered = text.strip().lower()
        if lowered in boolean_words.TRUE:
            return True
        if lowered in boolean_words.FALSE:
            return False
        words_known = sorted(boolean_words.TRUE + boolean_words.FALSE)
        spellings = ', '.join(map(repr, words_known))
        message = f'Unrecognized value {text!r}, acceptable values are: {spellings}'
        raise wsgi.Fault(400, f'{words} [{text}]' if words else message)
