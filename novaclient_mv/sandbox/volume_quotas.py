"""Quotas and limits of the volume service, which are the same for every project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import volume_states
from novaclient_mv.sandbox.wsgi import Context, Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Session

LIMITS = {
    'volumes': 10,
    'snapshots': 10,
    'gigabytes': 1000,
    'backups': 10,
    'backup_gigabytes': 1000,
    'groups': 10,
    'per_volume_gigabytes': -1,
}

# The name that the limits of a project have for a quota, and for its use.
_ABSOLUTE = {
    'volumes': ('maxTotalVolumes', 'totalVolumesUsed'),
    'snapshots': ('maxTotalSnapshots', 'totalSnapshotsUsed'),
    'gigabytes': ('maxTotalVolumeGigabytes', 'totalGigabytesUsed'),
    'backups': ('maxTotalBackups', 'totalBackupsUsed'),
    'backup_gigabytes': ('maxTotalBackupGigabytes', 'totalBackupGigabytesUsed'),
}


def _use(session: Session, project: str | None) -> dict[str, int]:
    sizes = [row.document['size'] for row in volume_states.find_all(session, project)]
    return {**dict.fromkeys(LIMITS, 0), 'volumes': len(sizes), 'gigabytes': sum(sizes)}


def show(request: Request, session: Session, context: Context, project: str) -> Response:
    """``GET /v3/{project}/os-quota-sets/{id}``"""
    if not context.is_admin and project != context.project_id:
        raise Fault(403, "Policy doesn't allow volume_extension:quotas:show to be performed.")
    found: dict[str, Any] = dict(LIMITS)
    if request.parameter('usage') in ('True', 'true', '1'):
        use = _use(session, project)
        found = {
            name: {'limit': limit, 'in_use': use[name], 'reserved': 0}
            for name, limit in LIMITS.items()
        }
    return Response.of(200, {'quota_set': {'id': project, **found}})


def limits(session: Session, context: Context) -> Response:
    """``GET /v3/{project}/limits``"""
    use = _use(session, context.project_id)
    absolute: dict[str, int] = {}
    for name, (most, used) in _ABSOLUTE.items():
        absolute[most], absolute[used] = LIMITS[name], use[name]
    return Response.of(200, {'limits': {'rate': [], 'absolute': absolute}})
