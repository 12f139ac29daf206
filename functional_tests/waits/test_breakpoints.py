"""Each write, and each filter, on both sides of the versions that change it.

Below its version an option is refused before any login; at its version the cloud takes it and shows
what it did.
"""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from functional_tests.nova import Inside
from functional_tests.things import Things, public_key, unique

# The first version that pins a server to a zone.
PINNED_SINCE = '2.104'

CREATE = ('server-create', 'never-made', '--flavor', 'm1.tiny', '--image', 'cirros')

REFUSED: dict[str, list[tuple[str, ...]]] = {
    '2.1': [('keypair-create', 'k', '--pub-key', 'f', '--key-type', 'ssh')],
    '2.9': [('keypair-create', 'k', '--user', 'u'), ('keypair-delete', 'k', '--user', 'u'),
            ('keypair-list', '--user', 'u'), ('keypair-show', 'k', '--user', 'u')],
    '2.18': [(*CREATE, '--description', 'x'), ('server-update', 's', '--description', 'x')],
    '2.25': [('server-list', option, 'red')
             for option in ('--tags', '--tags-any', '--not-tags', '--not-tags-any')],
    '2.31': [(*CREATE, '--nic', 'net-id=n,tag=x'), (*CREATE, '--block-device', 'id=i,tag=x')],
    '2.33': [(*CREATE, '--block-device', 'id=i,tag=x')],
    '2.34': [('keypair-list', '--limit', '1'), ('keypair-list', '--marker', 'k')],
    '2.36': [(*CREATE, '--nic', 'auto'), (*CREATE, '--nic', 'none')],
    '2.37': [(*CREATE, '--nic', 'net-id=n,tag=x')],
    '2.41': [(*CREATE, '--nic', 'net-id=n,tag=x'), (*CREATE, '--block-device', 'id=i,tag=x')],
    '2.51': [(*CREATE, '--tags', 'red')],
    '2.57': [(*CREATE, '--file', '/etc/motd=/etc/hostname')],
    '2.62': [(*CREATE, '--trusted-image-certificate-id', 'c')],
    '2.65': [('server-list', '--changes-before', '2001-01-01')],
    '2.66': [(*CREATE, '--block-device', 'id=i,volume_type=fast')],
    '2.72': [('server-lock', 's', '--reason', 'x'), ('server-list', '--locked', 'true')],
    '2.73': [(*CREATE, '--host', 'h'), (*CREATE, '--hypervisor-hostname', 'h')],
    '2.89': [(*CREATE, '--hostname', 'h'), ('server-update', 's', '--hostname', 'h')],
    '2.92': [('keypair-create', 'k')],
    '2.101': [('flavor-list', '--name', 'tiny')],
    '2.103': [('server-update', 's', '--pinned-availability-zone', 'z'),
              ('server-update', 's', '--unpin-availability-zone')],
}  # fmt: skip
"""By version: command lines that it must not take."""

CREATED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(('2.18', '2.31', '2.33', '2.36', '2.41', '2.51', '2.62', '2.66'), ()),
    '2.19': ('--description', 'first of its kind'),
    '2.52': ('--tags', 'blue,red'),
    '2.90': ('--hostname', 'named-by-me'),
}
"""By version: further words of a command line that makes a server."""

SHOWN: dict[str, dict[str, Any]] = {
    '2.19': {'description': 'first of its kind'},
    '2.52': {'tags': ['blue', 'red']},
    '2.90': {'hostname': 'named-by-me'},
}
"""By version: what such a server then shows."""


def refused_lines() -> list[Any]:
    """A parameter for each of the command lines that are refused."""
    return [
        pytest.param(version, line, id=f'{version}-{line[0]}-{line[-1]}')
        for version, lines in REFUSED.items()
        for line in lines
    ]


@pytest.mark.parametrize(('version', 'line'), refused_lines())
def test_option_is_refused_outside_its_version_without_a_cloud(
    inside: Inside, version: str, line: tuple[str, ...]
) -> None:
    nowhere = {'OS_CLOUD': '', 'OS_AUTH_URL': 'http://127.0.0.1:9/v3'}
    result = inside(*line, version=version, env=nowhere)
    assert (result.out, result.status) == ('', 2)
    assert version in result.err or '--pub-key' in result.err


# -- servers ---------------------------------------------------------------------


@pytest.mark.parametrize('version', CREATED, ids=str)
def test_server_is_made_at_the_breakpoint(inside: Inside, things: Things, version: str) -> None:
    words = CREATED[version]
    server = things.create(*words, version=version)
    shown = inside.json('server-show', server['id'])
    expected = SHOWN.get(version, {})
    assert {key: shown[key] for key in expected} == expected


