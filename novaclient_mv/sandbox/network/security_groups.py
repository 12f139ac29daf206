"""Security groups, and their rules as they are shown."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.network.attributes import Attribute, constant
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row, Session

DEFAULT = 'default'


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

    def view(self, row: Row) -> Document:
        rules = [rule_view(row, rule) for rule in row.document['security_group_rules']]
        return {**super().view(row), 'security_group_rules': rules}

    def before_create(self, row: Row, attributes: Document) -> None:
        row.document['security_group_rules'] = []
        if row.name == DEFAULT:
            words = 'Default security group already exists.'
            raise Fault(409, words, code='SecurityGroupDefaultAlreadyExists')

    def before_update(self, row: Row, attributes: Document) -> None:
        if row.name == DEFAULT and attributes.get('name', DEFAULT) != DEFAULT:
            words = 'Updating default security group not allowed.'
            raise Fault(409, words, code='SecurityGroupCannotUpdateDefault')
        if row.name != DEFAULT and attributes.get('name') == DEFAULT:
            words = 'Default security group already exists.'
            raise Fault(409, words, code='SecurityGroupDefaultAlreadyExists')

    def before_delete(self, row: Row) -> None:
        if row.name == DEFAULT and not self.context.is_admin:
            words = 'Insufficient rights for removing default security group.'
            raise Fault(409, words, code='SecurityGroupCannotRemoveDefault')
        for port in self.db.find('port'):
            groups = port.document.get('security_groups') or []
            server = self.db.get('server', port.parent) if port.parent else None
            if server is not None and not groups:
                groups = ids_of(self.db, server)
            if row.id in groups:
                words = f'Security Group {row.id} in use.'
                raise Fault(409, words, code='SecurityGroupInUse')


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
