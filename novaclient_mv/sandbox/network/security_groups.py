"""Security groups and their rules, which are kept in the document of their group."""

from __future__ import annotations

import ipaddress
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.network.collection import Attribute, Collection, Document, constant, once
from novaclient_mv.sandbox.network.network_faults import NetworkFault, invalid, refused
from novaclient_mv.sandbox.state import clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

DEFAULT = 'default'

# Protocols that have a name; others are numbers.
PROTOCOLS = frozenset((
    'ah', 'any', 'dccp', 'egp', 'esp', 'gre', 'icmp', 'icmpv6', 'igmp', 'ipip', 'ipv6-encap',
    'ipv6-frag', 'ipv6-icmp', 'ipv6-nonxt', 'ipv6-opts', 'ipv6-route', 'ospf', 'pgm', 'rsvp',
    'sctp', 'tcp', 'udp', 'udplite', 'vrrp',
))  # fmt: skip


def default_of(session: Session, project: str) -> Row:
    """The group that a project has by itself."""
    group = session.one('security_group', project=project, name=DEFAULT)
    if group is None:
        facts = {'description': 'Default security group', 'security_group_rules': []}
        session.insert('security_group', str(uuid.uuid4()), facts, project=project, name=DEFAULT)
        group = session.one('security_group', project=project, name=DEFAULT)
        assert group is not None
    return group


def ids_of(session: Session, server: Row) -> list[str]:
    """The ids of a server's groups."""
    names = {
        security_group['name'] for security_group in server.document.get('security_groups') or ()
    }
    groups = session.find('security_group', project=server.project)
    return [group.id for group in groups if group.name in names]


class SecurityGroups(Collection):
    """``/v2.0/security-groups``"""

    kind = key = 'security_group'
    plural = 'security-groups'
    title = 'Security group'
    limit = 10
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'description': Attribute(''),
        'stateful': Attribute(True),
        'shared': constant(False),
        'security_group_rules': constant([]),
    }

    def rows(self) -> list[Row]:
        if self.context.project_id:
            default_of(self.session, self.context.project_id)
        return super().rows()

    def missing(self, id: str) -> NetworkFault:
        return NetworkFault(404, 'SecurityGroupNotFound', f'Security group {id} does not exist')

    def view(self, row: Row) -> Document:
        rules = [rule_view(row, rule) for rule in row.document['security_group_rules']]
        return {**super().view(row), 'security_group_rules': rules}

    def before_create(self, row: Row, attributes: Document) -> None:
        row.document['security_group_rules'] = []
        if row.name == DEFAULT:
            raise NetworkFault(
                409, 'SecurityGroupDefaultAlreadyExists', 'Default security group already exists.'
            )

    def before_update(self, row: Row, attributes: Document) -> None:
        if row.name == DEFAULT and attributes.get('name', DEFAULT) != DEFAULT:
            raise NetworkFault(
                409,
                'SecurityGroupCannotUpdateDefault',
                'Updating default security group not allowed.',
            )
        if row.name != DEFAULT and attributes.get('name') == DEFAULT:
            words = 'Default security group already exists.'
            raise NetworkFault(409, 'SecurityGroupDefaultAlreadyExists', words)

    def before_delete(self, row: Row) -> None:
        if row.name == DEFAULT and not self.context.is_admin:
            raise NetworkFault(
                409,
                'SecurityGroupCannotRemoveDefault',
                'Insufficient rights for removing default security group.',
            )
        for port in self.session.find('port'):
            groups = port.document.get('security_groups') or []
            server = self.session.get('server', port.parent) if port.parent else None
            if server is not None and not groups:
                groups = ids_of(self.session, server)
            if row.id in groups:
                words = f'Security Group {row.id} in use.'
                raise NetworkFault(409, 'SecurityGroupInUse', words)


def rule_view(group: Row, rule: Document) -> Document:
    """A rule as the network service shows it."""
    prefix = rule.get('remote_ip_prefix')
    created = rule.get('created', group.created)
    return {
        'id': rule['id'],
        'project_id': group.project,
        'tenant_id': group.project,
        'security_group_id': group.id,
        'ethertype': rule.get('ethertype', 'IPv4'),
        'direction': rule.get('direction', 'ingress'),
        'protocol': rule.get('protocol'),
        'port_range_min': rule.get('port_range_min'),
        'port_range_max': rule.get('port_range_max'),
        'remote_ip_prefix': prefix,
        'remote_address_group_id': None,
        'normalized_cidr': prefix,
        'remote_group_id': rule.get('remote_group_id'),
        'belongs_to_default_sg': group.name == DEFAULT,
        'description': rule.get('description') or '',
        'created_at': clocks.iso(created),
        'updated_at': clocks.iso(created),
        'revision_number': 0,
    }


