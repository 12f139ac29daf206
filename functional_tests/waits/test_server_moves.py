"""Servers that are resized, rebuilt, rescued, shelved and moved, and what is recorded of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from typing import Any

from functional_tests.nova import VERSIONS, Inside, Nova, Reaches
from functional_tests.things import Things, unique


def show(nova: Nova, server: str, version: str | None = None) -> dict[str, Any]:
    """Return a server as the cloud shows it."""
    found: dict[str, Any] = nova.json('server-show', server, version=version)
    return found


def at_every_version(walk: Callable[[str], None]) -> None:
    """Do the same at each version, side by side: nearly all of the time is waiting."""
    with futures.ThreadPoolExecutor(len(VERSIONS)) as pool:
        list(pool.map(walk, VERSIONS))


def states(inside: Inside, server: str) -> tuple[str, str | None]:
    """Status and task of a server."""
    shown = show(inside, server)
    return shown['status'], shown['task_state']


def test_resize_is_taken_back_or_confirmed(inside: Inside, things: Things) -> None:
    flavors = inside.json('flavor-list')
    old = next(each for each in flavors if things.flavor in (each['name'], each['id']))
    (new, *_) = (each for each in flavors if each['id'] != old['id'])

    def walk(version: str) -> None:
        server = things.create('--wait', version=version)['id']
        for end, flavor in (('revert', old), ('confirm', new)):
            inside('server-resize', server, new['name'], '--wait', version=version).checked()
            shown = show(inside, server)
            assert (shown['status'], shown['flavor']['name']) == ('VERIFY_RESIZE', new['name'])
            again = inside('server-resize', server, old['name'], version=version)
            assert (again.out, again.status) == ('', 6)
            inside(f'server-resize-{end}', server, '--wait', version=version).checked()
            shown = show(inside, server)
            assert (shown['status'], shown['flavor']['name']) == ('ACTIVE', flavor['name'])
        actions = inside.json('server-action-list', server, version=version)
        assert [each['action'] for each in actions] == [
            *('confirmResize', 'resize', 'revertResize', 'resize', 'create'),
        ]

    at_every_version(walk)


def test_rebuilt_server_keeps_its_id_and_gets_what_was_asked_for(
    inside: Inside, things: Things, server: dict[str, Any]
) -> None:
    image = server['image']['id']

    def walk(version: str) -> None:
        id = things.create('--wait', '--meta', 'a=1', version=version)['id']
        name = unique('rebuilt')
        words = ('--name', name, '--meta', 'b=2', '--wait')
        inside('server-rebuild', id, image, *words, version=version).checked()
        shown = show(inside, id, version)
        assert (shown['id'], shown['name'], shown['status']) == (id, name, 'ACTIVE')
        assert shown['metadata'] == {'b': '2'}
        assert shown['image']['id'] == image

    at_every_version(walk)


def test_rescued_server_comes_back(inside: Inside, things: Things) -> None:
    def walk(version: str) -> None:
        server = things.create('--wait', version=version)['id']
        rescued = inside.json('server-rescue', server, version=version)
        assert rescued['admin_password']
        inside.until(lambda: states(inside, server) == ('RESCUE', None), 'the server is rescued')
        again = inside('server-rescue', server, version=version)
        assert (again.out, again.status) == ('', 6)
        inside('server-unrescue', server, '--wait', version=version).checked()
        assert states(inside, server) == ('ACTIVE', None)

    at_every_version(walk)


def test_shelved_server_comes_back(inside: Inside, things: Things) -> None:
    def walk(version: str) -> None:
        server = things.create('--wait', version=version)['id']
        inside('server-shelve', server, '--wait', version=version).checked()
        assert states(inside, server)[0] in ('SHELVED', 'SHELVED_OFFLOADED')
        stopped = inside('server-stop', server, version=version)
        assert (stopped.out, stopped.status) == ('', 6)
        inside('server-unshelve', server, '--wait', version=version).checked()
        assert states(inside, server) == ('ACTIVE', None)

    at_every_version(walk)


def test_metadata_is_set_listed_and_deleted(
    user: Nova, own_server: dict[str, Any], version: str
) -> None:
    server = own_server['id']
    user('server-meta', server, 'set', 'a=1', 'b=x=y', version=version).checked()
    listed = user.json('server-metadata-list', server, version=version)
    assert listed == {'a': '1', 'b': 'x=y'}
    user('server-meta', server, 'delete', 'a', 'b', version=version).checked()
    assert user.json('server-metadata-list', server, version=version) == {}


def test_actions_of_a_server_are_recorded(
    user: Nova, inside: Inside, own_server: dict[str, Any], version: str, reaches: Reaches
) -> None:
    server = own_server['id']
    listed = user.json('server-action-list', server, version=version)
    created = listed[-1]
    assert created['action'] == 'create'
    assert (created['updated_at'] is not None) is reaches('2.58')
    shown = user.json('server-action-show', server, created['request_id'], version=version)
    assert (shown['action'], shown['instance_uuid']) == ('create', server)
    # Members see events from 2.51 on.
    if reaches('2.51'):
        assert {each['result'] for each in shown['events']} == {'Success'}
    missing = user('server-action-show', server, 'req-none', version=version)
    assert (missing.out, missing.status) == ('', 5)


def test_migrated_server_is_on_another_host_and_in_the_list(
    inside: Inside, things: Things, reaches: Reaches, version: str
) -> None:
    server = things.create('--wait', version=version)['id']
    before = show(inside, server)['host']
    inside.if_possible('server-migrate', server, '--wait', version=version)
    shown = show(inside, server)
    assert shown['status'] == 'VERIFY_RESIZE'
    assert shown['host'] != before
    inside('server-resize-confirm', server, '--wait', version=version).checked()
    found = [
        each
        for each in inside.json('migration-list', version=version)
        if each['instance_uuid'] == server
    ]
    assert [each['source_compute'] for each in found] == [before]
    assert found[0]['migration_type'] == ('migration' if reaches('2.23') else None)
    inside.until(
        lambda: inside.json('migration-list', '--status', 'confirmed', version=version),
        'the migration is confirmed',
    )
