"""Facts of the volume service, and lists that are empty here."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Document, Response
from novaclient_mv.sandbox.state import clocks, volume_states
from novaclient_mv.sandbox.volume import service, volume_handlers, volumes

EXTENSIONS = (
    ('AdminActions', 'os-admin-actions'),
    ('AvailabilityZones', 'os-availability-zone'),
    ('Quotas', 'os-quota-sets'),
    ('Services', 'os-services'),
    ('TypesExtraSpecs', 'os-types-extra-specs'),
    ('VolumeActions', 'os-volume-actions'),
    ('VolumeImageMetadata', 'os-vol-image-meta'),
    ('VolumeTypeAccess', 'os-volume-type-access'),
)


class VolumeFacts(volume_handlers.VolumeHandlers):
    """Zones, services, pools, extensions"""

    def versions(self) -> Response:
        """``GET /``"""
        return self.answer(service.versions(self.req))

    def zones(self) -> Response:
        """``GET /os-availability-zone``"""
        zone = {'zoneName': volume_states.ZONE, 'zoneState': {'available': True}}
        return self.answer({'availabilityZoneInfo': [zone]})

    def services(self) -> Response:
        """``GET /os-services``"""
        self.require_admin('volume_extension:services:index')
        backend = {
            **self._service('cinder-volume', volumes.HOST.partition('#')[0]),
            'replication_status': 'disabled',
            'active_backend_id': None,
            'frozen': False,
        }
        services = [self._service('cinder-scheduler', 'controller'), backend]
        if self.matches('3.7'):
            for service in services:
                service['cluster'] = None
        return self.answer({'services': services})

    def _service(self, binary: str, host: str) -> Document:
        return {
            'binary': binary,
            'host': host,
            'zone': volume_states.ZONE,
            'status': 'enabled',
            'state': 'up',
            'updated_at': clocks.iso_micro(self.now),
            'disabled_reason': None,
        }

    def hosts(self) -> Response:
        """``GET /os-hosts``"""
        self.require_admin('volume_extension:hosts')
        hosts = [
            {
                'host_name': host,
                'service': binary,
                'zone': volume_states.ZONE,
                'service-status': 'available',
                'service-state': 'enabled',
                'last-update': clocks.iso_micro(self.now),
            }
            for binary, host in (
                ('cinder-scheduler', 'controller'),
                ('cinder-volume', volumes.HOST.partition('#')[0]),
            )
        ]
        return self.answer({'hosts': hosts})

    def pools(self) -> Response:
        """``GET /scheduler-stats/get_pools``"""
        self.require_admin('scheduler_extension:scheduler_stats:get_pools')
        pool: Document = {'name': volumes.HOST}
        if self.req.parameter('detail') in ('True', 'true', '1'):
            pool['capabilities'] = {
                'volume_backend_name': 'sandbox',
                'driver_version': '1.0',
                'storage_protocol': 'sandbox',
                'total_capacity_gb': 'infinite',
                'free_capacity_gb': 'infinite',
                'multiattach': True,
            }
        return self.answer({'pools': [pool]})

    def extensions(self) -> Response:
        """``GET /extensions``"""
        extensions = [
            {
                'name': name,
                'alias': alias,
                'description': name,
                'updated': '2012-12-07T00:00:00+00:00',
                'links': [],
            }
            for name, alias in EXTENSIONS
        ]
        return self.answer({'extensions': extensions})

    def qos_specs(self) -> Response:
        """``GET /qos-specs``"""
        self.require_admin('volume_extension:qos_specs_manage:get_all')
        return self.answer({'qos_specs': []})

    def attachments(self) -> Response:
        """``GET /attachments``"""
        views = [
            {
                'id': attachment['attachment_id'],
                'status': 'attached',
                'instance': attachment['server_id'],
                'volume_id': row.id,
            }
            for row in volume_states.find_all(self.db, self.listed_project())
            for attachment in row.document['attachments']
        ]
        return self.answer({'attachments': views})

    def backups(self) -> Response:
        """``GET /backups``"""
        return self.answer({'backups': []})

    def transfers(self) -> Response:
        """``GET /volume-transfers``"""
        return self.answer({'transfers': []})