@pytest.mark.parametrize(('version', 'choice'), [('2.37', 'none'), ('2.37', '')])
def test_networks_are_chosen_from_2_37(
    inside: Inside, things: Things, version: str, choice: str
) -> None:
    words = ('--nic', choice) if choice else things.network
    server = things.create(*words, '--wait', version=version, is_on_network=False)
    shown = inside.json('server-show', server['id'], version=version)
    assert bool(shown['networks']) is (choice != 'none')


@pytest.mark.parametrize('version', ['2.32', '2.36', '2.42', '2.latest'])
def test_network_carries_a_tag(things: Things, version: str) -> None:
    if not things.network:
        pytest.skip('no network of the cloud is named; see NOVA_MV_TEST_NETWORK')
    nic = f'{things.network[1]},tag=mine'
    server = things.create('--nic', nic, version=version, is_on_network=False)
    assert server['id']


@pytest.mark.parametrize('version', ['2.1', '2.56'])
def test_file_is_put_into_a_server_up_to_2_56(
    things: Things, version: str, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'motd'
    file.write_text('hello\n')
    server = things.create('--file', f'/etc/motd={file}', version=version)
    assert server['id']


def test_trusted_certificate_is_taken_from_2_63(inside: Inside, things: Things) -> None:
    certificate = '8ee3bb33-74d8-4a1b-8a3c-3b2e5d0e6f01'
    line = things.create_words(unique('server'), '--trusted-image-certificate-id', certificate)
    server = things.keep(inside.if_possible('-f', 'json', *line, version='2.63'))
    shown = inside.json('server-show', server['id'], version='2.63')
    assert shown['trusted_image_certificates'] == [certificate]
    from_environment = {'OS_TRUSTED_IMAGE_CERTIFICATE_IDS': certificate}
    line = things.create_words(unique('server'))
    server = things.keep(inside('-f', 'json', *line, version='2.63', env=from_environment))
    shown = inside.json('server-show', server['id'], version='2.63')
    assert shown['trusted_image_certificates'] == [certificate]


@pytest.mark.parametrize(
    ('version', 'tag'), [('2.31', ''), ('2.32', ',tag=root'), ('2.41', ''), ('2.42', ',tag=root')]
)
def test_block_device_carries_a_tag(
    inside: Inside, things: Things, server: dict[str, Any], version: str, tag: str
) -> None:
    image = server['image']['id']
    device = f'id={image},source=image,dest=volume,size=1,bootindex=0,shutdown=remove{tag}'
    line = ('server-create', unique('server'), '--flavor', things.flavor, '--block-device', device)
    things.keep(inside.if_possible('-f', 'json', *line, *things.network, version=version))


def test_volume_type_is_taken_from_2_67(
    inside: Inside, things: Things, server: dict[str, Any]
) -> None:
    device = (
        f'id={server["image"]["id"]},source=image,dest=volume,size=1,bootindex=0,'
        'shutdown=remove,volume_type=no-such-type'
    )
    name = unique('server')
    line = ('server-create', name, '--flavor', things.flavor, '--block-device', device)
    result = inside('--debug', *line, *things.network, version='2.67')
    things.keep_named(name)
    # A cloud with volumes refuses the value; none refuses the key.
    assert '"volume_type": "no-such-type"' in result.err
    assert result.status == 0 or 'no-such-type (HTTP' in result.err or result.status == 1


@pytest.mark.parametrize('option', ['--host', '--hypervisor-hostname'])
def test_server_is_placed_on_a_host_from_2_74(
    inside: Inside, things: Things, server: dict[str, Any], option: str
) -> None:
    place = server['host' if option == '--host' else 'hypervisor_hostname']
    if not place:
        pytest.skip('the cloud does not tell this user on which host a server runs')
    line = things.create_words(unique('server'), option, place, '--wait')
    made = things.keep(inside.if_possible('-f', 'json', *line, version='2.74'))
    shown = inside.json('server-show', made['id'], version='2.74')
    assert shown['host' if option == '--host' else 'hypervisor_hostname'] == place


def test_server_is_updated_on_both_sides_of_its_breakpoints(
    inside: Inside, own_server: dict[str, Any]
) -> None:
    server, name = own_server['id'], unique('updated')
    for version, words, expected in (
        ('2.18', ('--name', f'{name}-18'), {'name': f'{name}-18'}),
        ('2.19', ('--name', f'{name}-19', '--description', 'd'), {'description': 'd'}),
        (
            '2.89',
            ('--name', f'{name}-89', '--description', 'e'),
            {'name': f'{name}-89', 'description': 'e'},
        ),
        ('2.90', ('--hostname', 'other-name'), {'hostname': 'other-name', 'name': f'{name}-89'}),
        ('2.103', ('--hostname', 'last-name'), {'hostname': 'last-name'}),
        (PINNED_SINCE, ('--unpin-availability-zone',), {'pinned_availability_zone': None}),
    ):
        inside('server-update', server, *words, version=version).checked()
        shown = inside.json('server-show', server)
        assert {key: shown[key] for key in expected} == expected, version


def test_server_is_pinned_to_its_zone_from_2_104(
    inside: Inside, own_server: dict[str, Any]
) -> None:
    server = own_server
    zone = inside.json('server-show', server['id'])['availability_zone']
    line = ('server-update', server['id'], '--pinned-availability-zone', zone)
    inside.if_possible(*line, version=PINNED_SINCE)
    assert inside.json('server-show', server['id'])['pinned_availability_zone'] == zone
    inside(
        'server-update', server['id'], '--unpin-availability-zone', version=PINNED_SINCE
    ).checked()
    assert inside.json('server-show', server['id'])['pinned_availability_zone'] is None


def test_lock_has_a_reason_from_2_73(inside: Inside, own_server: dict[str, Any]) -> None:
    server = own_server['id']
    inside('server-lock', server, version='2.72').checked()
    shown = inside.json('server-show', server, version='2.73')
    assert (shown['locked'], shown['locked_reason']) == (True, None)
    inside('server-unlock', server, version='2.72').checked()
    inside('server-lock', server, '--reason', 'moving house', version='2.73').checked()
    shown = inside.json('server-show', server, version='2.73')
    assert (shown['locked'], shown['locked_reason']) == (True, 'moving house')
    assert inside.json('server-show', server, version='2.72')['locked_reason'] is None
    inside('server-unlock', server).checked()


# -- filters of lists ------------------------------------------------------------


def test_list_filters_on_both_sides_of_their_breakpoints(
    inside: Inside, own_server: dict[str, Any]
) -> None:
    server = inside.json('server-show', own_server['id'])
    inside('server-tag-set', server['id'], 'red').checked()
    inside('server-lock', server['id']).checked()
    line = ('server-list', '--name', server['name'])
    for version, words, is_listed in (
        ('2.25', (), True),
        ('2.26', ('--tags', 'red'), True),
        ('2.26', ('--not-tags', 'red'), False),
        ('2.65', ('--changes-since', '2001-01-01'), True),
        ('2.66', ('--changes-before', '2001-01-01'), False),
        ('2.66', ('--changes-before', '2999-01-01'), True),
        ('2.72', (), True),
        ('2.73', ('--locked', 'true'), True),
        ('2.73', ('--locked', 'false'), False),
    ):
        found = inside.json(*line, *words, version=version)
        assert [each['id'] for each in found] == [server['id']] * is_listed, (version, words)
    inside('server-unlock', server['id']).checked()


def test_flavors_are_found_by_name_from_2_102(inside: Inside, things: Things) -> None:
    every = inside.json('flavor-list', version='2.101')
    assert things.flavor in [each['name'] for each in every]
    found = inside.json('flavor-list', '--name', f'^{things.flavor}$', version='2.102')
    assert [each['name'] for each in found] == [things.flavor]
    assert inside.json('flavor-list', '--name', 'no-such-flavor', version='2.102') == []


# -- keypairs --------------------------------------------------------------------


@pytest.mark.parametrize('version', ['2.1', '2.2', '2.9', '2.10', '2.91', '2.92'])
def test_keypair_is_imported_at_the_breakpoint(
    inside: Inside, things: Things, version: str
) -> None:
    knows_type = version != '2.1'
    type_words = ('--key-type', 'ssh') if knows_type else ()
    name = things.import_keypair(*type_words, version=version)
    shown = inside.json('keypair-show', name, version=version)
    assert (shown['name'], shown['type']) == (name, 'ssh' if knows_type else None)


@pytest.mark.parametrize('version', ['2.1', '2.2', '2.9', '2.10', '2.91'])
def test_keypair_is_made_by_the_cloud_up_to_2_91(
    inside: Inside, things: Things, version: str
) -> None:
    name = unique('key')
    things.keypairs.append(name)
    made = inside('keypair-create', name, version=version).checked()
    assert 'PRIVATE KEY' in made.lines[0]


def test_keypair_of_another_user_is_for_administrators_from_2_10(
    inside: Inside, server: dict[str, Any]
) -> None:
    name, owner = unique('key'), ('--user', server['user_id'])
    line = ('keypair-create', name, '--pub-key', '-', *owner)
    inside.if_possible(*line, version='2.10', stdin=public_key())
    try:
        shown = inside.json('keypair-show', name, *owner, version='2.10')
        assert shown['user_id'] == server['user_id']
        listed = inside.json('keypair-list', *owner, version='2.10')
        assert name in [each['name'] for each in listed]
    finally:
        inside('keypair-delete', name, *owner, version='2.10').checked()
