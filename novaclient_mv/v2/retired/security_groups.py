"""Security groups of a project, as the Compute API passed them on."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from novaclient_mv import resources, versions
from novaclient_mv.v2.retired import proxies
from novaclient_mv.v2.servers.security_groups import SecurityGroup

_ALL_PROJECTS = 1


class SecurityGroupManager(proxies.ProxyManager[SecurityGroup]):
    """Security groups up to 2.35; since then the network service alone has them."""

    kind = 'security group'
    resource_class = SecurityGroup

    @versions.wraps('2.0', '2.35')
    def list(
        self,
        all_projects: bool = False,
        limit: int | None = None,
        offset: int | None = None,
    ) -> builtins.list[SecurityGroup]:
        """Groups, one page as the cloud cuts it.

        :param all_projects: of all projects (administrators).
        :param offset: number of groups to leave out before the first.

        ``GET /os-security-groups``
        """
        query = {
            'all_tenants': _ALL_PROJECTS if all_projects else None,
            'limit': limit,
            'offset': offset,
        }
        return self._list('GET /os-security-groups', 'security_groups', query=query)

    @versions.wraps('2.0', '2.35')
    def iterate(
        self,
        all_projects: bool = False,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[SecurityGroup]:
        """All groups, page by page while they are taken; the first ``limit``, if that is given.

        ``GET /os-security-groups``
        """
        query = {'all_tenants': _ALL_PROJECTS if all_projects else None}
        return self._pages_by_offset(
            'GET /os-security-groups', 'security_groups', query, limit, offset
        )

    @versions.wraps('2.0', '2.35')
    def get(self, security_group: SecurityGroup | str) -> SecurityGroup:
        """One group, with its rules, by its id.

        :raises NotFound: there is none.

        ``GET /os-security-groups/{id}``
        """
        return self._show('GET /os-security-groups/{id}', 'security_group', security_group)

    @versions.wraps('2.0', '2.35')
    def create(self, name: str, description: str = '') -> SecurityGroup:
        """Create a group without rules of its own.

        :raises BadRequest: there is a group of this name.
        :raises Forbidden: the quota of groups is used up.

        ``POST /os-security-groups``
        """
        return self._create(
            'POST /os-security-groups', 'security_group', name=name, description=description
        )

    @versions.wraps('2.0', '2.35')
    def update(
        self, security_group: SecurityGroup | str, name: str, description: str
    ) -> SecurityGroup:
        """Give a group a name and a description; the API wants both.

        :raises NotFound: there is none.

        ``PUT /os-security-groups/{id}``
        """
        return self._create(
            'PUT /os-security-groups/{id}',
            'security_group',
            security_group,
            name=name,
            description=description,
        )

    @versions.wraps('2.0', '2.35')
    def delete(self, security_group: SecurityGroup | str) -> resources.TupleWithMeta:
        """Delete a group.

        :raises NotFound: there is none.
        :raises BadRequest: servers are in it.

        ``DELETE /os-security-groups/{id}``
        """
        return self._done(self.send('DELETE /os-security-groups/{id}', security_group))
