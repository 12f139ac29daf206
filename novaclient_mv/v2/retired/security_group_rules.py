"""Rules of security groups, as the Compute API passed them on."""

from __future__ import annotations

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class SecurityGroupRule(resources.Resource):
    """Traffic that a security group lets in."""

    repr_keys = ('id',)
    id: str = field('ID')
    parent_group_id: str = field('Security Group ID', key='security_group_id')
    ip_protocol: str = field('IP Protocol')
    from_port: int = field()
    to_port: int = field()
    ip_range: dict[str, str] = field('IP Range', path=('ip_range', 'cidr'), type='str')
    group: dict[str, str]
    _source_group: str = field(path=('group', 'name'))
    _source_project_id: str = field('Source Project ID', path=('group', 'tenant_id'))

    def delete(self) -> resources.TupleWithMeta:
        """Delete this rule: ``DELETE /os-security-group-rules/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


class SecurityGroupRuleManager(resources.Manager[SecurityGroupRule]):
    """Rules up to 2.35; since then the network service alone has them.

    The API shows them with their group only; see
    :meth:`novaclient_mv.v2.retired.security_groups.SecurityGroupManager.get`.
    """

    resource_class = SecurityGroupRule

    @versions.wraps('2.0', '2.35')
    def create(
        self,
        parent_group_id: resources.Id,
        ip_protocol: str | None = None,
        from_port: int | None = None,
        to_port: int | None = None,
        cidr: str | None = None,
        group_id: resources.Id | None = None,
    ) -> SecurityGroupRule:
        """Create a rule that allows traffic: ``POST /os-security-group-rules``.

        :param parent_group_id: the group that gets the rule.
        :param ip_protocol: ``tcp``, ``udp`` or ``icmp``.
        :param from_port: first port, or type of ICMP, -1 for all; ``to_port`` the last, or its
            code.
        :param cidr: addresses that it may come from, all without it.
        :param group_id: the group whose servers it may come from, instead of addresses.
        :raises NotFound: the group does not exist.
        :raises BadRequest: the rule exists already, or is malformed.
        """
        return self._create_one(
            'POST /os-security-group-rules',
            'security_group_rule',
            parent_group_id=resources.getid(parent_group_id),
            ip_protocol=ip_protocol,
            from_port=from_port,
            to_port=to_port,
            cidr=cidr,
            group_id=resources.getid(group_id),
        )

    @versions.wraps('2.0', '2.35')
    def delete(self, rule: SecurityGroupRule | str) -> resources.TupleWithMeta:
        """Delete a rule: ``DELETE /os-security-group-rules/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._done(self.send('DELETE /os-security-group-rules/{id}', rule))
