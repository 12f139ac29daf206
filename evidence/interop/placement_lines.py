"""Values for lines of the Placement commands of python-openstackclient, and what they are about."""

from __future__ import annotations

from evidence.interop.every_option import Values

_ONE = '11111111-1111-4111-8111-111111111111'
_TWO = '22222222-2222-4222-8222-222222222222'
_CONSUMER = '44444444-4444-4444-8444-444444444444'
_PROJECT = '55555555-5555-4555-8555-555555555555'
_USER = '66666666-6666-4666-8666-666666666666'
_NEW = '99999999-9999-4999-8999-999999999999'

_OWNER = (f'--project-id {_PROJECT}', f'--user-id {_USER}', '--consumer-type INSTANCE')

SETUP = (
    'placement-resource-class-create CUSTOM_C1',
    'placement-trait-create CUSTOM_T1',
    'placement-trait-create CUSTOM_T2',
    f'placement-resource-provider-create one --uuid {_ONE}',
    f'placement-resource-provider-create two --uuid {_TWO}',
    f'placement-resource-provider-create empty --uuid {_USER}',
    'placement-inventory-set one --resource VCPU=8 --resource MEMORY_MB=1024',
    'placement-inventory-set two --resource VCPU=8 --resource DISK_GB=1024',
    # The aggregate has the id of one of its providers, so that lines may be about either.
    f'placement-aggregate-set one {_ONE}',
    f'placement-aggregate-set two {_ONE}',
    'placement-resource-provider-trait-set one --trait CUSTOM_T1',
    f'placement-allocation-set {_CONSUMER} --allocation rp=one,VCPU=1 '
    f'--allocation rp=two,DISK_GB=1 {" ".join(_OWNER)}',
)

VALUES = Values(
    words={
        '<name>': 'CUSTOM_NEW',
        '<uuid>': _ONE,
        '<resource_class>': 'VCPU',
        '<project_id>': _PROJECT,
        '--aggregate': _TWO,
        '--aggregate-uuid': _ONE,
        '--allocation': f'rp={_ONE},VCPU=2,MEMORY_MB=64',
        '--allocation_ratio': '2.0',
        '--consumer-type': 'INSTANCE',
        '--forbidden': 'CUSTOM_T2',
        '--generation': '4',
        '--group': '1 --resource VCPU=1',
        '--group-policy': 'isolate',
        '--in-tree': _ONE,
        '--limit': '2',
        '--max_unit': '4',
        '--member-of': _ONE,
        '--min_unit': '2',
        '--name': 'one',
        '--parent-provider': _ONE,
        '--project-id': _PROJECT,
        '--provider': _ONE,
        '--required': 'CUSTOM_T1',
        '--reserved': '1',
        '--resource': 'VCPU=2',
        '--resource-class': 'VCPU',
        '--step_size': '2',
        '--total': '16',
        '--trait': 'CUSTOM_T2',
        '--user-id': _USER,
        '--uuid': _NEW,
        # What a line needs besides.
        'allocation candidate list': ('--resource VCPU=1',),
        'resource class delete <name>': 'CUSTOM_C1',
        'resource class show <name>': 'CUSTOM_C1',
        'resource provider aggregate set': ('--generation 4',),
        'resource provider allocation delete <uuid>': _CONSUMER,
        'resource provider allocation set <uuid>': _NEW,
        'resource provider allocation set': (f'--allocation rp={_ONE},VCPU=2', *_OWNER),
        'resource provider allocation show <uuid>': _CONSUMER,
        'resource provider allocation unset <uuid>': _CONSUMER,
        'resource provider delete <uuid>': _USER,
        'resource provider inventory delete --resource-class': 'MEMORY_MB',
        'resource provider inventory set': ('--resource VCPU=16',),
        'resource provider inventory set --resource': 'VCPU=16 --resource VCPU:reserved=2',
        'resource provider list --uuid': _ONE,
        'resource provider set --name': 'other',
        'resource provider set <uuid>': _USER,
        'resource provider trait set --trait': 'CUSTOM_T1 --trait CUSTOM_T2',
        'trait delete <name>': 'CUSTOM_T2',
        'trait list --name': 'startswith:CUSTOM',
        'trait show <name>': 'CUSTOM_T1',
    },
    before={},
)

REASONS = {
    'resource provider allocation unset': 'Ours deletes all allocations of the consumer.',
    'resource provider trait set': 'Ours deletes the traits, which is as good as none.',
}
"""Lines whose writes differ, with the reason."""
