"""The log of the audits of how much servers use."""

from __future__ import annotations

from typing import Any

from novaclient_mv import resources
from novaclient_mv.resources import Time, field


class InstanceUsageAuditLog(resources.Resource):
    """The audit of one period, host by host."""

    period_beginning: Time = field()
    period_ending: Time = field()
    overall_status: str = field()
    num_hosts: int = field()
    num_hosts_done: int = field()
    num_hosts_running: int = field()
    num_hosts_not_run: int = field()
    hosts_not_run: list[str] = field()
    total_instances: int = field()
    total_errors: int = field()
    log: dict[str, Any] = field(
        shape=resources.by_name(resources.known('errors', 'instances', 'message', 'state'))
    )

    __repr__ = resources.Resource.all_fields


class InstanceUsageAuditLogManager(resources.Manager[InstanceUsageAuditLog]):
    """Logs of audits (administrators)."""

    resource_class = InstanceUsageAuditLog

    def get(self, before: str | None = None) -> InstanceUsageAuditLog:
        """The log of the last audit, or of the last one before a time.

        :param before: a time, as in ``2026-01-31 12:00:00``.
        :raises BadRequest: it is not a time.

        ``GET /os-instance_usage_audit_log`` or ``GET /os-instance_usage_audit_log/{id}``
        """
        if not before:
            return self._show('GET /os-instance_usage_audit_log', 'instance_usage_audit_logs')
        operation = 'GET /os-instance_usage_audit_log/{id}'
        return self._show(operation, 'instance_usage_audit_log', before)
