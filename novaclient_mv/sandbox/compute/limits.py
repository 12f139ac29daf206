"""Limits: what a project may have and what it has, in one answer."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller, quotas
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, parameter
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Response

QUERY = Lists(parameter('tenant_id'), closed='2.75')

# Key, the resource that it is the limit of, and its versions.
LIMITS = (
    Field('maxTotalInstances', 'instances'),
    Field('maxTotalCores', 'cores'),
    Field('maxTotalRAMSize', 'ram'),
    Field('maxTotalKeypairs', 'key_pairs'),
    Field('maxServerMeta', 'metadata_items'),
    # Images have metadata of their own until they left with 2.39.
    Field('maxImageMeta', 'metadata_items', '..2.38'),
    Field('maxPersonality', 'injected_files', '..2.56'),
    Field('maxPersonalitySize', 'injected_file_content_bytes', '..2.56'),
    Field('maxServerGroups', 'server_groups'),
    Field('maxServerGroupMembers', 'server_group_members'),
    Field('maxTotalFloatingIps', 'floating_ips', '..2.35'),
    Field('maxSecurityGroups', 'security_groups', '..2.35'),
    Field('maxSecurityGroupRules', 'security_group_rules', '..2.35'),
)
USED = (
    Field('totalInstancesUsed', 'instances'),
    Field('totalCoresUsed', 'cores'),
    Field('totalRAMUsed', 'ram'),
    Field('totalServerGroupsUsed', 'server_groups'),
    Field('totalFloatingIpsUsed', 'floating_ips', '..2.35'),
    Field('totalSecurityGroupsUsed', 'security_groups', '..2.35'),
)


class Limits(controller.ComputeController):
    """``/limits``"""

    @query_schema(QUERY.schema)
    def index(self) -> Response:
        project = self.context.project_id or ''
        tenant_id = self.req.parameter('tenant_id')
        if tenant_id is not None:
            # Naming a project is for administrators, even the own one.
            project = tenant_id
        absolute = {
            **self._values(LIMITS, quotas.limits(self.db, project)),
            **self._values(USED, quotas.used(self.db, project)),
        }
        # Limits of rates have gone; their empty list stands for them.
        return self.answer({'limits': {'rate': [], 'absolute': absolute}})

    def _values(self, fields: tuple[Field, ...], facts: dict[str, int]) -> dict[str, int]:
        return {
            field.key: facts[str(field.value)]
            for field in fields
            if self.api_version in field.versions
        }