class SecurityGroupRules(Collection):
    """``/v2.0/security-group-rules``"""

    kind = key = 'security_group_rule'
    plural = 'security-group-rules'
    title = 'Security group rule'
    required = ('direction', 'security_group_id')
    limit = 100
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'security_group_id': once(''),
        'direction': once(''),
        'ethertype': once('IPv4'),
        'protocol': once(None),
        'port_range_min': once(None),
        'port_range_max': once(None),
        'remote_ip_prefix': once(None),
        'remote_group_id': once(None),
        'remote_address_group_id': once(None),
        'description': once(''),
    }

    def _groups(self) -> list[Row]:
        return SecurityGroups(self.session, self.context, self.request).rows()

    def views(self) -> list[Document]:
        """All rules that the caller sees."""
        return [
            rule_view(group, rule)
            for group in self._groups()
            for rule in group.document['security_group_rules']
        ]

    def show(self, id: str) -> Document:
        """The rule of an id."""
        for view in self.views():
            if view['id'] == id:
                return view
        raise self.missing(id)

    def missing(self, id: str) -> NetworkFault:
        words = f'Security group rule {id} does not exist'
        return NetworkFault(404, 'SecurityGroupRuleNotFound', words)

    def add(self, attributes: Document) -> Document:
        """Make a rule; it as it is shown."""
        self.check_new(attributes)
        groups = SecurityGroups(self.session, self.context, self.request)
        group = groups.find(attributes['security_group_id'])
        if attributes.get('remote_group_id'):
            groups.find(attributes['remote_group_id'])
        facts = _facts(attributes)
        for other in group.document['security_group_rules']:
            if {**other, 'id': None, 'created': None} == {**facts, 'id': None, 'created': None}:
                raise NetworkFault(
                    409,
                    'SecurityGroupRuleExists',
                    f'Security group rule already exists. Rule id is {other["id"]}.',
                )
        facts.update(id=str(uuid.uuid4()), created=self.session.now)
        group.document['security_group_rules'].append(facts)
        groups.touch(group)
        return rule_view(group, facts)

    def delete(self, id: str) -> None:
        self.require_member(f'delete_{self.key}')
        for group in self._groups():
            rules = group.document['security_group_rules']
            left = [rule for rule in rules if rule['id'] != id]
            if len(left) < len(rules):
                if group.project != self.context.project_id and not self.context.is_admin:
                    raise refused(f'delete_{self.key}')
                group.document['security_group_rules'] = left
                self.session.save(group)
                return
        raise self.missing(id)


def _facts(attributes: Document) -> Document:
    """Return the stored fields of a rule."""
    if attributes['direction'] not in ('ingress', 'egress'):
        raise invalid(
            f"Invalid input for direction. Reason: '{attributes['direction']}' is not in "
            "['ingress', 'egress']."
        )
    protocol = attributes.get('protocol')
    if protocol is not None:
        protocol = str(protocol).lower()
        is_number = protocol.isdecimal() and len(protocol) < 4 and int(protocol) < 256
        if protocol not in PROTOCOLS and not is_number:
            raise NetworkFault(
                400,
                'SecurityGroupRuleInvalidProtocol',
                f'Security group rule protocol {protocol} not supported.',
            )
    if attributes.get('ethertype') not in (None, 'IPv4', 'IPv6'):
        words = f"Security group rule for ethertype '{attributes['ethertype']}' not supported."
        raise NetworkFault(400, 'SecurityGroupRuleInvalidEtherType', words)
    if attributes.get('remote_group_id') and attributes.get('remote_ip_prefix'):
        words = 'Only one of remote_ip_prefix and remote_group_id may be provided.'
        raise NetworkFault(400, 'SecurityGroupMultipleRemoteEntites', words)
    least = 0 if protocol == 'icmp' else 1
    low, high = (_port(attributes.get(key), least) for key in ('port_range_min', 'port_range_max'))
    if protocol is None and (low, high) != (None, None):
        words = 'Must also specify protocol if port range is given.'
        raise NetworkFault(400, 'SecurityGroupProtocolRequiredWithPorts', words)
    if protocol in ('tcp', 'udp', 'sctp') and (low is None) != (high is None):
        words = 'Invalid range for port: both ends are needed.'
        raise NetworkFault(400, 'SecurityGroupInvalidPortRange', words)
    if low is not None and high is not None and protocol != 'icmp' and low > high:
        raise NetworkFault(
            400,
            'SecurityGroupInvalidPortRange',
            'For TCP/UDP protocols, port_range_min must be <= port_range_max',
        )
    return {
        'direction': attributes['direction'],
        'ethertype': attributes.get('ethertype') or 'IPv4',
        'protocol': None if protocol == 'any' else protocol,
        'port_range_min': low,
        'port_range_max': high,
        'remote_ip_prefix': _prefix(attributes.get('remote_ip_prefix')),
        'remote_group_id': attributes.get('remote_group_id'),
        'description': attributes.get('description') or '',
    }


def _port(value: Any, least: int) -> int | None:
    if value is None:
        return None
    text = str(value)
    if not text.isdecimal() or len(text) > 5 or not least <= int(text) <= 65535:
        words = f'Invalid value for port {value}'
        raise NetworkFault(400, 'SecurityGroupInvalidPortValue', words)
    return int(text)


def _prefix(value: Any) -> str | None:
    if value is None:
        return None
    try:
        return str(ipaddress.ip_network(value, strict=False))
    except ValueError:
        words = f'Invalid CIDR {value} given as IP prefix.'
        raise NetworkFault(400, 'InvalidCIDR', words) from None
