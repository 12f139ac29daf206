"""Handlers of the identity service: the caller, lists, and views of resources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http import neighbour
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import tokens

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

DOMAIN = {'id': 'default', 'name': 'Default'}
ROLES = ('reader', 'member', 'manager', 'admin', 'service')


def role_id(name: str) -> str:
    """The id of a role."""
    return tokens.digest(name)[:32]


def role_of(id: str) -> str | None:
    """The name of the role of an id."""
    return next((name for name in ROLES if role_id(name) == id), None)


def refused() -> Fault:
    """The refusal of whoever is not known; it never says why."""
    return Fault(401, 'The request you have made requires authentication.')


_TYPES: dict[str, tuple[type, ...]] = {
    'name': (str,),
    'description': (str, type(None)),
    'password': (str, type(None)),
    'enabled': (bool,),
    'tags': (list,),
}


def _check_types(attributes: Document) -> None:
    """Refuse values of what all resources have alike.

    :raises Fault: 400.
    """
    for name, types in _TYPES.items():
        if name in attributes and not isinstance(attributes[name], types):
            words = f'{attributes[name]!r} is not valid.'
            raise Fault(400, f'Invalid input for field {name!r}: {words}')
    if not all(isinstance(tag, str) for tag in attributes.get('tags', ())):
        raise Fault(400, "Invalid input for field 'tags': a tag is not of type 'string'.")


class IdentityHandlers(neighbour.Handlers):
    """Handlers of the identity service."""

    def own_token(self) -> Row:
        """The token of the caller.

        :raises Fault: 401.
        """
        row = tokens.find(self.db, self.req.header('X-Auth-Token'))
        if row is None:
            raise refused()
        return row

    def require(self, rule: str, allowed: bool) -> None:
        """Refuse with 403 unless the caller is allowed."""
        self.own_token()
        if not allowed:
            raise Fault(
                403, f'You are not authorized to perform the requested action: identity:{rule}.'
            )

    def require_admin(self, rule: str, or_own: bool = False) -> None:
        """Refuse everybody but administrators, and readers of the system who only read.

        :param or_own: what is asked for is the caller's own, which suffices.
        """
        is_read = self.req.method in ('GET', 'HEAD')
        is_system_reader = self.context.project_id is None and 'reader' in self.context.roles
        self.require(rule, self.context.is_admin or or_own or (is_read and is_system_reader))

    def body_of(self, key: str, required: str | None = None) -> Document:
        """Return the content of a body below its one key.

        :param required: a key that has to be there.
        :raises Fault: 400.
        """
        try:
            content = self.json(key)
        except Fault:
            raise Fault(400, f'Expecting to find {key} in request body.') from None
        if required is not None and not content.get(required):
            raise Fault(
                400, f'Invalid input for field/attribute {key}. {required!r} is a required property'
            )
        _check_types(content)
        return content

    def listed(self, key: str, documents: Iterable[Document]) -> Response:
        """A list, narrowed by what the query says of the resources' keys."""
        filters = dict(self.req.query)
        views = []
        for document in documents:
            for name, value in filters.items():
                text = document.get(name, value)
                if isinstance(text, bool):
                    if text is not neighbour.flag(value):
                        break
                elif text != value:
                    break
            else:
                views.append(document)
        return self.answer({key: views, 'links': self.links_of_list()})

    def links_of_list(self) -> Document:
        """Return the links of a list; none has pages."""
        query = f'?{self.req.query_string}' if self.req.query_string else ''
        return {'next': None, 'previous': None, 'self': f'{self.req.url}{query}'}

    def link(self, path: str) -> Document:
        """Return the link of a resource."""
        return {'self': f'{self.req.host_url}/identity/v3/{path}'}

    def find(self, kind: str, id: str) -> Row:
        """A project or a user.

        :raises Fault: 404.
        """
        row = self.db.get(kind, id)
        if row is None:
            raise Fault(404, f'Could not find {kind}: {id}.')
        return row

    def project_view(self, row: Row) -> Document:
        """A project in full."""
        return {
            'id': row.id,
            'name': row.name,
            'description': row.document.get('description', ''),
            'domain_id': DOMAIN['id'],
            'parent_id': DOMAIN['id'],
            'enabled': row.document.get('enabled', True),
            'is_domain': False,
            'tags': row.document.get('tags', []),
            'options': {},
            'links': self.link(f'projects/{row.id}'),
        }

    def user_view(self, row: Row) -> Document:
        """A user in full, without what is secret."""
        extra = row.document.get('extra', {})
        return {
            **extra,
            'id': row.id,
            'name': row.name,
            'domain_id': DOMAIN['id'],
            'enabled': row.document.get('enabled', True),
            'options': {},
            'password_expires_at': None,
            'links': self.link(f'users/{row.id}'),
        }

    def role_view(self, name: str) -> Document:
        """A role in full."""
        return {**role_facts(name), 'links': self.link(f'roles/{role_id(name)}')}


def role_facts(name: str) -> Document:
    """A role as other resources show it."""
    return {
        'id': role_id(name),
        'name': name,
        'domain_id': None,
        'description': None,
        'options': {'immutable': True},
    }
