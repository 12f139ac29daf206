"""Audits of usage: which hosts have reported the servers of the last whole month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from novaclient_mv.sandbox.compute import controller, host_contents, service_states
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class InstanceUsageAuditLogs(controller.ComputeController):
    """``/os-instance_usage_audit_log``"""

    def index(self) -> Response:
        log = self._log(datetime.fromtimestamp(self.now, UTC))
        return self.answer({'instance_usage_audit_logs': log})

    def show(self, id: str) -> Response:
        """``GET /os-instance_usage_audit_log/{id}``, where the id is a moment"""
        for form in ('%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M:%S.%f'):
            try:
                before = datetime.strptime(id, form)
            except ValueError:
                continue
            return self.answer({'instance_usage_audit_log': self._log(before)})
        raise Fault(400, f'Invalid timestamp for date {id}')

    def _log(self, before: datetime) -> dict[str, Any]:
        """The last whole month before a moment; hosts that are down have not reported it."""
        end = before.replace(day=1, hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        start = (end - timedelta(days=1)).replace(day=1)
        log, waiting = {}, []
        servers = host_contents.servers_by_host(self.db)
        for host, service in host_contents.compute_services(self.db).items():
            if not service_states.is_up(service, self.now):
                waiting.append(host)
                continue
            log[host] = service.document.get('audit') or entry(host, len(servers.get(host, ())))
        hosts = len(log) + len(waiting)
        errors = sum(entry['errors'] for entry in log.values())
        done = f'{len(log)} of {hosts}' if waiting else 'ALL'
        return {
            'period_beginning': str(start),
            'period_ending': str(end),
            'num_hosts': hosts,
            'num_hosts_done': len(log),
            'num_hosts_running': 0,
            'num_hosts_not_run': len(waiting),
            'hosts_not_run': waiting,
            'total_instances': sum(entry['instances'] for entry in log.values()),
            'total_errors': errors,
            'overall_status': f'{done} hosts done. {errors} errors.',
            'log': log,
        }


def entry(host: str, count: int) -> dict[str, Any]:
    """Return the report of a host without errors."""
    return {
        'errors': 0,
        'instances': count,
        'message': f'Instance usage audit ran for host {host}, {count} instances in 0.01 seconds.',
        'state': 'DONE',
    }
