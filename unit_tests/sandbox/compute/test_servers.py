"""The life of a server: creation, states that follow the clock, update, deletion, policy."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller

UNKNOWN = '11111111-2222-3333-4444-555555555555'


def test_server_is_built_as_time_passes(cloud: Caller) -> None:
    id = cloud.boot()
    seen = []
    for _ in range(3):
        server = cloud.server(id)
        seen.append((server['status'], server['OS-EXT-STS:task_state'], bool(server['addresses'])))
        cloud.now += 1
    assert seen == [
        ('BUILD', 'scheduling', False),
        ('BUILD', 'spawning', True),
        ('ACTIVE', None, True),
    ]


def test_reading_changes_nothing_but_the_clock_does(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 100
    server = cloud.server(id)
    # It was built two seconds after the request, whenever someone looks.
    assert server['updated'] == '2027-01-15T08:00:02Z'
    assert cloud.server(id) == server


def test_name_with_the_word_for_it_ends_in_error_with_a_fault(cloud: Caller) -> None:
    id = cloud.boot(name='my-sandbox-error-1')
    assert cloud.server(id)['status'] == 'BUILD'
    cloud.now += 1
    server = cloud.server(id)
    assert server['status'] == 'ERROR'
    assert server['fault']['code'] == 500
    assert server['fault']['message'].startswith('No valid host was found')
    assert 'progress' not in server


def test_details_of_a_fault_are_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot(name='sandbox-error')
    cloud.now += 5
    assert 'details' in cloud.server(id)['fault']
    demo.now = cloud.now
    assert 'details' not in demo('GET', f'/v2.1/servers/{id}').body['server']['fault']


@pytest.mark.parametrize(
    ('keys', 'words'),
    [
        ({'imageRef': UNKNOWN}, 'Can not find requested image'),
        ({'flavorRef': '99'}, 'Flavor 99 could not be found.'),
        ({'key_name': 'nope'}, 'Invalid key_name provided.'),
        ({'imageRef': ''}, 'Missing imageRef attribute'),
        ({'min_count': 3, 'max_count': 1}, 'min_count must be <= max_count'),
        ({'availability_zone': 'mars'}, 'The requested availability zone is not available'),
        ({'host': 'nope'}, 'Compute host nope could not be found.'),
        ({'networks': [{'uuid': UNKNOWN}]}, f'Network {UNKNOWN} could not be found.'),
        ({'networks': [{'port': UNKNOWN}]}, f'Port id {UNKNOWN} could not be found.'),
        ({'networks': [{}]}, "Bad network format: missing 'uuid'"),
        ({'bogus': 1}, "Additional properties are not allowed ('bogus' was unexpected)"),
    ],
)
def test_creation_is_refused_with_words(cloud: Caller, keys: dict[str, Any], words: str) -> None:
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none', **keys}
    answer = cloud('POST', '/v2.1/servers', '2.90', {'server': server})
    assert answer.status == 400
    assert words in answer.message


# Key, a value, and the last version without it and the first with it.
BOUNDARIES = [
    ('description', 'd', '2.18', '2.19'),
    ('tags', ['a'], '2.51', '2.52'),
    ('trusted_image_certificates', ['c'], '2.62', '2.63'),
    ('host', 'host1', '2.73', '2.74'),
    ('hypervisor_hostname', 'host1', '2.73', '2.74'),
    ('hostname', 'h1', '2.89', '2.90'),
]


@pytest.mark.parametrize(('key', 'value', 'before', 'at'), BOUNDARIES)
def test_key_of_a_creation_is_refused_below_its_version(
    cloud: Caller, key: str, value: Any, before: str, at: str
) -> None:
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), key: value}
    for version, status in ((before, 400), (at, 202)):
        if int(version[2:]) >= 37:
            server['networks'] = 'none'
        assert cloud('POST', '/v2.1/servers', version, {'server': server}).status == status


def test_personality_ends_with_2_56(cloud: Caller) -> None:
    files = [{'path': '/a', 'contents': 'YQ=='}]
    assert cloud.boot('2.56', personality=files)
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'auto'}
    body = {'server': {**server, 'personality': files}}
    assert cloud('POST', '/v2.1/servers', '2.57', body).status == 400


def test_networks_are_required_from_2_37(cloud: Caller) -> None:
    body = {'server': {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image()}}
    assert cloud('POST', '/v2.1/servers', '2.36', body).status == 202
    answer = cloud('POST', '/v2.1/servers', '2.37', body)
    assert "'networks' is a required property" in answer.message


def test_several_servers_are_numbered_and_share_a_reservation(cloud: Caller) -> None:
    server = {
        'name': 'w',
        'flavorRef': '1',
        'imageRef': cloud.image(),
        'networks': 'none',
        'min_count': 2,
        'max_count': '3',
        'return_reservation_id': True,
    }
    answer = cloud('POST', '/v2.1/servers', '2.90', {'server': server})
    found = cloud('GET', f'/v2.1/servers?reservation_id={answer.body["reservation_id"]}')
    assert sorted(each['name'] for each in found.body['servers']) == ['w-1', 'w-2', 'w-3']


def test_several_servers_have_one_description_but_not_one_hostname(cloud: Caller) -> None:
    keys = {'name': 'w', 'networks': 'none', 'flavorRef': '1', 'imageRef': cloud.image()}
    several = {'server': {**keys, 'min_count': 2, 'hostname': 'w'}}
    assert cloud('POST', '/v2.1/servers', '2.90', several).status == 400
    keys.pop('networks')
    assert (
        cloud('POST', '/v2.1/servers', '2.18', {'server': {**keys, 'min_count': 2}}).status == 202
    )
    # Before 2.19 it is the name that was asked for.
    found = cloud('GET', '/v2.1/servers/detail?name=w-', '2.90').body['servers']
    assert [each['description'] for each in found] == ['w', 'w']


def test_server_is_no_instance_before_a_host_has_been_looked_for(cloud: Caller) -> None:
    id = cloud.boot()
    shown = cloud.server(id)
    assert (shown['OS-EXT-SRV-ATTR:instance_name'], 'security_groups' in shown) == ('', False)
    cloud.now += 1
    shown = cloud.server(id)
    assert shown['status'] == 'BUILD'
    assert shown['OS-EXT-SRV-ATTR:instance_name'].startswith('instance-')
    assert shown['security_groups'] == [{'name': 'default'}]


def test_status_of_the_host_is_what_administrators_say_of_it(cloud: Caller) -> None:
    id = cloud.boot(host='host1')
    cloud.now += 10
    services = cloud('GET', '/v2.1/os-services?host=host1', '2.53').body['services']
    path = f'/v2.1/os-services/{services[0]["id"]}'
    seen = [cloud.server(id)['host_status']]
    for said in ({'status': 'disabled'}, {'forced_down': True}):
        assert cloud('PUT', path, '2.53', said).status == 200
        seen.append(cloud.server(id)['host_status'])
    assert seen == ['UP', 'MAINTENANCE', 'DOWN']


def test_server_without_ports_has_no_groups(cloud: Caller) -> None:
    id = cloud.boot(networks='none')
    cloud.now += 10
    assert 'security_groups' not in cloud.server(id)


def test_host_name_keeps_the_letters_of_every_script(cloud: Caller) -> None:
    shown = cloud.server(cloud.boot(name='Grüße aus_Köln!'))
    assert shown['OS-EXT-SRV-ATTR:hostname'] == 'grüße-aus-köln'


def test_choices_of_a_creation_are_shown(cloud: Caller) -> None:
    cloud('POST', '/v2.1/os-keypairs', '2.2', {'keypair': {'name': 'k'}})
    network = cloud('GET', '/network/v2.0/networks?name=private').body['networks'][0]['id']
    id = cloud.boot(
        '2.100',
        key_name='k',
        metadata={'a': 'b'},
        tags=['z', 'y'],
        description='d',
        hostname='h.example',
        config_drive='yes',
        networks=[{'uuid': network, 'fixed_ip': '10.0.9.9'}],
        host='host2',
        accessIPv4='1.2.3.4',
    )
    cloud.now += 5
    server = cloud.server(id, '2.100')
    assert server['key_name'] == 'k'
    assert server['metadata'] == {'a': 'b'}
    assert server['tags'] == ['y', 'z']
    assert server['description'] == 'd'
    assert server['OS-EXT-SRV-ATTR:hostname'] == 'h.example'
    assert server['OS-EXT-SRV-ATTR:host'] == 'host2'
    assert server['config_drive'] == 'True'
    assert server['accessIPv4'] == '1.2.3.4'
    assert [each['addr'] for each in server['addresses']['private']] == ['10.0.9.9']


def test_volume_to_boot_from_is_attached_and_there_is_no_image(cloud: Caller) -> None:
    volume = cloud.volume(imageRef=cloud.image())
    device = {
        'boot_index': 0,
        'source_type': 'volume',
        'destination_type': 'volume',
        'uuid': volume,
        'delete_on_termination': True,
    }
    id = cloud.boot(imageRef='', block_device_mapping_v2=[device])
    server = cloud.server(id)
    assert server['image'] == ''
    assert server['os-extended-volumes:volumes_attached'] == [
        {'id': volume, 'delete_on_termination': True}
    ]
    device['uuid'] = UNKNOWN
    answer = cloud(
        'POST',
        '/v2.1/servers',
        '2.90',
        {
            'server': {
                'name': 'two',
                'flavorRef': '1',
                'imageRef': '',
                'networks': 'auto',
                'block_device_mapping_v2': [device],
            }
        },
    )
    assert answer.status == 400


# -- actions

ALLOWED = [
    ('os-stop', None, 'SHUTOFF'),
    ('os-start', None, 'ACTIVE'),
    ('pause', None, 'PAUSED'),
    ('unpause', None, 'ACTIVE'),
    ('suspend', None, 'SUSPENDED'),
    ('resume', None, 'ACTIVE'),
    ('reboot', {'type': 'SOFT'}, 'ACTIVE'),
    ('reboot', {'type': 'Hard'}, 'ACTIVE'),
]


def test_each_action_ends_in_its_state(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    for action, value, status in ALLOWED:
        assert cloud.act(id, {action: value}).status == 202, action
        assert cloud.server(id)['OS-EXT-STS:task_state'] is not None
        cloud.now += 5
        server = cloud.server(id)
        assert (server['status'], server['OS-EXT-STS:task_state']) == (status, None)


@pytest.mark.parametrize('action', ['os-start', 'unpause', 'resume'])
def test_action_in_the_wrong_state_conflicts_and_names_the_state(
    cloud: Caller, action: str
) -> None:
    id = cloud.boot()
    cloud.now += 5
    answer = cloud.act(id, {action: None})
    assert answer.status == 409
    verb = action.removeprefix('os-')
    assert answer.message == f"Cannot '{verb}' instance {id} while it is in vm_state active"


def test_second_action_conflicts_while_the_first_lasts(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    cloud.act(id, {'os-stop': None})
    answer = cloud.act(id, {'os-stop': None})
    assert answer.message.endswith('while it is in task_state powering-off')
    cloud.now += 1
    assert cloud.server(id)['status'] == 'SHUTOFF'


def test_reboot_shows_its_kind_while_it_lasts(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    cloud.act(id, {'reboot': {'type': 'SOFT'}})
    assert cloud.server(id)['status'] == 'REBOOT'
    cloud.now += 5
    cloud.act(id, {'reboot': {'type': 'HARD'}})
    assert cloud.server(id)['status'] == 'HARD_REBOOT'


def test_lock_of_an_administrator_holds_others_back(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    cloud.now += 5
    demo.now = cloud.now
    assert cloud.act(id, {'lock': {'locked_reason': 'why'}}, '2.73').status == 202
    shown = demo('GET', f'/v2.1/servers/{id}', '2.73').body['server']
    assert (shown['locked'], shown['locked_reason']) == (True, 'why')
    refused = demo.act(id, {'os-stop': None})
    assert (refused.status, refused.message) == (409, f'Instance {id} is locked')
    assert demo.act(id, {'unlock': None}).status == 403
    # An image leaves the server as it is.
    assert demo.act(id, {'createImage': {'name': 'i'}}).status == 202
    assert demo('DELETE', f'/v2.1/servers/{id}/metadata/none').status == 404
    cloud.now += 5
    assert cloud.act(id, {'os-stop': None}).status == 202
    assert cloud.act(id, {'unlock': None}).status == 202


def test_reason_of_a_lock_is_checked_from_2_73(cloud: Caller) -> None:
    id = cloud.boot()
    assert cloud.act(id, {'lock': {'other': 1}}, '2.72').status == 202
    assert cloud.act(id, {'lock': {'other': 1}}, '2.73').status == 400


# -- update and deletion


def test_update_shows_less_up_to_2_74(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    body = {'server': {'name': 'new'}}
    before = cloud('PUT', f'/v2.1/servers/{id}', '2.74', body).body['server']
    at = cloud('PUT', f'/v2.1/servers/{id}', '2.75', body).body['server']
    assert before['name'] == at['name'] == 'new'
    assert 'OS-EXT-STS:vm_state' not in before
    assert at['OS-EXT-STS:vm_state'] == 'active'
    assert set(before['addresses']['private'][0]) == {'addr', 'version'}


def test_deleted_server_is_there_until_it_is_gone(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    assert cloud('DELETE', f'/v2.1/servers/{id}').status == 204
    assert cloud.server(id)['OS-EXT-STS:task_state'] == 'deleting'
    assert cloud('DELETE', f'/v2.1/servers/{id}').status == 204
    cloud.now += 1
    answer = cloud('GET', f'/v2.1/servers/{id}')
    assert (answer.status, answer.message) == (404, f'Instance {id} could not be found.')
    gone = cloud('GET', '/v2.1/servers/detail?deleted=1', '2.90').body['servers']
    assert [(each['id'], each['status']) for each in gone] == [(id, 'DELETED')]


# -- who may see and do what


def test_servers_of_other_projects_are_not_there(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = cloud.boot()
    assert demo('GET', f'/v2.1/servers/{id}').status == 404
    assert demo('DELETE', f'/v2.1/servers/{id}').status == 404
    assert cloud('GET', f'/v2.1/servers/{demo.boot()}').status == 200


def test_only_administrators_see_where_a_server_runs(cloud: Caller) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    cloud.now += 5
    demo.now = cloud.now
    mine = demo('GET', f'/v2.1/servers/{id}', '2.89').body['server']
    hidden = [key for key in mine if key.startswith('OS-EXT-SRV-ATTR')]
    assert hidden == []
    assert 'host_status' not in mine
    assert cloud.server(id, '2.89')['OS-EXT-SRV-ATTR:host'] in ('host1', 'host2')
    # Everyone sees the host name from 2.90.
    mine = demo('GET', f'/v2.1/servers/{id}', '2.90').body['server']
    assert mine['OS-EXT-SRV-ATTR:hostname'] == 'one'


@pytest.mark.parametrize(
    ('keys', 'rule'),
    [
        ({'host': 'host1'}, 'compute:servers:create:requested_destination'),
        ({'availability_zone': 'nova:host1'}, 'os_compute_api:servers:create:forced_host'),
    ],
)
def test_destination_is_for_administrators(cloud: Caller, keys: dict[str, Any], rule: str) -> None:
    demo = cloud.other('demo')
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none', **keys}
    answer = demo('POST', '/v2.1/servers', '2.90', {'server': server})
    assert answer.status == 403
    assert answer.message == f"Policy doesn't allow {rule} to be performed."


# Key, the last version without it and the first with it.
FIELDS = [
    ('OS-EXT-SRV-ATTR:reservation_id', '2.2', '2.3'),
    ('locked', '2.8', '2.9'),
    ('host_status', '2.15', '2.16'),
    ('description', '2.18', '2.19'),
    ('tags', '2.25', '2.26'),
    ('trusted_image_certificates', '2.62', '2.63'),
    ('server_groups', '2.70', '2.71'),
    ('locked_reason', '2.72', '2.73'),
    ('pinned_availability_zone', '2.95', '2.96'),
    ('scheduler_hints', '2.99', '2.100'),
]


@pytest.mark.parametrize(('key', 'before', 'at'), FIELDS)
def test_field_of_a_server_begins_at_its_version(
    cloud: Caller, key: str, before: str, at: str
) -> None:
    id = cloud.boot()
    cloud.now += 5
    assert key not in cloud.server(id, before)
    assert key in cloud.server(id, at)


def test_flavor_is_embedded_from_2_47(cloud: Caller) -> None:
    id = cloud.boot()
    assert set(cloud.server(id, '2.46')['flavor']) == {'id', 'links'}
    assert cloud.server(id, '2.47')['flavor']['original_name'] == 'm1.tiny'


def test_properties_of_the_image_are_shown_from_2_98(cloud: Caller) -> None:
    id = cloud.boot()
    assert 'properties' not in cloud.server(id, '2.97')['image']
    assert cloud.server(id, '2.98')['image']['properties']['architecture'] == 'x86_64'


def test_hints_are_kept_as_lists(cloud: Caller) -> None:
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}
    body = {'server': server, 'os:scheduler_hints': {'foo': 'bar'}}
    id = cloud('POST', '/v2.1/servers', '2.100', body).body['server']['id']
    assert cloud.server(id, '2.100')['scheduler_hints'] == {'foo': ['bar']}


def test_a_server_does_not_show_the_images_that_its_image_starts_with(cloud: Caller) -> None:
    image = cloud.image()
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('image', image)
        assert row is not None
        row.document['properties'] = {'kernel_id': 'k', 'ramdisk_id': 'r', 'os_distro': 'cirros'}
        session.save(row)
        session.commit()
    shown = cloud.server(cloud.boot(imageRef=image), '2.98')
    assert shown['image']['properties'] == {'os_distro': 'cirros'}


def test_launch_is_told_in_whole_seconds(cloud: Caller) -> None:
    cloud.now += 0.25
    id = cloud.boot()
    cloud.now += 5
    assert cloud.server(id)['OS-SRV-USG:launched_at'].endswith('.000000')
