"""List, create, update and delete resources of the network service."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Request
from novaclient_mv.sandbox.network import attribute_kinds
from novaclient_mv.sandbox.network.network_faults import NetworkFault, invalid, refused
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]


class Attribute(NamedTuple):
    """An attribute of a resource besides its id and name.

    ``default`` also says what a value must be. ``create`` and ``update`` are whether a request may
    set it, ``is_for_admins`` whether only administrators may, ``is_hidden`` whether others do not
    even see it.
    """

    default: Any
    create: bool = True
    update: bool = True
    is_for_admins: bool = False
    is_hidden: bool = False


def constant(default: Any, is_hidden: bool = False) -> Attribute:
    """An attribute that no request sets."""
    return Attribute(default, create=False, update=False, is_hidden=is_hidden)


def once(default: Any) -> Attribute:
    """An attribute that is given when the resource is made, and stays."""
    return Attribute(default, update=False)


class Collection:
    """Things of one kind, as one request sees them.

    A subclass says what the kind is called and what it has, and what follows from a change.
    """

    kind: ClassVar[str]
    key: ClassVar[str]
    plural: ClassVar[str]
    # The name of the kind in errors.
    title: ClassVar[str]
    attributes: ClassVar[Mapping[str, Attribute]]
    required: ClassVar[tuple[str, ...]] = ()
    # What a project may have at most.
    limit: ClassVar[int] = -1
    # The first revision number of what is new.
    revision: ClassVar[int] = 0

    def __init__(self, session: Session, context: Context, request: Request) -> None:
        self.session = session
        self.context = context
        self.request = request

    @property
    def list_key(self) -> str:
        """The key of a list."""
        return self.plural.replace('-', '_')

    # -- looking

    def is_visible(self, row: Row) -> bool:
        """Whether the caller sees a resource."""
        return self.is_own(row)

    def is_own(self, row: Row) -> bool:
        """Whether the caller may change a resource."""
        return self.context.is_admin or row.project == self.context.project_id

    def rows(self) -> list[Row]:
        """All that the caller sees."""
        return [row for row in self.session.find(self.kind) if self.is_visible(row)]

    def find(self, id: str) -> Row:
        """The resource of an id.

        :raises NetworkFault: 404.
        """
        row = self.session.get(self.kind, id)
        if row is None or not self.is_visible(row):
            raise self.missing(id)
        return row

    def missing(self, id: str) -> NetworkFault:
        """The error where there is no resource of an id."""
        kind = f'{self.title.title().replace(" ", "")}NotFound'
        return NetworkFault(404, kind, f'{self.title} {id} could not be found.')

    def view(self, row: Row) -> Document:
        """A resource as it is shown."""
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

    def require_member(self, rule: str) -> None:
        """Refuse those who may only read."""
        if not self.context.roles & {'admin', 'member'}:
            raise refused(rule)

    def check_new(self, attributes: Document) -> str:
        """Refuse a resource that may not be made, or is not whole; returns the policy rule."""
        rule = f'create_{self.key}'
        self.require_member(rule)
        self.check(attributes, rule)
        for name in self.required:
            if attributes.get(name) is None:
                raise invalid(f"Failed to parse request. Required attribute '{name}' not specified")
        return rule

    def create(self, attributes: Document) -> Row:
        """Create a resource."""
        rule = self.check_new(attributes)
        project = (
            attributes.get('project_id') or attributes.get('tenant_id') or self.context.project_id
        )
        if project != self.context.project_id and not self.context.is_admin:
            raise refused(rule)
        self.require_room(project)
        facts = {
            name: attribute.default if attributes.get(name) is None else attributes[name]
            for name, attribute in self.attributes.items()
        }
        facts.update(revision=self.revision, tags=sorted(set(attributes.get('tags') or [])))
        id = str(uuid.uuid4())
        self.session.insert(
            self.kind, id, facts, project=project, name=attributes.get('name') or ''
        )
        row = self.session.get(self.kind, id)
        assert row is not None
        self.before_create(row, attributes)
        self.session.save(row)
        return row

    def update(self, id: str, attributes: Document) -> Row:
        """Update a resource."""
        rule = f'update_{self.key}'
        row = self.find(id)
        self.require_member(rule)
        if not self.is_own(row):
            raise refused(rule)
        self.check(attributes, rule, is_new=False)
        self.before_update(row, attributes)
        if 'name' in attributes:
            row.name = attributes['name'] or ''
        row.document.update(
            {name: attributes[name] for name in self.attributes if name in attributes}
        )
        self.touch(row)
        self.after_update(row, attributes)
        return row

    def touch(self, row: Row) -> None:
        """Save a changed row."""
        row.document['revision'] = row.document.get('revision', self.revision) + 1
        self.session.save(row)

    def delete(self, id: str) -> None:
        """Delete a resource."""
        rule = f'delete_{self.key}'
        row = self.find(id)
        self.require_member(rule)
        if not self.is_own(row):
            raise refused(rule)
        self.before_delete(row)
        self.session.remove(row)
        self.after_delete(row)

    def act(self, row: Row, action: str, arguments: Document) -> Document:
        """Carry out what is put below a resource; what it answers with."""
        raise NetworkFault(404, 'HTTPNotFound', 'The resource could not be found.')

    def check(self, attributes: Document, rule: str, is_new: bool = True) -> None:
        """Refuse what a request may not set, and values of a wrong kind."""
        accepted = {'name', *(('project_id', 'tenant_id', 'tags') if is_new else ())}
        names = set(attributes) - accepted
        unknown = sorted(names - set(self.attributes))
        if unknown:
            spelled = ', '.join(f"'{name}'" for name in unknown)
            raise invalid(f'Unrecognized attribute(s) {spelled}')
        if not isinstance(attributes.get('name', ''), (str, type(None))):
            raise invalid(
                f"Invalid input for name. Reason: '{attributes['name']}' is not a string."
            )
        for name in sorted(names):
            attribute = self.attributes[name]
            if not (attribute.create if is_new else attribute.update):
                verb = 'POST' if is_new else 'PUT'
                raise invalid(f"Attribute '{name}' not allowed in {verb}")
            if attribute.is_for_admins and not self.context.is_admin:
                raise refused(f'{rule}:{name}')
            if name.endswith('_id') and name in self.required and not _is_uuid(attributes[name]):
                raise invalid(
                    f"Invalid input for {name}. Reason: '{attributes[name]}' is not a UUID."
                )
            self._check_kind(name, attributes[name], attribute.default)
            if attributes[name] is None and isinstance(attribute.default, list):
                # Null empties a list.
                attributes[name] = []
        for name, default in (('tags', []), ('project_id', ''), ('tenant_id', '')):
            self._check_kind(name, attributes.get(name), default)

    def _check_kind(self, name: str, value: Any, default: Any) -> None:
        if not attribute_kinds.is_kind(name, value, default):
            raise invalid(f"Invalid input for {name}. Reason: '{value}' is not valid.")

    def require_room(self, project: str | None) -> None:
        """Refuse one resource too many."""
        from novaclient_mv.sandbox.network import quotas

        most = quotas.limits(self.session, project or '').get(self.key, self.limit)
        if 0 <= most <= len(list(self.session.find(self.kind, project=project))):
            words = f"Quota exceeded for resources: ['{self.key}']."
            raise NetworkFault(409, 'OverQuota', words)

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


def _is_uuid(value: Any) -> bool:
    return isinstance(value, str) and formats.matches('uuid', value)
