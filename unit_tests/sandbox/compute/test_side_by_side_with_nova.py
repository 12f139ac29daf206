"""Rules that random sessions beside a running Nova have shown."""

from __future__ import annotations

from unit_tests.sandbox.caller import Answer, Caller

MISSING = '00000000-dead-4bad-8bad-00000000dead'


def refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.message


def test_deleted_server_keeps_neither_metadata_nor_tags_nor_its_fault(cloud: Caller) -> None:
    server = cloud.boot(metadata={'a': 'b'}, tags=['t'])
    cloud.now += 10
    assert cloud('DELETE', f'/v2.1/servers/{server}/os-interface/{MISSING}').status == 202
    cloud.act(server, {'os-resetState': {'state': 'error'}})
    fault = cloud.server(server)['fault']
    assert (fault['code'], fault['message']) == (404, f'Port {MISSING} is not attached')
    assert 'details' not in fault
    cloud('DELETE', f'/v2.1/servers/{server}')
    cloud.now += 10
    shown = cloud('GET', '/v2.1/servers/detail?deleted=1', '2.90').body['servers']
    (gone,) = [each for each in shown if each['id'] == server]
    assert (gone['metadata'], gone['tags'], 'fault' in gone) == ({}, [], False)


def test_fault_outlives_a_rebuild(cloud: Caller, server: str) -> None:
    cloud('DELETE', f'/v2.1/servers/{server}/os-interface/{MISSING}')
    assert cloud.act(server, {'rebuild': {'imageRef': cloud.image()}}).status == 202
    cloud.now += 10
    assert 'fault' not in cloud.server(server)
    cloud.act(server, {'os-resetState': {'state': 'error'}})
    assert cloud.server(server)['fault']['code'] == 404


def test_backup_of_rotation_0_is_nowhere(cloud: Caller, server: str) -> None:
    def located(rotation: int) -> bool:
        body = {'name': 'b', 'backup_type': 'daily', 'rotation': rotation}
        answer = cloud.act(server, {'createBackup': body}, '2.44')
        cloud.now += 10
        assert answer.status == 202
        return answer.headers['Location'] is not None

    assert located(1)
    assert not located(0)


def test_fixed_address_is_for_a_port_that_is_there(cloud: Caller) -> None:
    network = cloud('GET', '/network/v2.0/networks?name=private').body['networks'][0]['id']
    for networks, count in (('none', 0), ('auto', 2)):
        server = cloud.boot(networks=networks)
        cloud.now += 10
        assert cloud.act(server, {'addFixedIp': {'networkId': network}}, '2.43').status == 202
        assert len(cloud.server(server)['addresses'].get('private', [])) == count


def test_links_name_the_project_that_the_query_names(cloud: Caller, server: str) -> None:
    for query, part in ((f'?project_id={cloud.project}', f'/{cloud.project}'), ('', '')):
        (shown,) = [
            each
            for each in cloud('GET', f'/v2.1/servers{query}').body['servers']
            if each['id'] == server
        ]
        assert shown['links'][0]['href'].endswith(f'/v2.1{part}/servers/{server}')


def test_volumes_of_a_suspended_server_stay_as_they_are(cloud: Caller, server: str) -> None:
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    volume, other = cloud.volume(), cloud.volume()
    assert cloud('POST', path, body={'volumeAttachment': {'volumeId': volume}}).status == 200
    cloud.act(server, {'suspend': None})
    cloud.now += 10
    words = f"Cannot '{{}}_volume' instance {server} while it is in vm_state suspended"
    refused = cloud('POST', path, body={'volumeAttachment': {'volumeId': other}})
    assert refusal(refused) == (409, words.format('attach'))
    assert refusal(cloud('DELETE', f'{path}/{volume}')) == (409, words.format('detach'))
