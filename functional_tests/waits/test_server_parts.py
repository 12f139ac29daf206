"""Attachments of a server: volumes, interfaces, security groups; and its consoles."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import Inside, Nova, Reaches, Result
from functional_tests.things import Things, unique

# Later versions leave volumes to the volume service.
PROXY = '2.35'


@pytest.fixture(scope='module')
def volume(inside: Inside, module_things: Things) -> str:
    """The id of a volume of the smallest size."""
    line = ('volume-create', '1', '--name', unique('volume'))
    made: dict[str, Any] = inside.if_possible('-f', 'json', *line, version=PROXY).data
    module_things.undo_by('volume-delete', made['id'], version=PROXY)
    inside.until(lambda: status(inside, made['id']) == 'available', 'the volume is there')
    return str(made['id'])


def status(inside: Inside, volume: str) -> str:
    """The status of a volume."""
    return str(inside.json('volume-show', volume, version=PROXY)['status'])


def ended(detached: Result, reaches: Reaches) -> None:
    """Check that a wait succeeded; below 2.51 only administrators see its progress."""
    if reaches('2.51') or '2.51 and later do' not in detached.err:
        detached.checked()


def test_volume_is_attached_and_detached(
    inside: Inside, volume: str, own_server: dict[str, Any], version: str,
    reaches: Reaches,
) -> None:  # fmt: skip
    server = own_server['id']

    def listed() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = inside.json('server-volume-list', server, version=version)
        return found

    attached = inside.json('server-volume-attach', server, volume, version=version)
    assert (attached['volume_id'], attached['server_id']) == (volume, server)
    inside.until(lambda: status(inside, volume) == 'in-use', 'the volume is attached')
    (row,) = listed()
    assert row['volume_id'] == volume
    assert row['device'].startswith('/dev/')
    assert (row['tag'], row['delete_on_termination']) == (
        (None, False) if reaches('2.79') else (None, None)
    )
    assert (row['bdm_uuid'] is not None) is reaches('2.89')
    again = inside('server-volume-attach', server, volume, version=version)
    assert (again.out, again.status) == ('', 1)

    ended(inside('server-volume-detach', server, volume, '--wait', version=version), reaches)
    inside.until(lambda: listed() == [], 'the volume is no longer listed')
    inside.until(lambda: status(inside, volume) == 'available', 'the volume is free')
    gone = inside('server-volume-detach', server, volume, version=version)
    assert (gone.out, gone.status) == ('', 5)


def test_interface_is_attached_shown_and_detached(
    inside: Inside, own_server: dict[str, Any], version: str, reaches: Reaches
) -> None:
    server = own_server['id']

    def ports() -> list[str]:
        found = inside.json('server-interface-list', server, version=version)
        return [each['port_id'] for each in found]

    first = ports()
    shown = inside.json('server-interface-show', server, first[0], version=version)
    words = ('--net-id', shown['net_id'])
    made = inside.json('server-interface-attach', server, *words, version=version)
    assert made['net_id'] == shown['net_id']
    assert set(ports()) == {*first, made['port_id']}
    address = made['fixed_ips'][0]['ip_address']
    addresses = inside.json('server-ip-list', server, version=version)
    assert address in {each['address'] for each in addresses}

    ended(
        inside('server-interface-detach', server, made['port_id'], '--wait', version=version),
        reaches,
    )
    inside.until(lambda: ports() == first, 'the interface is gone')


def test_security_groups_are_taken_and_given(
    user: Nova, own_server: dict[str, Any], version: str
) -> None:
    server = own_server['id']

    def groups() -> set[str]:
        listed = user.json('server-secgroup-list', server, version=version)
        return {each['name'] for each in listed}

    assert groups() == {'default'}
    user('server-secgroup-remove', server, 'default', version=version).checked()
    assert groups() == set()
    user('server-secgroup-add', server, 'default', version=version).checked()
    assert groups() == {'default'}
    missing = user('server-secgroup-add', server, 'no-such-group', version=version)
    assert (missing.out, missing.status) == ('', 5)


def test_console_has_an_address(user: Nova, own_server: dict[str, Any], version: str) -> None:
    line = ('server-console-vnc', own_server['id'], 'novnc')
    (found,) = user.if_possible('-f', 'json', *line, version=version).data
    assert found['type'] == 'novnc'
    assert found['url'].startswith('http')


def test_console_log_is_as_long_as_asked_for(
    user: Nova, own_server: dict[str, Any], version: str
) -> None:
    full = user.if_possible('server-console-log', own_server['id'], version=version)
    line = ('server-console-log', own_server['id'], '--length', '1')
    assert len(user(*line, version=version).checked().lines) <= max(1, len(full.lines))


@pytest.fixture(scope='module')
def image_maker(inside: Inside, own_server: dict[str, Any], module_things: Things) -> str:
    """The id of a server that images can be made of: a cloud of hollow hypervisors settles without
    ever storing one.
    """
    id = str(own_server['id'])
    made = inside.json('server-image-create', id, unique('image'))['id']
    module_things.undo_by('image-delete', made, version=PROXY)

    def settled() -> bool:
        return inside.json('server-show', id)['task_state'] is None

    inside.until(settled, 'the server has settled')
    found = inside.json('image-show', made, version=PROXY)['status']
    if found != 'ACTIVE':
        pytest.skip(f'the image is {found} when the server has settled')
    return id


def test_image_of_a_server_can_be_found(
    inside: Inside, things: Things, image_maker: str, version: str
) -> None:
    name = unique('image')
    line = ('server-image-create', image_maker, name, '--wait')
    inside(*line, version=version).checked()
    found = [each for each in inside.json('image-list', version=PROXY) if each['name'] == name]
    things.undo_by('image-delete', found[0]['id'], version=PROXY)
    assert [each['status'] for each in found] == ['ACTIVE']
