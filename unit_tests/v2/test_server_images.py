"""Images and backups of servers, and rebuilds, on both sides of each breakpoint."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import instance_actions, one_server

ID, IMAGE = one_server.ID, one_server.IMAGE
MADE = '555cae93-fb41-4145-9c52-f5b923538a26'
ACTION = f'/servers/{ID}/action'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of today with one server and images."""
    made = start_cloud(maximum=NEWEST, catalog={'image': '/image'})
    one_server.add(made)
    made.on('GET', f'/image/v2/images/{IMAGE}', {'id': IMAGE, 'name': 'cirros'})
    image = {'id': MADE, 'name': 'snap', 'status': 'active'}
    made.on('GET', f'/image/v2/images/{MADE}', image)
    return made


def answer_of_version(version: str) -> Callable[[Request], Answer]:
    """Return a cloud's answer with the new image."""
    if version == '2.44':
        place = [('Location', f'http://images.example/images/{MADE}')]
        return lambda request: Answer(202, None, place)
    return lambda request: Answer(202, {'image_id': MADE}, [])


@pytest.mark.parametrize('version', ['2.44', '2.45'])
def test_image_is_named_by_a_header_and_then_by_the_body(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('POST', ACTION, answer_of_version(version))
    words = ('image-create', 'web', 'snap', '--metadata', 'a=b', '--show')
    result = nova(*words, version=version, cloud=cloud)
    assert result.status == 0
    assert f'| id       | {MADE} |' in result.lines
    assert one_server.writes(cloud) == [{'createImage': {'name': 'snap', 'metadata': {'a': 'b'}}}]


def test_image_is_not_asked_for_unless_it_is_to_be_shown(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    result = nova('server-image-create', 'web', 'snap', version='2.45', cloud=cloud)
    assert (result.status, result.out) == (0, '')
    assert not [each for each in cloud.wire() if '/image/' in each]
    machine = nova('server-image-create', 'web', 'snap', '-f', 'json', version='2.45', cloud=cloud)
    assert json.loads(machine.out) == {'id': MADE, 'name': 'snap', 'server_id': ID}


@pytest.mark.parametrize('answer', [{}, {'image_id': None}])
def test_answer_without_an_image_is_an_error_of_the_cloud(
    nova: Nova, cloud: ScriptedCloud, answer: Any
) -> None:
    cloud.on('POST', ACTION, answer, status=202)
    for version in ('2.44', '2.45'):
        result = nova('server-image-create', 'web', 'snap', version=version, cloud=cloud)
        assert result.status == 7


def test_wait_for_an_image_goes_on_until_the_server_has_settled(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    statuses = ['queued', 'active', 'active']
    tasks = ['image_uploading', None]
    cloud.on(
        'GET',
        f'/image/v2/images/{MADE}',
        lambda request: {'id': MADE, 'name': 'snap', 'status': statuses.pop(0)},
    )
    cloud.on(
        'GET',
        f'/servers/{ID}',
        lambda request: {'server': {**one_server.SERVER, 'OS-EXT-STS:task_state': tasks.pop(0)}},
    )
    result = nova('image-create', 'web', 'snap', '--poll', version='2.45', cloud=cloud)
    assert result.status == 0
    assert (statuses, tasks) == ([], [])


@pytest.mark.parametrize(
    ('status', 'message'), [('deleted', 'was deleted'), ('killed', 'went into error')]
)
def test_image_that_cannot_be_made_ends_the_wait(
    nova: Nova, cloud: ScriptedCloud, status: str, message: str
) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    image = {'id': MADE, 'name': 'snap', 'status': status}
    cloud.on('GET', f'/image/v2/images/{MADE}', image)
    result = nova('image-create', 'web', 'snap', '--wait', version='2.45', cloud=cloud)
    assert result.status == 1
    assert message in result.err
    assert not nova.clock.sleeps


def test_image_that_is_gone_after_a_failed_snapshot_has_the_reason(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    left: list[Any] = [{'id': MADE, 'name': 'snap', 'status': 'queued'}]
    event = instance_actions.event('compute_snapshot_instance', 'Error', details='Disk full.')
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    cloud.on(
        'GET',
        f'/image/v2/images/{MADE}',
        lambda request: left.pop() if left else fault(404, 'No.'),
    )
    instance_actions.record(cloud, ID, lambda: {'message': 'Error', 'events': [event]})
    result = nova('image-create', 'web', 'snap', '--wait', version='2.45', cloud=cloud)
    assert result.status == 1
    assert result.err.startswith(
        'nova-mv: snap: the snapshot failed: Disk full; the image is gone.'
    )


def settles(cloud: ScriptedCloud, statuses: list[str], *tasks: str | None) -> None:
    """Let the image and its server go through states; the last one stays."""
    left = list(tasks)

    def next_of(states: list[Any]) -> Any:
        return states.pop(0) if len(states) > 1 else states[0]

    cloud.on(
        'GET',
        f'/image/v2/images/{MADE}',
        lambda request: {'id': MADE, 'name': 'snap', 'status': next_of(statuses)},
    )
    cloud.on(
        'GET',
        f'/servers/{ID}',
        lambda request: {'server': {**one_server.SERVER, 'OS-EXT-STS:task_state': next_of(left)}},
    )


@pytest.mark.parametrize(
    'words',
    [
        ('server-image-create', 'web', 'snap'),
        ('server-image-create', 'web', 'snap', '--show'),
        ('server-backup', 'web', 'snap', 'daily', '3'),
    ],
)
def test_image_that_stays_queued_ends_the_wait_when_the_server_has_settled(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    settles(cloud, ['queued'], 'image_uploading', 'image_uploading', None)
    result = nova(*words, '--wait', version='2.45', cloud=cloud)
    assert result.status == 1
    assert result.err == (
        'nova-mv: snap: the snapshot failed: the cloud tells no reason; the image is queued. '
        f"'nova-mv server-action-list {ID}' shows what was done.\n"
    )
    assert sum(nova.clock.sleeps) < 15
    assert ('queued' in result.out) == (words[-1] != 'snap')


def test_image_that_is_stored_at_the_last_moment_is_a_success(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    settles(cloud, ['queued', 'queued', 'active'], None)
    words = ('server-image-create', 'web', 'snap', '--wait')
    assert nova(*words, version='2.45', cloud=cloud).lines == ['snap: active']


def test_image_of_a_server_that_is_gone_is_a_success(nova: Nova, cloud: ScriptedCloud) -> None:
    gone = False

    def image(request: Request) -> Any:
        nonlocal gone
        gone = True
        return {'id': MADE, 'name': 'snap', 'status': 'active'}

    def server(request: Request) -> Any:
        return fault(404, 'No.') if gone else {'server': one_server.SERVER}

    cloud.on('POST', ACTION, answer_of_version('2.45'))
    cloud.on('GET', f'/image/v2/images/{MADE}', image)
    cloud.on('GET', f'/servers/{ID}', server)
    words = ('server-image-create', ID, 'snap', '--wait')
    assert nova(*words, version='2.45', cloud=cloud).status == 0


def test_queued_image_is_waited_for_where_the_cloud_does_not_tell_of_tasks(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', ACTION, answer_of_version('2.45'))
    settles(cloud, ['queued'], None)
    silent = {
        key: value for key, value in one_server.SERVER.items() if key != 'OS-EXT-STS:task_state'
    }
    cloud.on('GET', f'/servers/{ID}', {'server': silent})
    words = ('server-image-create', 'web', 'snap', '--wait', '--wait-timeout', '60')
    result = nova(*words, version='2.45', cloud=cloud)
    assert result.status == 9
    assert f"'nova-mv image-show {MADE}' shows how it went on." in result.err


@pytest.mark.parametrize('version', ['2.44', '2.45'])
def test_backup_shows_its_image_where_the_cloud_names_it(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('POST', ACTION, answer_of_version(version))
    result = nova('backup', 'web', 'snap', 'daily', '3', version=version, cloud=cloud)
    assert result.status == 0
    assert bool(result.out) == (version == '2.45')
    wanted = {'name': 'snap', 'backup_type': 'daily', 'rotation': '3'}
    assert one_server.writes(cloud) == [{'createBackup': wanted}]


# -- rebuild -------------------------------------------------------------------


def rebuilt(cloud: ScriptedCloud) -> dict[str, Any]:
    """Return the body of the one rebuild request."""
    (body,) = one_server.writes(cloud)
    return dict(body['rebuild'])


REBUILDS: list[tuple[str, str, dict[str, Any]]] = [
    ('2.18', '', {}),
    ('2.19', '', {'description': None}),
    ('2.19', '--description d', {'description': 'd'}),
    ('2.19', '--description=', {'description': None}),
    ('2.19', '--keep-description', {}),
    ('2.1', '--name n --meta a=b --meta c=d', {'name': 'n', 'metadata': {'a': 'b', 'c': 'd'}}),
    (
        '2.1',
        '--rebuild-password p --preserve-ephemeral',
        {'adminPass': 'p', 'preserve_ephemeral': True},
    ),
    ('2.54', '--key-name k', {'description': None, 'key_name': 'k'}),
    ('2.54', '--key-unset', {'description': None, 'key_name': None}),
    ('2.57', '--user-data=/dev/null', {'description': None, 'user_data': None}),
    ('2.57', '--user-data-unset', {'description': None, 'user_data': None}),
    (
        '2.63',
        '--trusted-image-certificate-id a --trusted-image-certificate-id b',
        {'description': None, 'trusted_image_certificates': ['a', 'b']},
    ),
    (
        '2.63',
        '--trusted-image-certificates-unset',
        {'description': None, 'trusted_image_certificates': None},
    ),
    ('2.90', '--hostname h', {'description': None, 'hostname': 'h'}),
]


@pytest.mark.parametrize(('version', 'options', 'fields'), REBUILDS)
def test_rebuild_says_what_its_version_has(
    nova: Nova, cloud: ScriptedCloud, version: str, options: str, fields: dict[str, Any]
) -> None:
    cloud.on('POST', ACTION, {'server': {**one_server.SERVER, 'adminPass': 'new'}}, status=202)
    words = ('server-rebuild', 'web', IMAGE, *options.split())
    result = nova(*words, version=version, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert rebuilt(cloud) == {'imageRef': IMAGE, **fields}
    assert any(line.startswith('| adminPass') and 'new' in line for line in result.lines)
    assert any('cirros (' in line for line in result.lines)


def test_rebuild_takes_the_image_that_the_server_has_where_it_is_told(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    result = nova('server-rebuild', '--same-image', '--keep-description', 'web', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert rebuilt(cloud) == {'imageRef': IMAGE}


@pytest.mark.parametrize('words', [(), (IMAGE, '--same-image')])
def test_rebuild_needs_one_image(nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]) -> None:
    result = nova('server-rebuild', 'web', *words, cloud=cloud)
    assert result.status == 2
    assert result.err == 'nova-mv: server-rebuild requires <image> or --same-image.\n'
    assert one_server.writes(cloud) == []


def test_rebuild_of_a_server_that_boots_from_a_volume_needs_the_image(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', f'/servers/{ID}', {'server': {**one_server.SERVER, 'image': ''}})
    result = nova('server-rebuild', ID, '--same-image', cloud=cloud)
    assert 'boots from a volume: name the image' in result.err
    assert one_server.writes(cloud) == []


CERTIFICATES = {'OS_TRUSTED_IMAGE_CERTIFICATE_IDS': 'a,b'}


def test_certificates_of_the_environment_are_sent_where_they_exist(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    old = nova('rebuild', 'web', IMAGE, version='2.62', cloud=cloud, env=CERTIFICATES)
    new = nova('rebuild', 'web', IMAGE, version='2.63', cloud=cloud, env=CERTIFICATES)
    assert (old.status, new.status) == (0, 0)
    assert 'is ignored' in old.err
    first, second = one_server.writes(cloud)
    assert 'trusted_image_certificates' not in first['rebuild']
    assert second['rebuild']['trusted_image_certificates'] == ['a', 'b']


def test_certificates_cannot_come_from_the_environment_and_be_removed(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    words = ('rebuild', 'web', IMAGE, '--trusted-image-certificates-unset')
    result = nova(*words, version='2.63', cloud=cloud, env=CERTIFICATES)
    assert result.status == 2
    assert 'OS_TRUSTED_IMAGE_CERTIFICATE_IDS' in result.err
    assert not one_server.writes(cloud)


def test_files_are_sent_in_base64(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    file = nova.home / 'f'
    file.write_text('hello')
    for version, *words in (('2.56', '--file', f'/a={file}'), ('2.57', '--user-data', str(file))):
        assert nova('rebuild', 'web', IMAGE, *words, version=version, cloud=cloud).status == 0
    first, second = one_server.writes(cloud)
    assert first['rebuild']['personality'] == [{'path': '/a', 'contents': 'aGVsbG8='}]
    assert second['rebuild']['user_data'] == 'aGVsbG8='


def test_file_that_cannot_be_read_stops_a_rebuild_before_it_is_sent(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    words = ('rebuild', 'web', IMAGE, '--user-data', '/nowhere/f')
    result = nova(*words, version='2.57', cloud=cloud)
    assert result.status == 2
    assert 'Cannot read /nowhere/f' in result.err
    assert not one_server.writes(cloud)


def test_library_keeps_the_place_of_files_and_refuses_them_later(cloud: ScriptedCloud) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    client = one_server.open_client(cloud, '2.57')
    client.servers.rebuild(ID, IMAGE, 'p', 'AUTO', True, 'n', {'a': 'b'}, None)
    with pytest.raises(exceptions.UnsupportedAttribute):
        client.servers.rebuild(ID, IMAGE, files={'/a': 'x'})
    assert rebuilt(cloud) == {
        'imageRef': IMAGE,
        'adminPass': 'p',
        'OS-DCF:diskConfig': 'AUTO',
        'preserve_ephemeral': True,
        'name': 'n',
        'metadata': {'a': 'b'},
    }


def test_server_passes_on_what_a_rebuild_is_to_change(cloud: ScriptedCloud) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    server = one_server.open_client(cloud, '2.90').servers.get(ID)
    server.rebuild(IMAGE, key_name=None, userdata=b'hello')
    assert rebuilt(cloud) == {'imageRef': IMAGE, 'key_name': None, 'user_data': 'aGVsbG8='}
    with pytest.raises(exceptions.UnsupportedAttribute):
        one_server.open_client(cloud, '2.89').servers.get(ID).rebuild(IMAGE, hostname='h')


def test_minimal_rebuild_asks_for_no_names(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, status=202)
    result = nova('rebuild', 'web', IMAGE, '--minimal', version='2.1', cloud=cloud)
    assert result.status == 0
    assert cloud.wire()[-1] == f'POST /v2.1{ACTION}'


def test_password_is_still_known_after_a_wait(nova: Nova, cloud: ScriptedCloud) -> None:
    begun = {**one_server.SERVER, 'status': 'REBUILD', 'adminPass': 'new'}
    cloud.on('POST', ACTION, {'server': begun}, status=202)
    words = ('rebuild', 'web', IMAGE, '--wait', '-f', 'json')
    result = nova(*words, version='2.90', cloud=cloud)
    shown = json.loads(result.out)
    assert (shown['status'], shown['admin_password']) == ('ACTIVE', 'new')


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_backup_has_the_metadata_that_was_given(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    words = ('server-backup', ID, 'b', 'daily', '1', '--metadata', 'a=b', '--metadata', 'c=d=e')
    nova(*words, version=version, cloud=cloud)
    (sent,) = one_server.writes(cloud)
    assert sent['createBackup']['metadata'] == {'a': 'b', 'c': 'd=e'}


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_rebuild_sets_partitions_and_addresses_for_access(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('POST', ACTION, {'server': one_server.SERVER}, 202)
    options = ('--disk-config', 'auto', '--access-ip-v4', '10.0.0.9', '--access-ip-v6', 'fd00::9')
    result = nova('server-rebuild', ID, IMAGE, *options, version=version, cloud=cloud)
    assert result.status == 0
    sent = one_server.writes(cloud)[0]['rebuild']
    assert sent['OS-DCF:diskConfig'] == 'AUTO'
    assert (sent['accessIPv4'], sent['accessIPv6']) == ('10.0.0.9', 'fd00::9')
