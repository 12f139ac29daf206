"""Quotas of the network service: for everyone, and what was set for a project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.network.network_faults import NetworkFault, refused
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
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


def show(session: Session, context: Context, project: str, view: str = '') -> dict[str, Any]:
    """The quotas of a project; ``details`` also tells what is in use, ``default`` is for all."""
    if not context.is_admin and project != context.project_id:
        raise refused('get_quota')
    if view == 'default':
        return dict(DEFAULTS)
    quotas = limits(session, project)
    if view != 'details':
        return dict(quotas)
    return {name: _detail(session, project, name, limit) for name, limit in quotas.items()}


def show_all(session: Session, context: Context) -> list[dict[str, Any]]:
    """The quotas that were set."""
    if not context.is_admin:
        raise refused('get_quota')
    return [
        {**limits(session, row.id), 'project_id': row.id, 'tenant_id': row.id}
        for row in session.find(KIND)
    ]


def _detail(session: Session, project: str, name: str, limit: int) -> dict[str, int]:
    kind = RESOURCES[name][1]
    used = len(list(session.find(kind, project=project))) if kind else 0
    if name == 'security_group_rule':
        groups = session.find('security_group', project=project)
        used = sum(len(row.document['security_group_rules']) for row in groups)
    return {'limit': limit, 'used': used, 'reserved': 0}


def update(session: Session, context: Context, project: str, attributes: Any) -> dict[str, Any]:
    """Set quotas of a project."""
    if not context.is_admin:
        raise refused('update_quota')
    if not isinstance(attributes, dict):
        raise NetworkFault(400, 'HTTPBadRequest', "Unable to find 'quota' in request body")
    unknown = sorted(set(attributes) - set(RESOURCES) - {'check_limit'})
    if unknown:
        message = f"Unrecognized attribute(s) '{unknown[0]}'"
        raise NetworkFault(400, 'HTTPBadRequest', message)
    changes = {name: _number(name, attributes[name]) for name in attributes if name in RESOURCES}
    row = session.get(KIND, project)
    if row is None:
        session.insert(KIND, project, changes)
    else:
        row.document.update(changes)
        session.save(row)
    return dict(limits(session, project))


def _number(name: str, value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        message = f"Invalid input for {name}. Reason: '{value}' is not an integer."
        raise NetworkFault(400, 'HTTPBadRequest', message) from None


def delete(session: Session, context: Context, project: str) -> None:
    """Reset the quotas of a project to those of everyone."""
    if not context.is_admin:
        raise refused('delete_quota')
    row = session.get(KIND, project)
    if row is not None:
        session.remove(row)
