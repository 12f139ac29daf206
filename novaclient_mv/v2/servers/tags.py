"""Tags of a server (from 2.26)."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerTags(resources.Manager[resources.R]):
    """Tags of one server: up to 50, of up to 60 characters, without ``/`` and ``,``."""

    @versions.wraps('2.26')
    def tag_list(self, server: Server | str) -> builtins.list[str]:
        """The tags of a server: ``GET /servers/{server_id}/tags``."""
        answer = self.send('GET /servers/{server_id}/tags', server)
        return resources.ListWithMeta(resources.member(answer, 'tags', list), answer)

    @versions.wraps('2.26')
    def get_tag(self, server: Server | str, tag: str) -> resources.StrWithMeta:
        """One tag, if the server has it: ``GET /servers/{server_id}/tags/{id}``.

        :raises NotFound: it has not, or is not there.
        """
        return resources.StrWithMeta(
            tag, self.send('GET /servers/{server_id}/tags/{id}', server, tag)
        )

    @versions.wraps('2.26')
    def add_tag(self, server: Server | str, tag: str) -> resources.StrWithMeta:
        """Add one tag; one that is there stays: ``PUT /servers/{server_id}/tags/{id}``.

        :returns: the body of the answer as text: ``None`` where it has none, as usual.
        :raises BadRequest: the tag is too long, or the server has 50 already.
        """
        return self._text(self.send('PUT /servers/{server_id}/tags/{id}', server, tag))

    @versions.wraps('2.26')
    def delete_tag(self, server: Server | str, tag: str) -> resources.TupleWithMeta:
        """Remove one tag: ``DELETE /servers/{server_id}/tags/{id}``.

        :raises NotFound: the server has no such tag.
        """
        return self._done(self.send('DELETE /servers/{server_id}/tags/{id}', server, tag))

    @versions.wraps('2.26')
    def delete_all_tags(self, server: Server | str) -> resources.TupleWithMeta:
        """Remove all tags: ``DELETE /servers/{server_id}/tags``."""
        return self._done(self.send('DELETE /servers/{server_id}/tags', server))

    @versions.wraps('2.26')
    def set_tags(self, server: Server | str, tags: Sequence[str]) -> resources.R:
        """Replace all tags: ``PUT /servers/{server_id}/tags``.

        :returns: a server that has the attribute ``tags``, and nothing else.
        """
        answer = self.send('PUT /servers/{server_id}/tags', server, body={'tags': [*tags]})
        resources.member(answer, 'tags', list)
        return self.resource_class(self, answer.body, resp=answer)


class ServerTagsMethods(resources.Resource):
    """Tag methods of a server; see :class:`ServerTags`."""

    tag_list = resources.manager_method(ServerTags.tag_list)
    get_tag = resources.manager_method(ServerTags.get_tag)
    add_tag = resources.manager_method(ServerTags.add_tag)
    delete_tag = resources.manager_method(ServerTags.delete_tag)
    delete_all_tags = resources.manager_method(ServerTags.delete_all_tags)

    @versions.wraps('2.26')
    def set_tags(self, tags: Sequence[str]) -> Server:
        """Replace all tags of this server: ``PUT /servers/{server_id}/tags``.

        :returns: a server that has the attribute ``tags``, and nothing else.
        """
        tagged: Server = self.manager.set_tags(self, tags)
        return tagged
