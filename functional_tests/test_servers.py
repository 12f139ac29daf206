"""Servers from their creation to their end, with every command that changes them."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import VERSIONS, Inside, Nova, Reaches
from functional_tests.things import Things, unique


def show(nova: Nova, server: str, version: str | None = None) -> dict[str, Any]:
    """Return a server as the cloud shows it."""
    found: dict[str, Any] = nova.json('server-show', server, version=version)
    return found


def test_created_server_is_shown_renamed_and_deleted(
    user: Nova, things: Things, version: str
) -> None:
    name, new_name = unique('server'), unique('renamed')
    created = things.keep(
        user('-f', 'json', *things.create_words(name, '--meta', 'colour=red'), version=version)
    )
    assert created['name'] == name
    assert created['metadata'] == {'colour': 'red'}
    assert created['admin_password'], 'the password is shown once, when the server is made'

    shown = show(user, name, version)
    assert shown['id'] == created['id']
    assert shown['admin_password'] is None

    updated = user('server-update', name, '--name', new_name, version=version).checked()
    assert updated.out == ''
    assert show(user, created['id'], version)['name'] == new_name

    # A process waits in real time; at the other versions waits are tried where time leaps.
    wait = ['--wait'] if version == VERSIONS[0] else []
    accepted, *end = user('server-delete', new_name, *wait, version=version).checked().lines
    things.forget(created['id'])
    assert accepted == f'{new_name} ({created["id"]}): delete accepted'
    if not wait:
        return
    # A slow cloud shows it for a moment after its end.
    assert end in ([f'{new_name}: gone'], [f'{new_name}: DELETED'])
    gone = user('server-show', created['id'], version=version)
    assert (gone.out, gone.status) == ('', 5)


def test_locked_server_says_so_where_the_version_knows(
    user: Nova, inside: Inside, own_server: dict[str, Any], version: str, reaches: Reaches
) -> None:
    # Nova fails with 500 where a lock meets a server in the first moment of its life.
    server = own_server['id']
    knows = reaches('2.9')
    user('server-lock', server, version=version).checked()
    assert show(inside, server, version)['locked'] is (True if knows else None)
    assert show(inside, server, '2.9')['locked'] is True
    user('server-unlock', server, version=version).checked()
    assert show(inside, server, version)['locked'] is (False if knows else None)
    assert show(inside, server, '2.9')['locked'] is False


def test_server_is_made_with_what_every_version_can_say(
    inside: Inside, things: Things, version: str, server: dict[str, Any], tmp_path: Any
) -> None:
    user_data = tmp_path / 'user-data'
    user_data.write_bytes(b'#!/bin/sh\n\xff')
    zone = server['availability_zone']
    key = things.import_keypair(version=version)
    created = things.create(
        *('--key-name', key, '--user-data', str(user_data), '--config-drive', 'true'),
        *('--access-ip-v4', '192.0.2.7', '--access-ip-v6', '2001:db8::7'),
        *('--admin-pass', 'correct-horse-1', '--availability-zone', zone),
        *('--meta', 'a=1', '--meta', 'b=x=y', '--security-groups', 'default'),
        *('--hint', 'colour=red'),
        version=version,
    )
    shown = show(inside, created['id'], version)
    assert created['admin_password'] == 'correct-horse-1'
    assert shown['key_name'] == key
    assert shown['config_drive'] == 'True'
    assert (shown['access_ip_v4'], shown['access_ip_v6']) == ('192.0.2.7', '2001:db8::7')
    assert shown['metadata'] == {'a': '1', 'b': 'x=y'}


def test_server_is_made_from_image_and_flavor_by_id(
    user: Nova, things: Things, version: str, server: dict[str, Any]
) -> None:
    flavor = user.json('flavor-show', things.flavor, version=version)['id']
    image = server['image']['id']
    line = ('server-create', unique('server'), '--flavor', flavor, '--image', image)
    created = things.keep(user('-f', 'json', *line, *things.network, version=version))
    assert created['image']['id'] == image


def test_several_servers_are_made_at_once(user: Nova, things: Things, version: str) -> None:
    name = unique('several')
    line = things.create_words(name, '--min-count', '2', '--return-reservation-id')
    made = user('-f', 'json', *line, version=version)
    found = things.keep_named(name)
    assert list(made.data) == ['reservation_id']
    assert [each['name'] for each in found] == [f'{name}-1', f'{name}-2']
    stopped = user('server-delete', *(each['id'] for each in found), version=version).checked()
    for each in found:
        things.forget(each['id'])
    assert stopped.lines == [f'{each["name"]} ({each["id"]}): delete accepted' for each in found]


def test_several_servers_are_found_by_names_with_signs_of_patterns(
    user: Nova, things: Things, version: str
) -> None:
    name = unique('signs')
    made = [
        things.keep(user('-f', 'json', *things.create_words(name + end), version=version))
        for end in ('+(1)', '|[2]')
    ]
    names = [server['name'] for server in made]
    deleted = user('server-delete', names[1], f'{name}.', names[0], version=version)
    for server in made:
        things.forget(server['id'])
    assert deleted.lines == [
        f'{server["name"]} ({server["id"]}): delete accepted' for server in reversed(made)
    ]
    missing, total = deleted.err.splitlines()
    # To an administrator it tells the project as well.
    assert missing.startswith(f"nova-mv: {name}.: There is no server with the name or id '{name}.'")
    assert total == 'nova-mv: 1 of 3 failed.'
    assert deleted.status == 8


def test_table_of_a_server_has_the_flavor_in_the_shape_of_the_version(
    user: Nova, server: dict[str, Any], things: Things, version: str, reaches: Reaches
) -> None:
    table = user('server-show', server['name'], version=version).table
    assert table[0] == ['Property', 'Value']
    found = dict(table[1:])
    assert found['id'] == server['id']
    assert found['status'] == 'ACTIVE'
    if reaches('2.47'):
        assert found['flavor:original_name'] == things.flavor
        assert 'flavor' not in found
    else:
        assert found['flavor'].startswith(f'{things.flavor} (')
    assert found['image'].endswith(f'({server["image"]["id"]})')


def test_minimal_show_asks_for_no_names(nova: Nova, server: dict[str, Any]) -> None:
    table = dict(nova('server-show', server['id'], '--minimal', version='2.1').table)
    assert ' (' not in table['flavor']
    assert table['image'] == server['image']['id']


@pytest.mark.parametrize(
    'name', ['(with.regex*signs)', 'mit Umlaut \u00fc'], ids=['regex', 'unicode']
)
def test_name_with_signs_finds_its_server(nova: Nova, things: Things, name: str) -> None:
    unique_name = f'{unique("server")} {name}'
    created = things.keep(nova('-f', 'json', *things.create_words(unique_name)))
    assert show(nova, unique_name)['id'] == created['id']


def test_update_changes_what_its_version_has(nova: Nova, inside: Inside, things: Things) -> None:
    server = things.create('--description', 'first')['id']
    nova('server-update', server, '--description', 'second').checked()
    assert show(inside, server)['description'] == 'second'
    nova('server-update', server, '--description', '').checked()
    assert show(inside, server)['description'] in (None, '')
