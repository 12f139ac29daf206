"""Security groups of a server."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller, security_group_view
from novaclient_mv.sandbox.http.wsgi import Response


class ServerSecurityGroups(controller.ComputeController):
    """``/servers/{server_id}/os-security-groups``"""

    def index(self, server_id: str) -> Response:
        server = self.find_server(server_id)
        names = {security_group['name'] for security_group in server.document['security_groups']}
        groups = [
            security_group_view.view(self.db, row)
            for row in self.db.find('security_group', project=server.project)
            if row.name in names or row.id in names
        ]
        return self.answer({'security_groups': groups})
