"""Security groups of a project, as the Compute API passed them on."""

from __future__ import annotations

from novaclient_mv import resources, versions
from novaclient_mv.resources import filtering
from novaclient_mv.services.filters import Filter
from novaclient_mv.v2.retired import proxies
from novaclient_mv.v2.servers.security_groups import SecurityGroup

_YES = 1

ALL_PROJECTS = Filter('all_tenants')


class SecurityGroupManager(proxies.DeletableProxyManager[SecurityGroup]):
    """Security groups up to 2.35; since then the network service alone has them."""

    kind = 'security group'
    path, singular, plural = '/os-security-groups', 'security_group', 'security_groups'
    resource_class = SecurityGroup

    @resources.by_page
    @versions.wraps('2.0', '2.35')
    def list(
        self, all_projects: bool = False, limit: int | None = None, offset: int | None = None
    ) -> resources.Listing[SecurityGroup]:
        """Groups, one page as the cloud cuts it.

        :param all_projects: of all projects (administrators).
        :param offset: number of groups to leave out before the first.

        ``GET /os-security-groups``
        """
        query = {'all_tenants': _YES if all_projects else None}
        listing = self._listing_by_offset(
            'GET /os-security-groups', 'security_groups', query, limit, offset
        )
        return filtering.unfiltered(self, {'all_tenants': ALL_PROJECTS}, query, listing)

    iterate = resources.every_page(list)

    @versions.wraps('2.0', '2.35')
    def create(self, name: str, description: str = '') -> SecurityGroup:
        """Create a group without rules of its own: ``POST /os-security-groups``.

        :raises BadRequest: there is a group of this name.
        :raises Forbidden: the quota of groups is used up.
        """
        return self._create_one(
            'POST /os-security-groups', 'security_group', name=name, description=description
        )

    @versions.wraps('2.0', '2.35')
    def update(
        self, security_group: SecurityGroup | str, name: str, description: str
    ) -> SecurityGroup:
        """Give a group a name and a description; the API wants both.

        :raises NotFound: the resource does not exist.

        ``PUT /os-security-groups/{id}``
        """
        return self._create_one(
            'PUT /os-security-groups/{id}',
            'security_group',
            security_group,
            name=name,
            description=description,
        )
