"""Security groups, until clients were sent to the network service with 2.36."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller, security_group_view
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import formats, listing
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row


def find_group(handler: controller.ComputeController, id: str) -> Row:
    """A security group that the caller can see.

    :raises Fault: 404.
    """
    if not formats.matches('uuid', id):
        raise Fault(400, 'Security group id should be uuid')
    project = None if handler.context.is_admin else handler.context.project_id
    row = handler.db.get('security_group', id, project)
    if row is None:
        raise Fault(404, f'Security group {id} could not be found.')
    return row


LISTS = Lists(parameter('all_tenants', test=None), *pages(start='offset'), zero=listing.LONGEST)


class SecurityGroups(controller.ComputeController):
    """``/os-security-groups``"""

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        is_everywhere = self.context.is_admin and self.req.parameter('all_tenants') is not None
        project = None if is_everywhere else self.context.project_id
        page = LISTS.page(self, self.db.find('security_group', project=project))
        views = [security_group_view.view(self.db, row) for row in page.items]
        return self.answer({'security_groups': views})

    def show(self, id: str) -> Response:
        return self._answer_with(find_group(self, id))

    @schema(proxies.security_group)
    def create(self, attributes: dict[str, Any]) -> Response:
        if attributes['name'] == 'default':
            raise Fault(403, 'Default security group already exists.')
        id = str(uuid.uuid4())
        facts = {'description': attributes['description'], 'security_group_rules': [], 'tags': []}
        self.db.insert(
            'security_group', id, facts, project=self.context.project_id, name=attributes['name']
        )
        return self._answer_with(find_group(self, id))

    @schema(proxies.security_group)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        row = find_group(self, id)
        row.name = body['security_group']['name']
        row.document['description'] = body['security_group']['description']
        self.db.save(row)
        return self._answer_with(row)

    @success(202)
    def delete(self, id: str) -> Response:
        row = find_group(self, id)
        for server in self.db.find('server', project=row.project):
            if {'name': row.name} in server.document['security_groups']:
                raise Fault(400, f'Security group {id} is still in use.')
        self.db.remove(row)
        return self.answer()

    def _answer_with(self, row: Row) -> Response:
        return self.answer({'security_group': security_group_view.view(self.db, row)})
