"""The command that shows the log of an audit of usage."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.reading.types import timestamps
from novaclient_mv.cli.running import results


@arg(
    '--before',
    type=timestamps.timestamp,
    help='The last audit before this time, as in "2026-01-31 12:00:00", 2h or yesterday.',
)
@returns_resource('v2.instance_usage_audit_log:InstanceUsageAuditLog')
def do_instance_usage_audit_log(client: v2.Client, args: Args) -> results.Shown:
    """Show the log of the last usage audit (administrators)."""
    before: timestamps.Timestamp | None = args.before
    if before is not None and before.is_relative:
        # Nova reads a time in this form only.
        text = str(before.resolve().replace(microsecond=0))
    else:
        text = '' if before is None else before.read()
    log = client.instance_usage_audit_log.get(text)
    properties = {
        name: str(value) if isinstance(value, list) else value
        for name, value in log.without_links().items()
    }
    return results.Record(log, properties)
