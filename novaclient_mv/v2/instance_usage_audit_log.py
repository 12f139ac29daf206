"""The log of the audits of how much servers use."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.resources import Field


class InstanceUsageAuditLog(resources.Resource):
    """What the audit of one period found, host by host."""

    fields = (
        Field('period_beginning', type='time'),
        Field('period_ending', type='time'),
        Field('overall_status'),
        Field('num_hosts', type='int'),
        Field('num_hosts_done', type='int'),
        Field('num_hosts_running', type='int'),
        Field('num_hosts_not_run', type='int'),
        Field('hosts_not_run', type='list'),
        Field('total_instances', type='int'),
        Field('total_errors', type='int'),
        Field('log', type='dict'),
    )

    __repr__ = resources.Resource.all_fields


class InstanceUsageAuditLogManager(resources.Manager[InstanceUsageAuditLog]):
    """Logs of audits (administrators)."""

    resource_class = InstanceUsageAuditLog

    def get(self, before: str | None = None) -> InstanceUsageAuditLog:
        """The log of the last audit, or of the last one before a time.

        :param before: a time, as in ``2026-01-31 12:00:00``.
        :raises BadRequest: it is no time.

        ``GET /os-instance_usage_audit_log`` or ``GET /os-instance_usage_audit_log/{id}``
        """
        if not before:
            return self._show('GET /os-instance_usage_audit_log', 'instance_usage_audit_logs')
        operation = 'GET /os-instance_usage_audit_log/{id}'
        return self._show(operation, 'instance_usage_audit_log', before)
