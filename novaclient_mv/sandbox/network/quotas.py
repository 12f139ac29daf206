"""Quotas of the network service: for everyone, and what was set for a project."""

from __future__ import annotations

from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Session

KIND = 'network_quota'

# What a project may have at most, and the kind of thing that counts.
RESOURCES: dict[str, tuple[int, str | None]] = {
    'network': (100, 'network'),
    'subnet': (100, 'subnet'),
    'port': (500, 'port'),
    'security_group': (10, 'security_group'),
    'security_group_rule': (100, None),
    'router': (10, 'router'),
    'router_route': (30, None),
    'floatingip': (50, 'floating_ip'),
    'rbac_policy': (10, None),
    'subnetpool': (-1, None),
}
DEFAULTS = {name: limit for name, (limit, _) in RESOURCES.items()}


def limits(session: Session, project: str) -> dict[str, int]:
    """Return the limits of a project."""
    row = session.get(KIND, project)
    return {**DEFAULTS, **(row.document if row else {})}


class Quotas(Controller):
    """``/v2.0/quotas``"""

    def index(self) -> Response:
        """``GET /v2.0/quotas``"""
        self.require_admin('get_quota')
        quotas = [
            {**limits(self.db, row.id), 'project_id': row.id, 'tenant_id': row.id}
            for row in self.db.find(KIND)
        ]
        return self.answer({'quotas': quotas})

    def show(self, project: str) -> Response:
        """``GET /v2.0/quotas/{project}``"""
        self.require('get_quota', self.own_project in (None, project))
        return self.answer({'quota': limits(self.db, project)})

    def default(self, project: str) -> Response:
        """``GET /v2.0/quotas/{project}/default``"""
        self.require('get_quota', self.own_project in (None, project))
        return self.answer({'quota': DEFAULTS})

    def details(self, project: str) -> Response:
        """``GET /v2.0/quotas/{project}/details``"""
        self.require('get_quota', self.own_project in (None, project))
        quota = {
            name: {'limit': limit, 'used': self._used(project, name), 'reserved': 0}
            for name, limit in limits(self.db, project).items()
        }
        return self.answer({'quota': quota})

    def update(self, project: str) -> Response:
        """``PUT /v2.0/quotas/{project}``"""
        self.require_admin('update_quota')
        attributes = self.json('quota')
        unknown = sorted(set(attributes) - set(RESOURCES) - {'check_limit'})
        if unknown:
            raise Fault(400, f"Unrecognized attribute(s) '{unknown[0]}'")
        changes = {}
        for name in set(attributes) & set(RESOURCES):
            try:
                changes[name] = int(attributes[name])
            except (TypeError, ValueError):
                raise Fault(400, f'Invalid input for {name}: it is not an integer.') from None
        self.db.put(KIND, project, changes)
        return self.answer({'quota': limits(self.db, project)})

    def delete(self, project: str) -> Response:
        """``DELETE /v2.0/quotas/{project}``"""
        self.require_admin('delete_quota')
        row = self.db.get(KIND, project)
        if row is not None:
            self.db.remove(row)
        return self.answer(status=204)

    def _used(self, project: str, name: str) -> int:
        if name == 'security_group_rule':
            groups = self.db.find('security_group', project=project)
            return sum(len(row.document['security_group_rules']) for row in groups)
        kind = RESOURCES[name][1]
        return len(list(self.db.find(kind, project=project))) if kind else 0
