"""The extensions that the API once was made of: a list that no longer changes."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.wsgi import Fault, Response, expected_errors, query_schema

ALIASES = (
    'NMN', 'OS-DCF', 'OS-EXT-AZ', 'OS-EXT-IMG-SIZE', 'OS-EXT-IPS', 'OS-EXT-IPS-MAC',
    'OS-EXT-SRV-ATTR', 'OS-EXT-STS', 'OS-FLV-DISABLED', 'OS-FLV-EXT-DATA', 'OS-SCH-HNT',
    'OS-SRV-USG', 'os-access-ips', 'os-admin-actions', 'os-admin-password', 'os-agents',
    'os-aggregates', 'os-assisted-volume-snapshots', 'os-attach-interfaces',
    'os-availability-zone', 'os-baremetal-ext-status', 'os-baremetal-nodes',
    'os-block-device-mapping', 'os-block-device-mapping-v2-boot', 'os-cell-capacities',
    'os-cells', 'os-certificates', 'os-cloudpipe', 'os-cloudpipe-update', 'os-config-drive',
    'os-console-auth-tokens', 'os-console-output', 'os-consoles', 'os-create-backup',
    'os-create-server-ext', 'os-deferred-delete', 'os-evacuate',
    'os-extended-evacuate-find-host', 'os-extended-floating-ips', 'os-extended-hypervisors',
    'os-extended-networks', 'os-extended-quotas', 'os-extended-rescue-with-image',
    'os-extended-services', 'os-extended-services-delete', 'os-extended-status',
    'os-extended-volumes', 'os-fixed-ips', 'os-flavor-access', 'os-flavor-extra-specs',
    'os-flavor-manage', 'os-flavor-rxtx', 'os-flavor-swap', 'os-floating-ip-dns',
    'os-floating-ip-pools', 'os-floating-ips', 'os-floating-ips-bulk', 'os-fping',
    'os-hide-server-addresses', 'os-hosts', 'os-hypervisor-status', 'os-hypervisors',
    'os-instance-actions', 'os-instance_usage_audit_log', 'os-keypairs', 'os-lock-server',
    'os-migrate-server', 'os-migrations', 'os-multiple-create', 'os-networks',
    'os-networks-associate', 'os-pause-server', 'os-personality',
    'os-preserve-ephemeral-rebuild', 'os-quota-class-sets', 'os-quota-sets', 'os-rescue',
    'os-security-group-default-rules', 'os-security-groups', 'os-server-diagnostics',
    'os-server-external-events', 'os-server-group-quotas', 'os-server-groups',
    'os-server-list-multi-status', 'os-server-password', 'os-server-sort-keys',
    'os-server-start-stop', 'os-services', 'os-shelve', 'os-simple-tenant-usage',
    'os-suspend-server', 'os-tenant-networks', 'os-used-limits', 'os-used-limits-for-admin',
    'os-user-data', 'os-user-quotas', 'os-virtual-interfaces', 'os-volume-attachment-update',
    'os-volumes',
)  # fmt: skip


class Extensions(controller.ComputeController):
    """``/extensions``"""

    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def index(self) -> Response:
        """``GET /extensions``"""
        return self.answer({'extensions': [_view(alias) for alias in ALIASES]})

    @expected_errors(404)
    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def show(self, id: str) -> Response:
        """``GET /extensions/{id}``"""
        if id not in ALIASES:
            raise Fault(404)
        return self.answer({'extension': _view(id)})


def _view(alias: str) -> dict[str, Any]:
    words = alias.removeprefix('os-').replace('_', '-').split('-')
    name = ''.join(word.capitalize() for word in words)
    return {
        'alias': alias,
        'name': name,
        'description': f'{name} is part of the API.',
        'links': [],
        # All extensions had these two from the day on which they stopped being options.
        'namespace': 'http://docs.openstack.org/compute/ext/fake_xml',
        'updated': '2014-12-03T00:00:00Z',
    }
