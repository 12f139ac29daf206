"""Groups of servers that are to be on one host, or on different ones."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import cells, controller, group_placement, quotas
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.sandbox.compute.schemas import server_groups as schemas
from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.declarations import api_version, query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

RULE = 'os_compute_api:os-server-groups'

FIELDS = (
    Field('id', lambda view, row: row.id),
    Field('name', lambda view, row: row.name),
    Field('policies', lambda view, row: [row.document['policy']], '..2.63'),
    Field('policy', 'policy', '2.64..'),
    Field('rules', 'rules', '2.64..'),
    Field('metadata', lambda view, row: {}, '..2.63'),
    Field('project_id', lambda view, row: row.project, '2.13..'),
    Field('user_id', 'user_id', '2.13..'),
)

LISTS = Lists(
    parameter('all_projects', test=None),
    *pages(start='offset'),
    zero=listing.LONGEST,
    closed='2.75',
)


class ServerGroups(controller.ComputeController):
    """``/os-server-groups``"""

    asks_itself = True

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        # Whom the rule refuses sees its own groups, whatever it asks for.
        is_all = (
            self.may(f'{RULE}:index:all_projects')
            and self.req.parameter('all_projects') is not None
        )
        project = None if is_all else self.context.project_id
        cells.require_all(self.req)
        rows = LISTS.page(self, self.db.find('server_group', project=project)).items
        members = group_placement.members(self.db)
        return self.answer({'server_groups': [self._group_view(row, members) for row in rows]})

    def show(self, id: str) -> Response:
        return self._answer_with(id)

    @api_version('2.0', '2.63')
    @schema(schemas.create, '2.0', '2.14')
    @schema(schemas.create_2_15, '2.15', '2.63')
    def create(self, attributes: dict[str, Any]) -> Response:
        return self._create(attributes['name'], attributes['policies'][0], {})

    @api_version('2.64')
    @schema(schemas.create_2_64)
    def create(self, attributes: dict[str, Any]) -> Response:
        rules = {key: int(value) for key, value in attributes.get('rules', {}).items()}
        if rules and attributes['policy'] != 'anti-affinity':
            raise Fault(400, 'Only anti-affinity policy supports rules.')
        return self._create(attributes['name'], attributes['policy'], rules)

    @success(204)
    def delete(self, id: str) -> Response:
        row = self._find(id)
        for server in group_placement.servers_of(self.db, id):
            server.document['server_groups'].remove(id)
            self.db.save(server)
        self.db.remove(row)
        return self.answer()

    def _create(self, name: str, policy: str, rules: dict[str, int]) -> Response:
        project = self.context.project_id or ''
        count = quotas.used(self.db, project)['server_groups']
        message = 'Quota exceeded, too many server groups.'
        quotas.require_fewer(self.db, project, 'server_groups', count, message)
        id = str(uuid.uuid4())
        facts = {'policy': policy, 'rules': rules, 'user_id': self.context.user_id}
        self.db.insert('server_group', id, facts, project=project, name=name)
        return self._answer_with(id)

    def _find(self, id: str) -> Row:
        row = self.find('server_group', id, self.own_project, 'Instance group')
        self.ask(row.project)
        return row

    def _answer_with(self, id: str) -> Response:
        cells.require_all(self.req)
        row = self._find(id)
        return self.answer(
            {'server_group': self._group_view(row, group_placement.members(self.db))}
        )

    def _group_view(self, row: Row, members: dict[str, list[str]]) -> dict[str, Any]:
        return {**self.maker(FIELDS)(self, row), 'members': members.get(row.id, [])}
