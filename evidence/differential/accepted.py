"""Differences that stay, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from functional_tests.comparison import Difference


class Accepted(NamedTuple):
    """A difference that stays.

    :ivar operation: a regular expression for the whole name of the operation.
    :ivar kind: the class of the difference.
    :ivar where: a regular expression for the whole of what differs.
    """

    service: str
    operation: str
    kind: str
    where: str
    reason: str


_FAKE = "The running Nova has the hypervisor of Nova's own tests, which plays other hardware."
_VOLUMES = 'Cinder of the running Nova is a fixture: a volume is there for ever, and free for all.'
_FIXTURES = "Neutron, Manila and Keystone of the running Nova are fixtures of Nova's own tests."
_POLICY = "Nova's own tests run with a policy of theirs, which lets members see this."
_LINES = 'Tracebacks name the lines of the source.'
_CHOICE = 'Several hosts fit, and any of them is right.'
_CHECKED = (
    "Nova's own tests check answers against schemas of answers, and refuse some that Nova gives."
)
_TIME = 'The clock of the sandbox leaps while the running Nova works.'
_NEW = 'A service of the running Nova reports for the first time ten seconds after its start.'
_PAGES = 'Pages of usage are in the order of ids, which each cloud draws.'
_DRAWN = 'It is drawn.'
_SHARED = 'The running service fails where a provider that shares is below another one.'
_SET = 'The running service has a set of texts there, in an order that changes from start to start.'
_FRONT = 'What looks at tokens before the running Placement is a stand-in for its library.'
_CANDIDATES = 'GET /allocation_candidates'
_SERVERS = r'(GET|PUT|POST) /v2\.1/(servers|os-volumes_boot).*'

_FAILING_DRIVER = 'The sandbox has a second driver, whose nodes fail as they are told.'
_TWO = 'Of two mistakes the sandbox may report the other one.'
_BUSY = 'The conductor is late to say that it is alive, on a busy machine.'
_WHOLE_COMMAND = (
    'Ironic 39.0 fails over each of these requests, which its documentation has: a whole command '
    'of every client could not be tried.'
)

TABLE: tuple[Accepted, ...] = (
    Accepted('placement', _CANDIDATES, 'order', r'\.allocation_requests\[\].*', _SET),
    Accepted('placement', _CANDIDATES, 'status', r'200 for 500: .*\n\n N', _SHARED),
    Accepted('placement', '.*', 'headers', 'content-type of 401 is more', _FRONT),
    Accepted('placement', '.*', 'headers', 'www-authenticate of 401', _FRONT),
    Accepted(
        'baremetal', '.*', 'status', r'2.. for 500: (\(sqlite3|.* SQLite).*', 'Its database fails.',
    ),
    Accepted('placement', '.*', 'status', r'2.. for 500: .*\(sqlite3\..*', 'Its database fails.'),
    Accepted('baremetal', 'PATCH .*', 'status', '400 for 404: .* could not be found.', _TWO),
    Accepted('baremetal', 'POST .*', 'status', '406 for 400: .* could not be found.', _TWO),
    Accepted('baremetal', 'GET .*', 'values', r'.*drivers\[\] length', _FAILING_DRIVER),
    Accepted('baremetal', 'GET .*', 'values', r'.*\.alive', _BUSY),
    Accepted(
        'baremetal', 'PUT .*/states/provision', 'status', '202 for 500: cannot access local .*',
        _WHOLE_COMMAND,
    ),
    Accepted('baremetal', '.*', 'status', '204 for 500: tuple index .*', _WHOLE_COMMAND),
    Accepted('compute', '.*', 'values', r'.*\.adminPass', _DRAWN),
    Accepted(
        'compute', '.*/os-keypairs.*', 'values',
        r'.*\.keypair\.(private_key|public_key|fingerprint)', _DRAWN,
    ),
    Accepted('compute', _SERVERS, 'values', r'.*(root_)?device(_name)?', _FAKE),
    Accepted('compute', _SERVERS, 'values', r'.*hypervisor_hostname|.*ATTR:host|.*\.host', _CHOICE),
    Accepted('compute', _SERVERS, 'values', r'.*\.hostId', _CHOICE),
    Accepted('compute', 'GET .*/diagnostics', 'values', '.*', _FAKE),
    Accepted('compute', 'GET .*/diagnostics', 'shape', r'.*(vnet\d|_details\[\]).*', _FAKE),
    Accepted(
        'compute', 'GET .*/diagnostics', 'status',
        '200 for 409: Cannot … instance … while it is in power state shutdown', _FAKE,
    ),
    Accepted('compute', _SERVERS, 'values', r'.*\.fault\.details', _LINES),
    Accepted('compute', _SERVERS, 'values', r'.*\.OS-EXT-STS:power_state', _FAKE),
    Accepted('compute', 'GET .*/os-hosts/.*', 'values', r'\.host\[\]\.resource.*', _FAKE),
    Accepted('compute', 'GET .*/os-hosts/.*', 'status', '200 for (500|501).*', _FAKE),
    Accepted(
        'compute', 'GET .*/os-hypervisors.*', 'values',
        r'.*\.(vcpus|memory_mb|local_gb|disk_available_least|hypervisor_type|hypervisor_version)'
        r'(_used)?|.*\.(free_.*|cpu_info.*|running_vms|host_ip|current_workload)', _FAKE,
    ),
    Accepted('compute', 'GET .*/os-hypervisors/{id}/uptime', 'status', '200 for 501.*', _FAKE),
    Accepted('compute', 'POST .* os-getConsoleOutput', 'values', r'\.output', _FAKE),
    Accepted('compute', 'GET .*/os-instance-actions/.*', 'values', r'.*\.traceback', _LINES),
    Accepted('compute', '.*/os-quota-sets/.*', 'status', '400 for 200.*', _FIXTURES),
    Accepted('compute', 'POST .*SecurityGroup', 'status', '20. for 500.*', _FIXTURES),
    Accepted('compute', '.*/shares', 'status', '201 for 500.*', _FIXTURES),
    Accepted('compute', 'GET .*/os-security-groups', 'values', '.*', _FIXTURES),
    Accepted('compute', 'GET .*/ips.*', 'values', r'.*\.private.*', _FIXTURES),
    Accepted('compute', 'GET .*/os-interface.*', 'values', '.*', _FIXTURES),
    Accepted(
        'compute', 'POST .*/os-interface', 'status',
        '200 for 500: Failed to attach network adapter device to …', _FIXTURES,
    ),
    Accepted('compute', '.*/os-interface.*', 'shape', r'.*\.tag str for NoneType', _FIXTURES),
    Accepted(
        'compute', 'GET .*/{server_id}/os-security-groups', 'status',
        "200 for 500: .*<class '…'>|200 for 500: .*<class …>", _FIXTURES,
    ),
    Accepted('compute', 'GET .*/os-flavor-access', 'status', '403 for (200|404).*', _POLICY),
    Accepted(
        'compute', 'POST .* addFloatingIp', 'status',
        '404 for 400: Unable to associate floating N .*', _FIXTURES,
    ),
    Accepted(
        'compute', 'PUT .*/os-volume_attachments/{id}', 'status',
        '404 for 409: volume .* is not migrating; .*', _FIXTURES,
    ),
    Accepted('compute', 'GET .*/os-availability-zone/detail', 'shape', '.*hosts.*', _FIXTURES),
    Accepted('compute', 'GET .*/os-services', 'values', r'\.services\[\]\.host', _FIXTURES),
    Accepted(
        'compute', '(GET|PUT) .*/os-services.*', 'shape',
        r'\.services?(\[\])?\.updated_at str for NoneType', _NEW,
    ),
    Accepted('compute', 'GET .*/os-hosts', 'values', r'\.hosts\[\].*', _FIXTURES),
    Accepted('compute', 'GET .*/os-hosts/.*', 'values', r'\.host\[\] length', _FAKE),
    Accepted('compute', 'GET .*/os-hypervisors.*', 'shape', r'.*uptime str for NoneType', _FAKE),
    Accepted('compute', 'GET .*/os-simple-tenant.*', 'values', r'.*(usage|hours|uptime)', _TIME),
    Accepted(
        'compute', 'GET .*/os-simple-tenant.*', 'values',
        r'\.tenant_usages?_links\[\]\.href'
        r'|.*\.server_usages\[\]\.(name|flavor|vcpus|memory_mb|local_gb|state)', _PAGES,
    ),
    Accepted(
        'compute', 'GET .*/os-simple-tenant.*', 'shape', r'\.tenant_usage [+-]server_usages .*',
        _PAGES,
    ),
    Accepted('compute', '.*/servers/.*', 'values', r'.*security_groups\[\] length', _FIXTURES),
    Accepted('compute', 'POST .* create(Image|Backup)', 'headers', 'location', _FIXTURES),
    Accepted('compute', '.*', 'values', r'.*\.addresses\.private.*', _FIXTURES),
    Accepted('compute', 'GET .*/os-instance_usage.*', 'status', '200 for 400.*', _CHECKED),
    Accepted('compute', 'GET .*/os-server-groups.*', 'status', '200 for 400.*', _CHECKED),
    Accepted(
        'compute', 'GET .*/os-simple-tenant-usage.*', 'status',
        '200 for 400: Invalid input for field/attribute (tenant_usage|total_hours).*', _CHECKED,
    ),
    Accepted(
        'compute', 'POST .*/(servers|os-volumes_boot)', 'status',
        '202 for 400: .* is not valid under any of the given schemas', _CHECKED,
    ),
    Accepted(
        'compute', 'POST .*/(servers|os-volumes_boot)', 'status', '400 for 202: Invalid volume: .*',
        _VOLUMES,
    ),
    Accepted(
        'compute', 'POST .*/os-volume_attachments', 'status',
        '404 for 202: Volume … could not be found.', _VOLUMES,
    ),
)  # fmt: skip
"""Differences from the running services that tests start; each says what is accepted and why."""


class Acceptance:
    """The differences of a service that stay; counts the uses of each entry."""

    def __init__(self, service: str, table: Iterable[Accepted] = TABLE) -> None:
        self.uses = {entry: 0 for entry in table if entry.service == service}

    def is_accepted(self, operation: str, difference: Difference) -> bool:
        """Whether a difference stays."""
        for entry in self.uses:
            if (
                entry.kind == difference.kind
                and re.fullmatch(entry.operation, operation)
                and re.fullmatch(entry.where, difference.where, re.DOTALL)
            ):
                self.uses[entry] += 1
                return True
        return False

    def unused(self) -> list[Accepted]:
        """The entries that no difference was found for."""
        return [entry for entry, count in self.uses.items() if not count]
