"""Tags of a server (from 2.26)."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from novaclient_mv import resources, versions


class ServerTags(resources.Manager[resources.R]):
    """Tags of one server: up to 50, of up to 60 characters, without ``/`` and ``,``."""

    @versions.wraps('2.26')
    def tag_list(self, server: Any) -> builtins.list[str]:
        """The tags of a server.

        ``GET /servers/{server_id}/tags``
        """
        answer = self.send('GET /servers/{server_id}/tags', server)
        return resources.ListWithMeta(resources.member(answer, 'tags', list), answer)

    @versions.wraps('2.26')
    def get_tag(self, server: Any, tag: str) -> resources.StrWithMeta:
        """One tag, if the server has it.

        :raises NotFound: it has not, or is not there.

        ``GET /servers/{server_id}/tags/{id}``
        """
        return resources.StrWithMeta(
            tag, self.send('GET /servers/{server_id}/tags/{id}', server, tag)
        )

    @versions.wraps('2.26')
    def add_tag(self, server: Any, tag: str) -> resources.TupleWithMeta:
        """Add one tag; one that is there stays.

        :raises BadRequest: the tag is too long, or the server has 50 already.

        ``PUT /servers/{server_id}/tags/{id}``
        """
        return self._done(self.send('PUT /servers/{server_id}/tags/{id}', server, tag))

    @versions.wraps('2.26')
    def delete_tag(self, server: Any, tag: str) -> resources.TupleWithMeta:
        """Remove one tag.

        :raises NotFound: the server has no such tag.

        ``DELETE /servers/{server_id}/tags/{id}``
        """
        return self._done(self.send('DELETE /servers/{server_id}/tags/{id}', server, tag))

    @versions.wraps('2.26')
    def delete_all_tags(self, server: Any) -> resources.TupleWithMeta:
        """Remove all tags.

        ``DELETE /servers/{server_id}/tags``
        """
        return self._done(self.send('DELETE /servers/{server_id}/tags', server))

    @versions.wraps('2.26')
    def set_tags(self, server: Any, tags: Sequence[str]) -> builtins.list[str]:
        """Replace all tags.

        ``PUT /servers/{server_id}/tags``
        """
        answer = self.send('PUT /servers/{server_id}/tags', server, body={'tags': [*tags]})
        return resources.ListWithMeta(resources.member(answer, 'tags', list), answer)


class ServerTagsMethods(resources.Resource):
    """What a server can do with its tags; see :class:`ServerTags`."""

    manager: ServerTags[Any]

    @versions.wraps('2.26')
    def tag_list(self) -> builtins.list[str]:
        """The tags of this server.

        ``GET /servers/{server_id}/tags``
        """
        return self.manager.tag_list(self)

    @versions.wraps('2.26')
    def get_tag(self, tag: str) -> resources.StrWithMeta:
        """One tag, if this server has it.

        ``GET /servers/{server_id}/tags/{id}``
        """
        return self.manager.get_tag(self, tag)

    @versions.wraps('2.26')
    def add_tag(self, tag: str) -> resources.TupleWithMeta:
        """Add one tag to this server.

        ``PUT /servers/{server_id}/tags/{id}``
        """
        return self.manager.add_tag(self, tag)

    @versions.wraps('2.26')
    def delete_tag(self, tag: str) -> resources.TupleWithMeta:
        """Remove one tag from this server.

        ``DELETE /servers/{server_id}/tags/{id}``
        """
        return self.manager.delete_tag(self, tag)

    @versions.wraps('2.26')
    def delete_all_tags(self) -> resources.TupleWithMeta:
        """Remove all tags from this server.

        ``DELETE /servers/{server_id}/tags``
        """
        return self.manager.delete_all_tags(self)

    @versions.wraps('2.26')
    def set_tags(self, tags: Sequence[str]) -> builtins.list[str]:
        """Replace all tags of this server.

        ``PUT /servers/{server_id}/tags``
        """
        return self.manager.set_tags(self, tags)
