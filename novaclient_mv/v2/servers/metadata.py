"""Metadata of a server: keys and values that its owner keeps with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from novaclient_mv import resources

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class Metadata(resources.Resource):
    """Keys and values of a server's metadata, as attributes and by :meth:`to_dict`."""

    if TYPE_CHECKING:

        def __getattr__(self, k: str) -> str: ...

    def __repr__(self) -> str:
        return f'<Metadata: {self._info}>'


class ServerMetadata(resources.Manager[resources.R]):
    """Metadata of one server.

    All raise ``NotFound`` for a server or key that is not there, ``Conflict`` for a locked server.
    """

    def list_meta(self, server: Server | str) -> resources.DictWithMeta:
        """All metadata, under the key ``metadata``: ``GET /servers/{server_id}/metadata``."""
        answer = self.send('GET /servers/{server_id}/metadata', server)
        resources.member(answer, 'metadata', dict)
        return resources.DictWithMeta(answer.body, answer)

    def get_meta(self, server: Server | str, key: str) -> resources.DictWithMeta:
        """One key and its value, under the key ``meta``.

        ``GET /servers/{server_id}/metadata/{id}``
        """
        answer = self.send('GET /servers/{server_id}/metadata/{id}', server, key)
        resources.member(answer, 'meta', dict)
        return resources.DictWithMeta(answer.body, answer)

    def set_meta(self, server: Server | str, metadata: Mapping[str, str]) -> resources.R:
        """Set some keys, and leave the others: ``POST /servers/{server_id}/metadata``.

        :param metadata: keys to values, each up to 255 characters.
        :returns: a server that has all keys as its attributes, and nothing else.
        :raises Forbidden: more keys than the quota allows.
        """
        body = {'metadata': dict(metadata)}
        answer = self.send('POST /servers/{server_id}/metadata', server, body=body)
        return self.resource_class(self, resources.member(answer, 'metadata', dict), resp=answer)

    def replace_meta(self, server: Server | str, metadata: Mapping[str, str]) -> Metadata:
        """Set these keys and remove all others: ``PUT /servers/{server_id}/metadata``.

        :param metadata: keys to values, each up to 255 characters.
        :raises Forbidden: more keys than the quota allows.
        """
        body = {'metadata': dict(metadata)}
        answer = self.send('PUT /servers/{server_id}/metadata', server, body=body)
        return Metadata(self, resources.member(answer, 'metadata', dict), loaded=True, resp=answer)

    def set_meta_item(self, server: Server | str, key: str, value: str) -> resources.R:
        """Set one key: ``PUT /servers/{server_id}/metadata/{id}``.

        :returns: a server that has the key and its value in the attribute ``meta``, and nothing
            else.
        :raises Forbidden: more keys than the quota allows.
        """
        body = {'meta': {key: value}}
        answer = self.send('PUT /servers/{server_id}/metadata/{id}', server, key, body=body)
        return self.resource_class(
            self, resources.member(answer, resources.UNWRAPPED, dict), resp=answer
        )

    def delete_meta(self, server: Server | str, keys: Iterable[str]) -> resources.TupleWithMeta:
        """Remove keys, one after the other; the first that fails ends it.

        ``DELETE /servers/{server_id}/metadata/{id}``
        """
        removed = resources.TupleWithMeta((), None)
        for key in keys:
            removed.append_request_ids(
                self.send('DELETE /servers/{server_id}/metadata/{id}', server, key)
            )
        return removed
