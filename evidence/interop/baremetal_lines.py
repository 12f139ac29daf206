"""Values for lines of the Bare Metal commands of python-openstackclient, and what is there."""

from __future__ import annotations

from evidence.interop.every_option import Values

_CHASSIS = '11111111-1111-4111-8111-111111111111'
_PORT = '22222222-2222-4222-8222-222222222222'
_GROUP = '33333333-3333-4333-8333-333333333333'
_CONNECTOR = '44444444-4444-4444-8444-444444444444'
_TARGET = '55555555-5555-4555-8555-555555555555'
_RULE = '66666666-6666-4666-8666-666666666666'
_NODE = '77777777-7777-4777-8777-777777777777'
_ALLOCATION = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
_TEMPLATE = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
_RUNBOOK = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc'
_VIF = '88888888-8888-4888-8888-888888888888'
_NEW = '99999999-9999-4999-8999-999999999999'

_STEP = '{"interface": "deploy", "step": "erase_devices", "args": {}, "priority": 10}'
_CLEAN_STEP = '{"interface": "bios", "step": "factory_reset"}'
_RUNBOOK_STEP = '{"interface": "bios", "step": "factory_reset", "args": {}, "order": 1}'
_ACTION = '{"op": "set-attribute", "args": {"path": "/driver", "value": "ipmi"}}'
_CONDITION = '{"op": "eq", "args": {"values": ["a", "b"]}}'

_CREATE = 'baremetal-node-create --driver fake-hardware --resource-class baremetal'
_PAIRS = '--property a=b --extra a=b --driver-info a=b'

SETUP = (
    f'baremetal-chassis-create --uuid {_CHASSIS} --description words --extra a=b',
    f'{_CREATE} --uuid {_NODE} --name node1 {_PAIRS} --owner o --lessee l --description words '
    f'--conductor-group "" --chassis-uuid {_CHASSIS}',
    *(f'{_CREATE} --name {name}' for name in ('manageable', 'free', 'active', 'rescued')),
    *(f'baremetal-node-manage {name}' for name in ('manageable', 'free', 'active', 'rescued')),
    *(f'baremetal-node-provide {name}' for name in ('free', 'active', 'rescued')),
    *(f'baremetal-node-deploy {name}' for name in ('active', 'rescued')),
    f'{_CREATE} --name inspected',
    'baremetal-node-manage inspected',
    'baremetal-node-inspect inspected',
    'baremetal-node-create --driver fake-failing --name held --driver-info holding_steps=clean',
    'baremetal-node-manage held',
    f"baremetal-node-clean held --clean-steps '[{_CLEAN_STEP}]'",
    'baremetal-node-rescue rescued --rescue-password secret',
    'baremetal-node-set node1 --instance-info a=b --shard s1 --instance-name in1 --retired '
    '--retired-reason why',
    *(f'baremetal-node-trait-add {name} CUSTOM_R1' for name in ('manageable', 'active')),
    'baremetal-node-trait-add node1 CUSTOM_T1',
    'baremetal-node-trait-add node1 CUSTOM_T2',
    f'baremetal-node-vif-attach node1 {_VIF}',
    f'baremetal-port-group-create --node node1 --uuid {_GROUP} --name group1 --extra a=b '
    '--property a=b --address 52:54:00:00:01:02 --physical-network net1 --category cat1',
    f'baremetal-port-create 52:54:00:00:01:01 --node node1 --uuid {_PORT} --name port1 '
    f'--extra a=b --local-link-connection switch_id=00:11:22:33:44:55 '
    '--description words --vendor v --category cat1 --physical-network net1',
    f'baremetal-volume-connector-create --node node1 --type iqn --connector-id iqn.1 '
    f'--uuid {_CONNECTOR} --extra a=b',
    f'baremetal-volume-target-create --node node1 --type iscsi --boot-index 0 --volume-id {_VIF} '
    f'--uuid {_TARGET} --extra a=b --property a=b',
    f'baremetal-allocation-create --resource-class none --name allocation1 --uuid {_ALLOCATION} '
    '--extra a=b',
    f"baremetal-deploy-template-create CUSTOM_D1 --uuid {_TEMPLATE} --steps '[{_STEP}]' "
    '--extra a=b',
    f"baremetal-runbook-create --uuid {_RUNBOOK} --name CUSTOM_R1 --steps '[{_RUNBOOK_STEP}]' "
    '--extra a=b --description words',
    'baremetal-runbook-trait-add CUSTOM_R1 CUSTOM_T1',
    f"baremetal-inspection-rule-create --uuid {_RULE} --actions '[{_ACTION}]' "
    f"--conditions '[{_CONDITION}]' --description words --priority 3",
)

