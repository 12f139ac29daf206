"""Values for lines of the commands of python-openstackclient that are about several services, and
what they are about.
"""

from __future__ import annotations

from evidence.interop.every_option import Values

SETUP = ('quota-update demo --instances 20 --cores 30',)

_OF_COMPUTE = (
    *('--cores', '--instances', '--key-pairs', '--properties', '--server-group-members'),
    *('--server-groups', '--injected-file-size', '--injected-path-size', '--injected-files'),
)
_OF_OTHERS = (
    *('--backups', '--backup-gigabytes', '--gigabytes', '--groups', '--per-volume-gigabytes'),
    *('--snapshots', '--volumes', '--volume-type', '--floating-ips', '--secgroup-rules'),
    *('--secgroups', '--networks', '--subnets', '--ports', '--routers', '--router-routes'),
    *('--rbac-policies', '--subnetpools'),
)

VALUES = Values(
    words={
        '<project>': 'demo',
        '--domain': 'default --project demo',
        '--interface': 'public',
        '--project': 'demo',
        '--project-domain': 'default --project demo',
        '--ram': '4096',
        '--region-name': 'sandbox',
        '--service': 'compute',
        '--status': 'CURRENT',
        **dict.fromkeys(_OF_COMPUTE, '7'),
        **dict.fromkeys(_OF_OTHERS),
        'limits show': ('--absolute',),
        # Theirs deletes quotas of other services besides.
        'quota delete': ('--compute',),
        'quota delete --all': None,
        'quota delete --network': None,
        'quota delete --volume': None,
        'quota set --class': '--cores 7',
        'quota set --default': '--cores 7',
        'quota set --force': '--cores 7',
        'quota set --no-force': '--cores 7',
        # No word of it reaches Compute.
        'project cleanup': None,
    },
    before={},
)

LAST = dict.fromkeys(
    (f'quota set --injected-{name}' for name in ('file-size', 'files', 'path-size')), '2.56'
)
"""The last versions that have an option."""

REASONS: dict[str, str] = {}
"""Lines whose writes differ, or that are refused here."""
