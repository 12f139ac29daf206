"""Handlers of the identity service: the caller, lists, and views of resources."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import tokens
from novaclient_mv.sandbox.state.rows import Row

DOMAIN = {'id': 'default', 'name': 'Default'}
ROLES = ('reader', 'member', 'manager', 'admin', 'service')


def role_id(name: str) -> str:
    """The id of a role."""
    return tokens.digest(name)[:32]


def role_of(id: str) -> str | None:
    """The name of the role of an id."""
    return next((name for name in ROLES if role_id(name) == id), None)


def with_implied(names: Iterable[str]) -> list[str]:
    """Roles, and the lesser ones that they imply."""
    order = ROLES[:4]
    roles: dict[str, None] = {}
    for name in names:
        implied = order[: order.index(name) + 1] if name in order else (name,)
        roles |= dict.fromkeys(reversed(implied))
    return list(roles)


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


_LISTING = listing.Listing(
    others=lambda value, values: value is listing.ABSENT or listing.same(value, values)
)
"""A list is narrowed by what its resources have."""


class IdentityHandlers(Controller):
    """Handlers of the identity service."""

    def own_token(self) -> Row:
        """The token of the caller."""
        row = tokens.find(self.db, self.context.token)
        assert row is not None
        return row

    def require_admin(self, rule: str, or_own: bool = False) -> None:
        """Refuse everybody but administrators, and readers of the system who only read."""
        is_read = self.req.method in ('GET', 'HEAD')
        is_system_reader = self.context.project_id is None and 'reader' in self.context.roles
        self.require(rule, self.context.is_admin or or_own or (is_read and is_system_reader))

    def require_own(self, user: str, rule: str) -> None:
        """Refuse everybody but a user and administrators."""
        self.require_admin(rule, self.context.user_id == user)

    def body_of(self, key: str, required: str | None = None) -> Document:
        """Return the content of a body below its one key."""
        content = self.json(key)
        if required is not None and not content.get(required):
            raise Fault(400, f'Expecting to find {required} in {key}.')
        for name, types in _TYPES.items():
            if name in content and not isinstance(content[name], types):
                raise Fault(400, f'Invalid input for field {name!r}.')
        if not all(isinstance(tag, str) for tag in content.get('tags', ())):
            raise Fault(400, "Invalid input for field 'tags'.")
        return content

    def listed(self, key: str, documents: Iterable[Document]) -> Response:
        """A list, narrowed by what the query says of the resources' keys."""
        views = _LISTING.narrowed(self, documents)
        return self.answer({key: views, 'links': self.links_of_list()})

    def links_of_list(self) -> Document:
        """Return the links of a list; none has pages."""
        query = f'?{self.req.query_string}' if self.req.query_string else ''
        return {'next': None, 'previous': None, 'self': f'{self.req.url}{query}'}

    def link(self, path: str) -> Document:
        """Return the link of a resource."""
        return {'self': f'{self.req.host_url}/identity/v3/{path}'}

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