_INTERFACES = {
    f'--{kind}-interface': 'fake'
    for kind in (
        'bios', 'boot', 'console', 'deploy', 'firmware', 'inspect', 'management', 'power', 'raid',
        'rescue', 'storage', 'vendor',
    )
}  # fmt: skip

_UNSET = {
    f'baremetal {thing} unset {option}': 'a'
    for thing in (
        'allocation', 'chassis', 'deploy template', 'node', 'port', 'port group', 'runbook',
        'volume connector', 'volume target',
    )
    for option in ('--extra', '--property', '--driver-info', '--instance-info')
}  # fmt: skip

VALUES = Values(
    words={
        '<allocation>': 'allocation1',
        '<allocations>': 'allocation1',
        '<chassis>': _CHASSIS,
        '<conductor>': 'sandbox-conductor',
        '<resource_files>': 'resources.json',
        '<name>': 'CUSTOM_D2',
        '<template>': 'CUSTOM_D1',
        '<templates>': 'CUSTOM_D1',
        '<driver>': 'fake-hardware',
        '<method>': 'second_method',
        '<rule>': _RULE,
        '<rules>': _RULE,
        '<node>': 'node1',
        '<nodes>': 'node1',
        '<traits>': 'CUSTOM_T1',
        '<setting_name>': 'setting1',
        '<device>': 'pxe',
        '<boot_mode>': 'uefi',
        '<event>': _NEW,
        '<vif_id>': _NEW,
        '<port>': _PORT,
        '<ports>': _PORT,
        '<portgroup>': 'group1',
        '<portgroups>': 'group1',
        '<runbook>': 'CUSTOM_R1',
        '<runbooks>': 'CUSTOM_R1',
        '<volume_connector>': _CONNECTOR,
        '<volume_connectors>': _CONNECTOR,
        '<volume_target>': _TARGET,
        '<volume_targets>': _TARGET,
        '<address>': '52:54:00:00:02:01',
        **_INTERFACES,
        '--network-interface': 'noop',
        '--actions': f"'[{_ACTION}]'",
        '--action': _ACTION,
        '--address': '52:54:00:00:02:02',
        '--arg': 'bar=kazoo',
        '--boot-index': '1',
        '--candidate-node': 'node1',
        '--category': 'cat2',
        '--chassis': _CHASSIS,
        '--chassis-uuid': _CHASSIS,
        '--clean-steps': f"'[{_CLEAN_STEP}]'",
        '--conductor': 'sandbox-conductor',
        '--conductor-group': 'group1',
        '--condition': _CONDITION,
        '--conditions': f"'[{_CONDITION}]'",
        '--config-drive': 'config-drive',
        '--connector-id': 'iqn.2',
        '--deploy-steps': f"'[{_STEP}]'",
        '--description': 'other',
        '--description-contains': 'words',
        '--disable-ramdisk': 'true',
        '--driver': 'fake-hardware',
        '--driver-info': 'c=d',
        '--extra': 'c=d',
        '--fault': "'power failure'",
        '--fields': 'uuid',
        '--file': 'inventory.json',
        '--http-method': 'POST',
        '--instance-info': 'c=d',
        '--instance-name': 'in2',
        '--instance-uuid': _NEW,
        '--lessee': 'l2',
        '--limit': '2',
        '--local-link-connection': 'port_id=7',
        '--marker': _NODE,
        '--mode': '802.3ad',
        '--name': 'new1',
        '--network-data': 'network.json',
        '--node': _NODE,
        '--owner': 'o2',
        '--parent-node': _NODE,
        '--phase': 'main',
        '--physical-network': 'net2',
        '--port-group': _GROUP,
        '--port-uuid': _PORT,
        '--portgroup-uuid': _GROUP,
        '--power-timeout': '10',
        '--priority': '5',
        '--property': 'c=d',
        '--protected-reason': 'why',
        '--provision-state': None,
        '--public': 'true',
        '--pxe-enabled': 'false',
        '--reason': 'why',
        '--rescue-password': 'secret',
        '--resource-class': 'baremetal',
        '--retired-reason': 'why',
        '--runbook': 'CUSTOM_R1',
        '--sensitive': 'true',
        '--service-steps': f"'[{_CLEAN_STEP}]'",
        '--shard': 's2',
        '--shards': 's1',
        '--sort': 'uuid',
        '--state': 'active',
        '--steps': f"'[{_STEP}]'",
        '--target-raid-config': 'raid.json',
        '--trait': 'CUSTOM_T1',
        '--type': 'iscsi',
        '--uuid': _NEW,
        '--vendor': 'v2',
        '--vif-info': 'a=b',
        '--volume-id': _NEW,
        '--wait': '600',
        # What a line needs besides.
        **_UNSET,
        'baremetal allocation create': ('--resource-class baremetal',),
        'baremetal allocation create --node': 'active',
        'baremetal allocation list --marker': _ALLOCATION,
        'baremetal chassis list --marker': _CHASSIS,
        'baremetal conductor list --fields': 'hostname',
        'baremetal conductor show --fields': 'hostname',
        'baremetal conductor list --marker': None,
        'baremetal conductor list --sort': 'hostname',
        'baremetal deploy template list --marker': _TEMPLATE,
        'baremetal deploy template set --name': 'CUSTOM_D2',
        'baremetal driver list --fields': 'name',
        'baremetal driver show --fields': 'name',
        'baremetal driver list --type': 'dynamic',
        'baremetal inspection rule list --marker': _RULE,
        'baremetal node adopt <nodes>': 'manageable',
        'baremetal node bios setting list --fields': 'name',
        'baremetal node clean <nodes>': 'manageable',
        'baremetal node clean': (f"--clean-steps '[{_CLEAN_STEP}]'",),
        'baremetal node deploy <nodes>': 'free',
        'baremetal node inspect <nodes>': 'manageable',
        'baremetal node provide <nodes>': 'manageable',
        'baremetal node rebuild <nodes>': 'active',
        'baremetal node rescue <nodes>': 'active',
        'baremetal node service <nodes>': 'active',
        'baremetal node service': (f"--service-steps '[{_CLEAN_STEP}]'",),
        'baremetal node list --provision-state': 'available',
        'baremetal node remove trait': ('CUSTOM_T1',),
        'baremetal node remove trait --all': None,
        'baremetal node trait remove': ('CUSTOM_T1',),
        'baremetal node trait remove --all': None,
        'baremetal runbook trait remove': ('CUSTOM_T1',),
        'baremetal runbook trait remove --all': None,
        'baremetal node passthru call': ('--arg bar=kazoo',),
        'baremetal node set --reset-interfaces': '--driver fake-hardware',
        'baremetal node set <nodes>': 'manageable',
        'baremetal node set --protected': '',
        'baremetal node unset --retired': '--retired-reason',
        'baremetal node inventory save <node>': 'inspected',
        'baremetal node abort <nodes>': 'held',
        'baremetal node unhold <nodes>': 'held',
        'baremetal inspection rule create': (f"--conditions '[{_CONDITION}]'",),
        'baremetal inspection rule unset --action': f"'{_ACTION}'",
        'baremetal inspection rule unset --condition': f"'{_CONDITION}'",
        'baremetal node undeploy <nodes>': 'rescued',
        'baremetal node unrescue <nodes>': 'rescued',
        'baremetal node vif detach <vif_id>': _VIF,
        'baremetal port list --marker': _PORT,
        'baremetal port group list --marker': _GROUP,
        'baremetal port create --port-group': _GROUP,
        'baremetal port unset --local-link-connection': 'switch_id',
        'baremetal runbook create --name': 'CUSTOM_R2',
        # The project of the administrator in a new sandbox: the service takes no other.
        'baremetal runbook create --owner': '1189f26bb06e4af6befaaa51b6de8423',
        'baremetal runbook create --steps': f"'[{_RUNBOOK_STEP}]'",
        'baremetal runbook set --name': 'CUSTOM_R2',
        'baremetal runbook set --steps': f"'[{_RUNBOOK_STEP}]'",
        'baremetal runbook list --marker': _RUNBOOK,
        'baremetal volume connector create --type': 'iqn',
        'baremetal volume connector set --type': 'wwnn',
        'baremetal volume connector list --marker': _CONNECTOR,
        'baremetal volume target list --marker': _TARGET,
    },
    before={
        'baremetal chassis delete': ('baremetal-node-unset node1 --chassis-uuid',),
    },
)

FILES = {
    'config-drive': 'drive',
    'resources.json': '{"chassis": [{"description": "c", "nodes": [{"driver": "fake-hardware", '
    '"name": "node8", "ports": [{"address": "52:54:00:00:03:01"}]}]}], '
    '"nodes": [{"driver": "fake-hardware", "name": "node9"}]}',
    'network.json': '{"links": [], "networks": [], "services": []}',
    'raid.json': '{"logical_disks": [{"size_gb": 100, "raid_level": "1"}]}',
}

_QUERY = 'Ours names the method in the query, as documented.'
_FLAG = 'Ours sets it to false, since it is either true or false.'
_TEXT = 'Theirs sends a text, which the service refuses.'

REASONS = {
    'baremetal inspection rule create --priority': _TEXT,
    'baremetal inspection rule create --sensitive': _TEXT,
    'baremetal node passthru call': _QUERY,
    'baremetal node passthru call --arg': _QUERY,
    'baremetal node passthru call --http-method': _QUERY,
    'baremetal runbook unset --public': _FLAG,
    'baremetal runbook unset --disable-ramdisk': _FLAG,
}
"""Lines whose writes differ, with the reason."""
