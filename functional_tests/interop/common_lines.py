"""Values for lines of the commands of python-openstackclient that are about several services, and
what they are about.
"""

from __future__ import annotations

from functional_tests.interop.every_option import Values

SETUP = (
    'quota-update demo --instances 20 --cores 30',
    'server-create --flavor m1.tiny --image cirros --nic none web',
)

_NUMBER = '7'

VALUES = Values(
    words={
        'limits show': ('--absolute',),
        '<project>': 'demo',
        '--interface': 'public',
        '--project': 'demo',
        '--project-domain': 'default --project demo',
        '--domain': 'default --project demo',
        '--region-name': 'sandbox',
        '--service': 'compute',
        '--status': 'CURRENT',
        '--volume-type': 'sandbox --volumes 7',
        'quota set --class': '--cores 7',
        'quota set --default': '--cores 7',
        'quota set --force': '--cores 7',
        'quota set --no-force': '--cores 7',
        'quota set --check-limit': '--networks 7',
        **dict.fromkeys(
            (
                '--cores',
                '--injected-file-size',
                '--injected-path-size',
                '--injected-files',
                '--instances',
                '--key-pairs',
                '--properties',
                '--ram',
                '--server-group-members',
                '--server-groups',
                '--backups',
                '--backup-gigabytes',
                '--gigabytes',
                '--groups',
                '--per-volume-gigabytes',
                '--snapshots',
                '--volumes',
                '--floating-ips',
                '--secgroup-rules',
                '--secgroups',
                '--networks',
                '--subnets',
                '--ports',
                '--routers',
                '--router-routes',
                '--rbac-policies',
                '--subnetpools',
            ),
            _NUMBER,
        ),
    },
    before={},
)
