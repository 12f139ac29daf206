"""Rules of security groups, until clients were sent to the network service with 2.36."""

from __future__ import annotations

import ipaddress
import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller, security_group_view
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.compute.security_groups import find_group
from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.declarations import schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response

PROTOCOLS = ('tcp', 'udp', 'icmp')


class SecurityGroupRules(controller.ComputeController):
    """``/os-security-group-rules``"""

    @schema(proxies.security_group_rule)
    def create(self, attributes: dict[str, Any]) -> Response:
        group = find_group(self, attributes['parent_group_id'])
        other = attributes.get('group_id')
        if other is not None:
            find_group(self, other)
        rule: dict[str, Any] = {
            'id': str(uuid.uuid4()),
            'direction': 'ingress',
            'security_group_id': group.id,
            'protocol': attributes.get('ip_protocol'),
            'port_range_min': _port(attributes.get('from_port')),
            'port_range_max': _port(attributes.get('to_port')),
            'remote_group_id': other,
            'remote_ip_prefix': None if other is not None else _cidr(attributes.get('cidr')),
        }
        _require_sound(rule)
        if any(
            all(security_group_rule.get(key) == value for key, value in rule.items() if key != 'id')
            for security_group_rule in group.document['security_group_rules']
        ):
            raise Fault(400, f'This rule already exists in group {group.id}')
        group.document['security_group_rules'].append(rule)
        self.db.save(group)
        view = security_group_view.rule_view(self.db, group, rule)
        return self.answer({'security_group_rule': view})

    @success(202)
    def delete(self, id: str) -> Response:
        if not formats.matches('uuid', id):
            raise Fault(400, 'Security group id should be uuid')
        project = self.own_project
        for group in self.db.find('security_group', project=project):
            rules = group.document['security_group_rules']
            left = [rule for rule in rules if rule['id'] != id]
            if len(left) < len(rules):
                group.document['security_group_rules'] = left
                self.db.save(group)
                return self.answer()
        raise Fault(404, f'Security group rule {id} could not be found.')


def _require_sound(rule: dict[str, Any]) -> None:
    """Refuse a protocol that is none, and ports that are not ranges."""
    protocol, low, high = (rule[key] for key in ('protocol', 'port_range_min', 'port_range_max'))
    if rule['remote_group_id'] is not None and (protocol, low, high) == (None, None, None):
        return
    if not protocol or low is None or high is None:
        raise Fault(400, 'Not enough parameters to build a valid rule.')
    if str(protocol).lower() not in PROTOCOLS:
        raise Fault(400, f'Invalid IP protocol {protocol}.')
    if protocol.lower() != 'icmp' and low > high:
        raise Fault(400, f'Invalid port range {low}:{high}.')


def _port(value: Any) -> int | None:
    if value is None:
        return None
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise Fault(400, f'Invalid port {value}.') from None
    if not -1 <= number <= 65535:
        raise Fault(400, f'Invalid port {value}.')
    return number


def _cidr(value: Any) -> str:
    """The range as it was given, with the length of its prefix."""
    text = str(value or '0.0.0.0/0')
    try:
        cidr = str(ipaddress.ip_interface(text)) if '/' in text else ''
    except ValueError:
        cidr = ''
    if not cidr:
        raise Fault(400, f'{text} is not a valid IP network.')
    return cidr
