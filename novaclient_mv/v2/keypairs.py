"""SSH keys and certificates that servers get when they are created."""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.services.filters import REFUSED, Filter, Filters

FILTERS = Filters(
    Filter(
        'user_id',
        first='2.10',
        otherwise=REFUSED,
        rule='os_compute_api:os-keypairs:index',
        help='Owner, by id.',
        flag='--user',
        values='user',
        metavar='<user-id>',
    ),
)


class Keypair(resources.Resource):
    """A keypair; its name is its id."""

    id_keys = ('name',)

    name: str = field()
    type: str = field(start_version='2.2', cell=lambda text: '' if text is None else text)
    fingerprint: str = field()
    user_id: str = field()
    public_key: str = field()
    private_key: str = field()
    created_at: Time = field()

    def __repr__(self) -> str:
        return f'<Keypair: {self.id}>'

    def _readable(self) -> Mapping[str, Any]:
        # In lists each keypair is wrapped in a key of its own.
        wrapped = self._info.get('keypair')
        if not isinstance(wrapped, Mapping):
            return self._info
        return {**wrapped, **{name: self._info[name] for name in self._info if name != 'keypair'}}

    def _add_details(self, info: Mapping[str, Any]) -> None:
        """Take over fields as attributes; the mapping stays as the cloud sent it."""
        attributes = vars(self)
        wrapped = info.get('keypair')
        for name, value in (wrapped if isinstance(wrapped, Mapping) else info).items():
            if name != 'id':
                attributes[name] = value

    def set_info(self, key: str, value: object) -> None:
        """Set one key of the mapping."""
        self._info[key] = value
        self._add_details({key: value})

    @property
    def id(self) -> str:
        """The name."""
        return str(self._readable()['name'])

    def delete(self) -> resources.TupleWithMeta:
        """Delete this keypair: ``DELETE /os-keypairs/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


def _marker(row: Mapping[str, Any]) -> Hashable:
    wrapped = row.get('keypair')
    return wrapped.get('name') if isinstance(wrapped, Mapping) else None


def _unwrapped(keypair: Keypair) -> Keypair:
    outer = keypair._info
    keypair._info = dict(keypair._readable())
    if len(outer) > 1 and (wrapped := outer.get('keypair')):
        # What stands in both places has two values.
        twice = {key: value for key, value in wrapped.items() if key in outer}
        keypair._info |= {'keypair': twice} if twice else {}
    return keypair


class KeypairManager(resources.ManagerWithFind[Keypair]):
    """Keypairs of a user."""

    kind = 'keypair'
    has_names_in_paths = True
    resource_class = Keypair
    is_alphanum_id_allowed = True
    keypair_prefix = 'os-keypairs'

    @versions.parameters(user_id='2.10..')
    def get(self, keypair: Keypair | str, user_id: str | None = None) -> Keypair:
        """One keypair by its name: ``GET /os-keypairs/{id}``.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :raises NotFound: the owner has none of this name.
        """
        return self._show('GET /os-keypairs/{id}', 'keypair', keypair, query={'user_id': user_id})

    @versions.parameters(required={'public_key': '2.92..'}, key_type='2.2..', user_id='2.10..')
    def create(
        self,
        name: str,
        public_key: str | None = None,
        key_type: str = 'ssh',
        user_id: str | None = None,
    ) -> Keypair:
        """Create a keypair, or import ``public_key``; from 2.92 the cloud makes no keys, it only
        imports.

        :param key_type: ``ssh`` or ``x509`` (from 2.2).
        :param user_id: owner, if not the caller (from 2.10, administrators).
        :raises Conflict: the owner has a keypair of this name.
        :raises UnsupportedAttribute: an argument that this version lacks.

        ``POST /os-keypairs``
        """
        return self._create_one(
            'POST /os-keypairs',
            'keypair',
            name=name,
            public_key=public_key or None,
            type=key_type,
            user_id=user_id,
        )

    @versions.parameters(user_id='2.10..')
    def delete(self, key: Keypair | str, user_id: str | None = None) -> resources.TupleWithMeta:
        """Delete a keypair: ``DELETE /os-keypairs/{id}``.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :raises NotFound: the owner has none of this name.
        """
        return self._done(self.send('DELETE /os-keypairs/{id}', key, query={'user_id': user_id}))

    def findall(self, **kwargs: object) -> builtins.list[Keypair]:
        """The keypairs with these attributes.

        :param kwargs: attributes and their values.
        """
        keypairs = super().findall(**kwargs)
        for keypair in keypairs:
            # As those of ``list``: programs look for the wrapper (rally-openstack 4).
            keypair._info = {'keypair': keypair._info}
        return keypairs

    @resources.by_page
    @FILTERS.parameters(marker='2.35..', limit='2.35..')
    def list(
        self, user_id: str | None = None, marker: str | None = None, limit: int | None = None
    ) -> resources.Listing[Keypair]:
        """Keypairs, one page as the cloud cuts it.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :param marker: name of the keypair before the first (from 2.35).
        :param limit: number of keypairs (from 2.35).

        ``GET /os-keypairs``
        """
        query = {**FILTERS.query(locals()), 'marker': marker or None}
        listing = self._listing(
            'GET /os-keypairs', 'keypairs', query=query, limit=limit, marker_of=_marker
        )
        return resources.Listing(
            listing.first_page, lambda: (_unwrapped(keypair) for keypair in listing.pages())
        )

    iterate = resources.every_page(list)
