"""Rules of security groups, until clients were sent to the network service with 2.36."""

from __future__ import annotations

import ipaddress
import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller, security_group_view
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.compute.security_groups import find_group
from novaclient_mv.sandbox.wsgi import Fault, Response, expected_errors, schema, success

RULE = 'os_compute_api:os-security-groups:rule'


class SecurityGroupRules(controller.ComputeController):
    """``/os-security-group-rules``"""

    @expected_errors(400, 403, 404)
    @schema(proxies.security_group_rule)
    def create(self, body: dict[str, Any]) -> Response:
        """``POST /os-security-group-rules``"""
        self.require_member(f'{RULE}:create')
        given = body['security_group_rule']
        group = find_group(self, given['parent_group_id'])
        other = given.get('group_id')
        if other is not None:
            find_group(self, other)
        rule = {
            'id': str(uuid.uuid4()),
            'direction': 'ingress',
            'security_group_id': group.id,
            'protocol': given.get('ip_protocol'),
            'port_range_min': _port(given.get('from_port')),
            'port_range_max': _port(given.get('to_port')),
            'remote_group_id': other,
            'remote_ip_prefix': None if other is not None else _cidr(given.get('cidr')),
        }
        group.document['security_group_rules'].append(rule)
        self.db.save(group)
        shown = security_group_view.rule_view(self.db, group, rule)
        return self.answer({'security_group_rule': shown})

    @success(202)
    @expected_errors(400, 404, 409)
    def delete(self, id: str) -> Response:
        """``DELETE /os-security-group-rules/{id}``"""
        self.require_member(f'{RULE}:delete')
        project = None if self.context.is_admin else self.context.project_id
        for group in self.db.find('security_group', project=project):
            rules = group.document['security_group_rules']
            left = [rule for rule in rules if rule['id'] != id]
            if len(left) < len(rules):
                group.document['security_group_rules'] = left
                self.db.save(group)
                return self.answer()
        raise Fault(404, f'Security group rule {id} could not be found.')


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
    text = str(value or '0.0.0.0/0')
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise Fault(400, f'Invalid cidr {text}.') from None
