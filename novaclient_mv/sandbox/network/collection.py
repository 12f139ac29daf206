"""List, create, update and delete resources of the network service."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Document, Fault, Request, Response
from novaclient_mv.sandbox.network import attributes
from novaclient_mv.sandbox.network.attributes import Attribute
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

# What every resource has.
_SHARED = (
    'id', 'name', 'project_id', 'tenant_id', 'description', 'created_at', 'updated_at',
    'revision_number', 'tags',
)  # fmt: skip


def _listing_of(defaults: Mapping[str, Any]) -> Listing:
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


def _page(
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


class Collection(Controller):
    """Resources of one kind; a subclass says what it has, and what follows from a change."""

    kind: ClassVar[str]
    key: ClassVar[str]
    plural: ClassVar[str]
    title: ClassVar[str]
    attributes: ClassVar[Mapping[str, Attribute]]
    required: ClassVar[tuple[str, ...]] = ()
    limit: ClassVar[int] = -1
    revision: ClassVar[int] = 0
    lists: ClassVar[Listing]

    def __init_subclass__(cls) -> None:
        cls.lists = _listing_of({name: row.default for name, row in cls.attributes.items()})

    # -- handlers

    def index(self) -> Response:
        """``GET /v2.0/networks`` and the like; several values of one filter are alternatives."""
        keys, ways = self.req.parameters('sort_key'), self.req.parameters('sort_dir')
        if len(keys) != len(ways):
            raise Fault(400, 'The number of sort_keys and sort_dirs must be same')
        text = self.req.parameter('limit')
        if text is not None and (not text.isdecimal() or len(text) > MOST_DIGITS):
            raise Fault(400, f'Bad limit request: {text!r} is not a count.', code='BadRequest')
        views = self.lists.sorted(self.req, self.lists.narrowed(self, self.views()))
        key, links = self.plural.replace('-', '_'), {}
        if text is not None and int(text) > 0:
            views, links[f'{key}_links'] = _page(self.req, views, int(text))
        return self.answer({key: [self._narrowed(view) for view in views], **links})

    def show(self, id: str) -> Response:
        """``GET /v2.0/networks/{id}`` and the like."""
        return self.narrow_answer(self.view(self.resource(id)))

    def create(self) -> Response:
        """``POST /v2.0/networks`` and the like, of one or of several."""
        many = self.plural.replace('-', '_')
        body = self.json()
        if many not in body:
            return self.answer({self.key: self.add(self.json(self.key))}, status=201)
        entries = body[many]
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise Fault(400, f"Unable to find '{many}' in request body")
        return self.answer({many: [self.add(entry) for entry in entries]}, status=201)

    def update(self, id: str) -> Response:
        """``PUT /v2.0/networks/{id}`` and the like."""
        rule, document = f'update_{self.key}', self.json(self.key)
        row = self.own_resource(id, rule)
        attributes.check(self, self.attributes, document, rule)
        self.before_update(row, document)
        if 'name' in document:
            row.name = document['name'] or ''
        row.document.update({name: document[name] for name in self.attributes if name in document})
        self.touch(row)
        self.after_update(row, document)
        return self.answer({self.key: self.view(row)})

    def delete(self, id: str) -> Response:
        """``DELETE /v2.0/networks/{id}`` and the like."""
        row = self.own_resource(id, f'delete_{self.key}')
        self.before_delete(row)
        self.db.remove(row)
        self.after_delete(row)
        return self.answer(status=204)

    def narrow_answer(self, view: Document) -> Response:
        """The answer with one resource, or with those of its fields that a query names."""
        return self.answer({self.key: self._narrowed(view)})

    def _narrowed(self, view: Document) -> Document:
        fields = self.req.parameters('fields')
        return {key: view[key] for key in fields if key in view} if fields else view

    # -- looking

    def is_visible(self, row: Row) -> bool:
        """Whether the caller sees a resource."""
        return self.is_own(row)

    def is_own(self, row: Row) -> bool:
        """Whether the caller may change a resource."""
        return self.context.is_admin or row.project == self.context.project_id

    def rows(self) -> list[Row]:
        """All resources that the caller sees."""
        return [row for row in self.db.find(self.kind) if self.is_visible(row)]

    def views(self) -> list[Document]:
        """All resources that the caller sees, as documents."""
        return [self.view(row) for row in self.rows()]

    def resource(self, id: str) -> Row:
        """The resource of an id."""
        row = self.db.get(self.kind, id)
        if row is None or not self.is_visible(row):
            raise self.missing(id)
        return row

    def own_resource(self, id: str, rule: str) -> Row:
        """The resource of an id, if the caller may change it."""
        row = self.resource(id)
        self.require_member(rule)
        self.require(rule, self.is_own(row))
        return row

    def missing(self, id: str) -> Fault:
        """The error for an unknown id."""
        code = ''.join(word[0].upper() + word[1:] for word in self.title.split())
        return Fault(404, f'{self.title} {id} could not be found.', code=f'{code}NotFound')

    def view(self, row: Row) -> Document:
        """A resource as a document."""
        view = {
            'id': row.id,
            'name': row.name,
            'project_id': row.project,
            'tenant_id': row.project,
            'tags': row.document.get('tags', []),
            'created_at': clocks.iso(row.created),
            'updated_at': clocks.iso(row.updated or row.created),
            'revision_number': row.document.get('revision', self.revision),
        }
        for name, attribute in self.attributes.items():
            if self.context.is_admin or not attribute.is_hidden:
                view[name] = row.document.get(name, attribute.default)
        return view

    # -- changing

    def check_new(self, document: Document) -> str:
        """Refuse a resource that may not be made, or is not whole; returns the policy rule."""
        rule = f'create_{self.key}'
        self.require_member(rule)
        attributes.check(self, self.attributes, document, rule, self.required)
        return rule

    def add(self, document: Document) -> Document:
        """Create a resource, and return its document."""
        rule = self.check_new(document)
        project = document.get('project_id') or document.get('tenant_id') or self.context.project_id
        self.require(rule, self.own_project in (None, project))
        self.require_room(project)
        facts = {
            name: attribute.default if document.get(name) is None else document[name]
            for name, attribute in self.attributes.items()
        }
        facts.update(revision=self.revision, tags=sorted(set(document.get('tags') or [])))
        id = str(uuid.uuid4())
        self.db.insert(self.kind, id, facts, project=project, name=document.get('name') or '')
        row = self.db.get(self.kind, id)
        assert row is not None
        self.before_create(row, document)
        self.db.save(row)
        return self.view(row)

    def touch(self, row: Row) -> None:
        """Save a changed row."""
        row.document['revision'] = row.document.get('revision', self.revision) + 1
        self.db.save(row)

    def require_room(self, project: str | None) -> None:
        """Refuse one resource too many."""
        from novaclient_mv.sandbox.network import quotas

        most = quotas.limits(self.db, project or '').get(self.key, self.limit)
        if 0 <= most <= len(list(self.db.find(self.kind, project=project))):
            words = f"Quota exceeded for resources: ['{self.key}']."
            raise Fault(409, words, code='OverQuota')

    # -- what follows from a change; a subclass refuses or goes on

    def before_create(self, row: Row, attributes: Document) -> None:
        """Complete a new resource before it is stored."""

    def before_update(self, row: Row, attributes: Document) -> None:
        """Check, or complete, an update before it is made."""

    def after_update(self, row: Row, attributes: Document) -> None:
        """Update what depends on a resource that was updated."""

    def before_delete(self, row: Row) -> None:
        """Check that a resource may be deleted."""

    def after_delete(self, row: Row) -> None:
        """Update what depends on a resource that was deleted."""
