"""Security groups of a server; the network service owns the groups themselves."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class SecurityGroup(resources.Resource):
    """A security group as the Compute API shows it."""

    __repr__ = resources.Resource.all_fields

    id: str = field()
    name: str = field()
    description: str | None = field()
    tenant_id: str = field(key='project_id')
    rules: list[Any] = field(
        shape=resources.known(
            *('id', 'parent_group_id', 'ip_protocol', 'from_port', 'to_port'),
            ip_range=resources.known('cidr'),
            group=resources.known('name', 'tenant_id'),
        )
    )

    def __str__(self) -> str:
        return str(self._info.get('id'))


class GroupsOfServer(resources.Manager[SecurityGroup]):
    """The security groups of one server."""

    resource_class = SecurityGroup


class ServerSecurityGroups(resources.Manager[resources.R]):
    """Security groups of one server; all raise ``NotFound`` for one that is not there."""

    def list_security_group(self, server: Server | str) -> builtins.list[SecurityGroup]:
        """The security groups of all ports of a server.

        ``GET /servers/{server_id}/os-security-groups``
        """
        groups = GroupsOfServer(self.api)
        return groups._read_list(
            'GET /servers/{server_id}/os-security-groups', 'security_groups', server
        )

    def add_security_group(
        self, server: Server | str, security_group: str
    ) -> resources.TupleWithMeta:
        """Add a security group to all ports of a server.

        :param security_group: name or id.
        :raises Conflict: the server is locked, or several groups have the name.

        ``POST /servers/{id}/action addSecurityGroup``
        """
        operation = 'POST /servers/{id}/action addSecurityGroup'
        body = {'addSecurityGroup': {'name': security_group}}
        return self._done(self.send(operation, server, body=body))

    def remove_security_group(
        self, server: Server | str, security_group: str
    ) -> resources.TupleWithMeta:
        """Remove a security group from all ports of a server.

        :param security_group: name or id.
        :raises Conflict: the server is locked, or several groups have the name.

        ``POST /servers/{id}/action removeSecurityGroup``
        """
        operation = 'POST /servers/{id}/action removeSecurityGroup'
        body = {'removeSecurityGroup': {'name': security_group}}
        return self._done(self.send(operation, server, body=body))


class ServerSecurityGroupsMethods(resources.Resource):
    """Security group methods of a server; see :class:`ServerSecurityGroups`."""

    list_security_group = resources.manager_method(ServerSecurityGroups.list_security_group)
    add_security_group = resources.manager_method(ServerSecurityGroups.add_security_group)
    remove_security_group = resources.manager_method(ServerSecurityGroups.remove_security_group)
