"""Security groups and their rules as the Compute API shows those of the network service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session


def view(session: Session, row: Row) -> dict[str, Any]:
    """A group; only rules for what comes in are shown."""
    rules = row.document['security_group_rules']
    return {
        'id': row.id,
        'name': row.name,
        'description': row.document['description'],
        'tenant_id': row.project,
        'rules': [
            rule_view(session, row, rule)
            for rule in rules
            if rule.get('direction', 'ingress') == 'ingress'
        ],
    }


def rule_view(session: Session, parent: Row, rule: dict[str, Any]) -> dict[str, Any]:
    """A rule: from which ports on, and from whom."""
    group: dict[str, Any] = {}
    other = rule.get('remote_group_id')
    if other is not None:
        source = session.get('security_group', other)
        if source is not None:
            group = {'name': source.name, 'tenant_id': source.project}
    cidr = rule.get('remote_ip_prefix')
    return {
        'id': rule['id'],
        'parent_group_id': parent.id,
        'ip_protocol': rule.get('protocol'),
        'from_port': rule.get('port_range_min'),
        'to_port': rule.get('port_range_max'),
        'group': group,
        'ip_range': {} if cidr is None else {'cidr': cidr},
    }
