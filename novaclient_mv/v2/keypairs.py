"""SSH keys and certificates that servers get when they are created."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field


class Keypair(resources.Resource):
    """A keypair; its name is its id."""

    __slots__ = ('_is_wrapped',)

    _is_wrapped: bool
    """Whether the API had it in a key of its own."""

    id_keys = ('name',)

    fields = (
        Field('name'),
        Field('type', start_version='2.2', cell=lambda text: '' if text is None else text),
        Field('fingerprint'),
        Field('user_id'),
        Field('public_key'),
        Field('private_key'),
        Field('created_at', type='time'),
    )

    def __init__(
        self, manager: object, info: Mapping[str, Any], loaded: bool = False, resp: object = None
    ) -> None:
        # Lists wrap each keypair in a key of its own.
        wrapped = info.get('keypair')
        self._is_wrapped = isinstance(wrapped, Mapping)
        super().__init__(manager, wrapped if isinstance(wrapped, Mapping) else info, loaded, resp)

    @property
    def id(self) -> str:
        """The name."""
        return str(self._info['name'])

    def to_dict(self) -> dict[str, Any]:
        """A copy of the API's mapping: that of a list has all of it under ``keypair``."""
        fields = super().to_dict()
        return {'keypair': fields} if self._is_wrapped else fields

    def delete(self) -> resources.TupleWithMeta:
        """Delete this keypair.

        ``DELETE /os-keypairs/{id}``
        """
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


def _marker(row: Mapping[str, Any]) -> Hashable:
    wrapped = row.get('keypair')
    return wrapped.get('name') if isinstance(wrapped, Mapping) else None


class KeypairManager(resources.ManagerWithFind[Keypair]):
    """Keypairs of a user."""

    kind = 'keypair'
    resource_class = Keypair
    is_alphanum_id_allowed = True
    keypair_prefix = 'os-keypairs'

    @versions.parameters(user_id='2.10..')
    def get(self, keypair: Keypair | str, user_id: str | None = None) -> Keypair:
        """One keypair by its name.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :raises NotFound: the owner has none of this name.

        ``GET /os-keypairs/{id}``
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
        """Delete a keypair.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :raises NotFound: the owner has none of this name.

        ``DELETE /os-keypairs/{id}``
        """
        return self._done(self.send('DELETE /os-keypairs/{id}', key, query={'user_id': user_id}))

    @resources.by_page
    @versions.parameters(user_id='2.10..', marker='2.35..', limit='2.35..')
    def list(
        self, user_id: str | None = None, marker: str | None = None, limit: int | None = None
    ) -> resources.Listing[Keypair]:
        """Keypairs, one page as the cloud cuts it.

        :param user_id: owner, if not the caller (from 2.10, administrators).
        :param marker: name of the keypair before the first (from 2.35).
        :param limit: number of keypairs (from 2.35).

        ``GET /os-keypairs``
        """
        query = {'marker': marker or None, 'user_id': user_id}
        return self._listing(
            'GET /os-keypairs', 'keypairs', query=query, limit=limit, marker_of=_marker
        )

    iterate = resources.every_page(list)
