"""Server groups: servers that are to be kept on one host, or on different ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import field, filtering
from novaclient_mv.services.filters import Filter


def _policy(group: Mapping[str, Any]) -> object:
    """The policy, which was a list of at most one up to 2.63."""
    return group.get('policy') or next(iter(group.get('policies') or ()), None)


def _rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules with numbers that may have come as texts."""
    return {
        name: int(value) if isinstance(value, str) and value.isdecimal() else value
        for name, value in rules.items()
    }


_CELL = resources.PythonText(lambda value: '' if value is None else str(value))


ALL_PROJECTS = Filter('all_projects', rule='os_compute_api:os-server-groups:index:all_projects')


class ServerGroup(resources.Resource):
    """A group of servers with a rule for placing them."""

    repr_keys = ('id',)
    id_keys = ('id', 'name')
    id: str = field()
    name: str = field()
    project_id: str = field(start_version='2.13')
    user_id: str = field(start_version='2.13')
    policies: list[str] = field(end_version='2.63', cell=_CELL)
    policy: str = field(path=_policy, uses=('policy', 'policies'))
    rules: dict[str, Any] = field(
        start_version='2.64', cell=_CELL, shape=resources.known('max_server_per_host')
    )
    members: list[str] = field(cell=_CELL)
    metadata: dict[str, Any] = field(end_version='2.63', cell=_CELL)

    def delete(self) -> resources.TupleWithMeta:
        """Delete this group; its servers stay: ``DELETE /os-server-groups/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self.id)
        return deleted


class ServerGroupsManager(resources.ManagerWithFind[ServerGroup]):
    """Server groups of a project, or of all."""

    kind = 'server group'
    resource_class = ServerGroup

    @resources.by_page
    def list(
        self, all_projects: bool = False, limit: int | None = None, offset: int | None = None
    ) -> resources.Listing[ServerGroup]:
        """Groups, one page as the cloud cuts it.

        :param all_projects: of all projects (administrators).
        :param limit: number of groups.
        :param offset: number of groups to leave out before the first.

        ``GET /os-server-groups``
        """
        # The value does not count for Nova: any all_projects means all of them.
        query = {'all_projects': True if all_projects else None}
        listing = self._listing_by_offset(
            'GET /os-server-groups', 'server_groups', query, limit, offset
        )
        return filtering.unfiltered(self, {'all_projects': ALL_PROJECTS}, query, listing)

    iterate = resources.every_page(list)

    def get(self, id: ServerGroup | str) -> ServerGroup:
        """One group by its id: ``GET /os-server-groups/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._show('GET /os-server-groups/{id}', 'server_group', id)

    def find_one(self, reference: str) -> ServerGroup:
        """The group with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several groups have this name.

        ``GET /os-server-groups/{id}``, ``GET /os-server-groups``
        """
        if resources.is_uuid(reference):
            try:
                return self.get(reference)
            except errors.NotFound:
                pass
        return self.find(name=reference)

    @versions.wraps('2.0', '2.63')
    def create(self, name: str, policies: str | Sequence[str]) -> ServerGroup:
        """Create a group: ``POST /os-server-groups``.

        :param policies: one of ``affinity`` and ``anti-affinity``, from 2.15 also
            ``soft-affinity`` and ``soft-anti-affinity``; alone or in a list.
        :raises BadRequest: unknown policy.
        :raises Forbidden: the quota of groups is used up.
        """
        policy_names = [policies] if isinstance(policies, str) else [*policies]
        return self._create_one(
            'POST /os-server-groups', 'server_group', name=name, policies=policy_names
        )

    @versions.newest
    @versions.wraps('2.64')
    def create(self, name: str, policy: str, rules: Mapping[str, Any] | None = None) -> ServerGroup:
        """Create a group: ``POST /os-server-groups``.

        :param policy: ``affinity``, ``anti-affinity``, ``soft-affinity``, ``soft-anti-affinity``.
        :param rules: ``max_server_per_host`` for ``anti-affinity``.
        :raises BadRequest: unknown policy, or a rule that the policy lacks.
        :raises Forbidden: the quota of groups is used up.
        """
        return self._create_one(
            'POST /os-server-groups',
            'server_group',
            name=name,
            policy=policy,
            rules=_rules(rules) if rules else None,
        )

    def delete(self, id: ServerGroup | str) -> resources.TupleWithMeta:
        """Delete a group; its servers stay: ``DELETE /os-server-groups/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._done(self.send('DELETE /os-server-groups/{id}', id))
