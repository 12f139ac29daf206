"""Quotas and limits of the volume service."""

from __future__ import annotations

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import volume_states
from novaclient_mv.sandbox.state.rows import Session
from novaclient_mv.sandbox.volume import schemas, volume_handlers

KIND = 'volume_quota'
RULE = 'volume_extension:quotas'

LIMITS = {
    'volumes': 10,
    'per_volume_gigabytes': -1,
    'snapshots': 10,
    'gigabytes': 1000,
    'backups': 10,
    'backup_gigabytes': 1000,
    'groups': 10,
}
# The name that the limits of a project have for a quota, and for its use.
_ABSOLUTE = {
    'volumes': ('maxTotalVolumes', 'totalVolumesUsed'),
    'snapshots': ('maxTotalSnapshots', 'totalSnapshotsUsed'),
    'gigabytes': ('maxTotalVolumeGigabytes', 'totalGigabytesUsed'),
    'backups': ('maxTotalBackups', 'totalBackupsUsed'),
    'backup_gigabytes': ('maxTotalBackupGigabytes', 'totalBackupGigabytesUsed'),
}
_EXCEEDED = {
    'volumes': 'VolumeLimitExceeded: Maximum number of volumes allowed',
    'snapshots': 'SnapshotLimitExceeded: Maximum number of snapshots allowed',
    'gigabytes': 'VolumeSizeExceedsAvailableQuota: Requested size exceeds the gigabytes allowed',
}


def limits_of(session: Session, project: str | None) -> dict[str, int]:
    """Return the limits of a project."""
    from novaclient_mv.sandbox.state import volume_types

    own = session.get(KIND, project or '')
    limits = dict(LIMITS)
    for kind in volume_types.find_all(session):
        for name in ('volumes', 'gigabytes', 'snapshots'):
            limits[f'{name}_{kind.name}'] = -1
    return {**limits, **(own.document if own else {})}


def _use(session: Session, project: str | None) -> dict[str, int]:
    rows = list(volume_states.find_all(session, project))
    snapshots = list(session.find(volume_handlers.SNAPSHOT, project=project))
    amounts = dict.fromkeys(limits_of(session, project), 0)
    amounts['volumes'], amounts['snapshots'] = len(rows), len(snapshots)
    amounts['gigabytes'] = sum(row.document['size'] for row in (*rows, *snapshots))
    for row in rows:
        kind = row.document['volume_type']
        for name, more in (('volumes', 1), ('gigabytes', row.document['size'])):
            if f'{name}_{kind}' in amounts:
                amounts[f'{name}_{kind}'] += more
    return amounts


def require_room(session: Session, project: str | None, **more: int) -> None:
    """Refuse more than a project may have."""
    limits, use = limits_of(session, project), _use(session, project)
    for name, count in more.items():
        if -1 < limits[name] < use[name] + count:
            raise Fault(413, f'{_EXCEEDED[name]} ({limits[name]}).')


class VolumeQuotas(volume_handlers.VolumeHandlers):
    """``/os-quota-sets`` and ``/limits``"""

    def show(self, project: str) -> Response:
        """``GET /os-quota-sets/{project}``"""
        self.require(f'{RULE}:show', self.context.is_admin or project == self.context.project_id)
        limits: Document = limits_of(self.db, project)
        if self.req.parameter('usage') in ('True', 'true', '1'):
            use = _use(self.db, project)
            limits = {
                name: {'limit': limit, 'in_use': use[name], 'reserved': 0}
                for name, limit in limits.items()
            }
        return self.answer({'quota_set': {'id': project, **limits}})

    def defaults(self, project: str) -> Response:
        """``GET /os-quota-sets/{project}/defaults``"""
        self.require(f'{RULE}:show', self.context.is_admin or project == self.context.project_id)
        return self.answer({'quota_set': {'id': project, **limits_of(self.db, None)}})

    @schema(schemas.quota_set)
    def update(self, project: str, attributes: Document) -> Response:
        """``PUT /os-quota-sets/{project}``"""
        self.require_admin(f'{RULE}:update')
        limits = limits_of(self.db, project)
        changes = {key: int(value) for key, value in attributes.items() if key in limits}
        self.db.put(KIND, project, changes)
        return self.answer({'quota_set': limits_of(self.db, project)})

    def delete(self, project: str) -> Response:
        """``DELETE /os-quota-sets/{project}``"""
        self.require_admin(f'{RULE}:delete')
        row = self.db.get(KIND, project)
        if row is not None:
            self.db.remove(row)
        return self.answer()

    def of_class(self, name: str) -> Response:
        """``GET /os-quota-class-sets/{name}``"""
        self.require_admin('volume_extension:quota_classes:get')
        return self.answer({'quota_class_set': {'id': name, **limits_of(self.db, None)}})

    def limits(self) -> Response:
        """``GET /limits``"""
        project = self.context.project_id
        # Since 3.39 administrators may ask for another project's.
        if self.context.is_admin and self.matches('3.39'):
            project = self.req.parameter('project_id') or project
        limits, use = limits_of(self.db, project), _use(self.db, project)
        absolute: dict[str, int] = {}
        for name, (most, used) in _ABSOLUTE.items():
            absolute[most], absolute[used] = limits[name], use[name]
        return self.answer({'limits': {'rate': [], 'absolute': absolute}})
