"""Keypairs: public keys that a server gets when it is created."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, quotas, ssh_keys
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.sandbox.compute.schemas import keypairs as schemas
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

# Views: list, create and show.
FIELDS = (
    Field('name', lambda view, row: row.name),
    Field('public_key', 'public_key'),
    Field('fingerprint', 'fingerprint'),
    Field('type', 'type', '2.2..'),
    Field('user_id', lambda view, row: row.parent, views=('create', 'show')),
    Field('id', lambda view, row: row.number, views=('show',)),
    Field('created_at', lambda view, row: clocks.iso_micro(row.created), views=('show',)),
    Field('updated_at', lambda view, row: None, views=('show',)),
    Field('deleted', lambda view, row: False, views=('show',)),
    Field('deleted_at', lambda view, row: None, views=('show',)),
)

# Whose keypairs they are is asked of the database.
_USER = parameter('user_id', '2.10', test=None)
LISTS = Lists(_USER, *pages('2.35'), closed='2.75', name=lambda row: row.name)
ONE = Lists(_USER, closed='2.75')


class Keypairs(controller.ComputeController):
    """``/os-keypairs``"""

    asks_itself = True

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        user = self._user(self._asked_user())
        rows = sorted(self.db.find('keypair', parent=user), key=lambda row: row.name or '')
        page = LISTS.page(self, rows)
        views = [{'keypair': self._keypair_view(row, 'list')} for row in page.items]
        links = {'keypairs_links': self.next_links(page.marker)} if page.is_full else {}
        return self.answer({'keypairs': views, **links})

    @query_schema(ONE.schema)
    def show(self, id: str) -> Response:
        return self.answer({'keypair': self._keypair_view(self._find(id), 'show')})

    # What a creation and a deletion answer changed with 2.2.

    @success(200, end='2.1')
    @success(201, start='2.2')
    @schema(schemas.create.schema)
    def create(self, body: dict[str, Any]) -> Response:
        return self.answer({'keypair': self._created(body['keypair'])})

    @success(202, end='2.1')
    @success(204, start='2.2')
    @query_schema(ONE.schema)
    def delete(self, id: str) -> Response:
        self.db.remove(self._find(id))
        return self.answer()

    def _keypair_view(self, row: Row, view: str) -> dict[str, Any]:
        return self.maker(FIELDS, view)(self, row)

    def _asked_user(self) -> str | None:
        # Of several the first counts, unlike elsewhere.
        return next(iter(ONE.values(self).get(_USER, [])), None)

    def _user(self, user_id: str | None) -> str:
        """Return the owner of requested keypairs; those of others are for administrators."""
        user = user_id or self.context.user_id
        self.ask(user=user)
        return user

    def _find(self, name: str) -> Row:
        user = self._user(self._asked_user())
        row = self.db.get('keypair', f'{user}/{name}')
        if row is None:
            raise Fault(404, f'Keypair {name} not found for user {user}')
        return row

    def _created(self, attributes: dict[str, Any]) -> dict[str, Any]:
        user = self._user(attributes.get('user_id'))
        # /v2 takes names with blanks around them, and drops those.
        name = attributes['name'].strip()
        kind = attributes.get('type', 'ssh')
        private_key = None
        if 'public_key' in attributes:
            public_key = attributes['public_key']
            mark = _fingerprint(public_key, kind)
        elif kind == 'ssh':
            private_key, public_key = ssh_keys.generate()
            mark = ssh_keys.fingerprint(public_key)
        else:
            public_key, private_key, mark = _new_certificate(user)
        count = len(list(self.db.find('keypair', parent=user)))
        message = 'Quota exceeded, too many key pairs.'
        quotas.require_fewer(self.db, self.context.project_id or '', 'key_pairs', count, message)
        key = f'{user}/{name}'
        if self.db.get('keypair', key) is not None:
            raise Fault(409, f"Key pair '{name}' already exists.")
        facts = {'public_key': public_key, 'fingerprint': mark, 'type': kind}
        self.db.insert('keypair', key, facts, parent=user, name=name)
        row = self.db.get('keypair', key)
        assert row is not None
        view = self._keypair_view(row, 'create')
        if private_key is not None:
            view['private_key'] = private_key
        return view


def _fingerprint(public_key: str, kind: str) -> str:
    if kind == 'ssh':
        try:
            return ssh_keys.fingerprint(public_key)
        except ValueError:
            raise Fault(400, 'Keypair data is invalid: failed to generate fingerprint') from None
    try:
        return ssh_keys.certificate_fingerprint(public_key)
    except ValueError as error:
        raise Fault(
            400,
            f'Keypair data is invalid: failed to generate X509 fingerprint. Error message: {error}',
        ) from None


def _new_certificate(user: str) -> tuple[str, str, str]:
    """A self-signed certificate, its key and its fingerprint; needs the OpenSSL program."""
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        command = [
            'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3650', '-subj',
            f'/CN={user}',
            '-keyout', f'{folder}/key', '-out', f'{folder}/certificate',
        ]  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise Fault(
                501, 'The sandbox makes x509 keypairs with the program openssl, which is not there.'
            ) from None
        with open(f'{folder}/certificate') as certificate, open(f'{folder}/key') as key:
            public, private = certificate.read(), key.read()
    return public, private, ssh_keys.certificate_fingerprint(public)
