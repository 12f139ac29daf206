"""Rules of security groups, which are kept in the document of their group."""

from __future__ import annotations

import ipaddress
import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.network import security_groups
from novaclient_mv.sandbox.network.attributes import Attribute, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.security_groups import SecurityGroups

# Protocols that have a name; others are numbers.
PROTOCOLS = frozenset((
    'ah', 'any', 'dccp', 'egp', 'esp', 'gre', 'icmp', 'icmpv6', 'igmp', 'ipip', 'ipv6-encap',
    'ipv6-frag', 'ipv6-icmp', 'ipv6-nonxt', 'ipv6-opts', 'ipv6-route', 'ospf', 'pgm', 'rsvp',
    'sctp', 'tcp', 'udp', 'udplite', 'vrrp',
))  # fmt: skip


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

    def views(self) -> list[Document]:
        """All rules that the caller sees."""
        return [
            security_groups.rule_view(group, rule)
            for group in SecurityGroups(self.call).rows()
            for rule in group.document['security_group_rules']
        ]

    def show(self, id: str) -> Response:
        for view in self.views():
            if view['id'] == id:
                return self.narrow_answer(view)
        raise self.missing(id)

    def add(self, attributes: Document) -> Document:
        self.check_new(attributes)
        groups = SecurityGroups(self.call)
        group = groups.resource(attributes['security_group_id'])
        if attributes.get('remote_group_id'):
            groups.resource(attributes['remote_group_id'])
        facts = _facts(attributes)
        for other in group.document['security_group_rules']:
            if {**other, 'id': None, 'created': None} == {**facts, 'id': None, 'created': None}:
                words = f'Security group rule already exists. Rule id is {other["id"]}.'
                raise Fault(409, words, code='SecurityGroupRuleExists')
        facts.update(id=str(uuid.uuid4()), created=self.now)
        group.document['security_group_rules'].append(facts)
        groups.touch(group)
        return security_groups.rule_view(group, facts)

    def delete(self, id: str) -> Response:
        self.require_member(f'delete_{self.key}')
        groups = SecurityGroups(self.call)
        for group in groups.rows():
            rules = group.document['security_group_rules']
            left = [rule for rule in rules if rule['id'] != id]
            if len(left) < len(rules):
                self.require(f'delete_{self.key}', groups.is_own(group))
                group.document['security_group_rules'] = left
                self.db.save(group)
                return self.answer(status=204)
        raise self.missing(id)


def _facts(attributes: Document) -> Document:
    """Return the stored fields of a rule."""
    if attributes['direction'] not in ('ingress', 'egress'):
        raise Fault(400, "Invalid input for direction: it is not in ['ingress', 'egress'].")
    protocol = attributes.get('protocol')
    if protocol is not None:
        protocol = str(protocol).lower()
        is_number = protocol.isdecimal() and len(protocol) < 4 and int(protocol) < 256
        if protocol not in PROTOCOLS and not is_number:
            words = f'Security group rule protocol {protocol} not supported.'
            raise Fault(400, words, code='SecurityGroupRuleInvalidProtocol')
    if attributes.get('ethertype') not in (None, 'IPv4', 'IPv6'):
        words = f"Security group rule for ethertype '{attributes['ethertype']}' not supported."
        raise Fault(400, words, code='SecurityGroupRuleInvalidEtherType')
    if attributes.get('remote_group_id') and attributes.get('remote_ip_prefix'):
        words = 'Only one of remote_ip_prefix and remote_group_id may be provided.'
        raise Fault(400, words, code='SecurityGroupMultipleRemoteEntites')
    minimum = 0 if protocol == 'icmp' else 1
    low, high = (
        _port(attributes.get(key), minimum) for key in ('port_range_min', 'port_range_max')
    )
    if protocol is None and (low, high) != (None, None):
        words = 'Must also specify protocol if port range is given.'
        raise Fault(400, words, code='SecurityGroupProtocolRequiredWithPorts')
    if protocol in ('tcp', 'udp', 'sctp') and (low is None) != (high is None):
        words = 'Invalid range for port: both ends are needed.'
        raise Fault(400, words, code='SecurityGroupInvalidPortRange')
    if low is not None and high is not None and protocol != 'icmp' and low > high:
        words = 'For TCP/UDP protocols, port_range_min must be <= port_range_max'
        raise Fault(400, words, code='SecurityGroupInvalidPortRange')
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


def _port(value: Any, minimum: int) -> int | None:
    if value is None:
        return None
    text = str(value)
    if not text.isdecimal() or len(text) > 5 or not minimum <= int(text) <= 65535:
        words = f'Invalid value for port {value}'
        raise Fault(400, words, code='SecurityGroupInvalidPortValue')
    return int(text)


def _prefix(value: Any) -> str | None:
    if value is None:
        return None
    try:
        return str(ipaddress.ip_network(value, strict=False))
    except ValueError:
        words = f'Invalid CIDR {value} given as IP prefix.'
        raise Fault(400, words, code='InvalidCIDR') from None
