"""Servers on both clouds: made, brought into a state, compared, and removed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evidence.side_by_side.pair import Pair, filled

PREFIX = 'sbs-'

# What each cloud calls in its own way; of these only the kinds are compared.
OWN = frozenset(
    (
        'hostId', 'addr', 'OS-EXT-IPS-MAC:mac_addr', 'adminPass', 'user_id', 'output',
        'OS-EXT-SRV-ATTR:host', 'OS-EXT-SRV-ATTR:hypervisor_hostname',
        'OS-EXT-SRV-ATTR:instance_name', 'OS-EXT-SRV-ATTR:reservation_id',
        'OS-EXT-SRV-ATTR:root_device_name', 'created', 'updated', 'url', 'links',
    )
)  # fmt: skip

# What the image of each cloud happens to say of itself.
IGNORED = frozenset(('properties',))

# From ACTIVE to a status: actions, and the status that each leads to.
WAYS: dict[str, tuple[tuple[str, Any, str], ...]] = {
    'ACTIVE': (),
    'SHUTOFF': (('os-stop', None, 'SHUTOFF'),),
    'PAUSED': (('pause', None, 'PAUSED'),),
    'SUSPENDED': (('suspend', None, 'SUSPENDED'),),
    'RESCUE': (('rescue', None, 'RESCUE'),),
    'VERIFY_RESIZE': (('resize', {'flavorRef': '{bigger}'}, 'VERIFY_RESIZE'),),
    'ERROR': (('os-resetState', {'state': 'error'}, 'ERROR'),),
    'SHELVED_OFFLOADED': (('shelve', None, 'SHELVED_OFFLOADED'),),
}


def body(name: str, version: str, /, **keys: Any) -> dict[str, Any]:
    """The body of a creation; a key with ``None`` is sent as null."""
    server = {'name': PREFIX + name, 'flavorRef': '{flavor}', 'imageRef': '{image}', **keys}
    if int(version.partition('.')[2]) >= 37:
        server.setdefault('networks', 'auto')
    return {'server': server}


def boot(pair: Pair, name: str, version: str = '2.1', /, **keys: Any) -> None:
    """Make a server on both clouds, and wait until it runs."""
    answers = pair.ask('POST', '/servers', version, body(name, version, **keys))
    assert [answer.status for answer in answers] == [202, 202], answers
    pair.keep(name, 'server', 'id')
    pair.wait_for(name, 'ACTIVE')


def bring(pair: Pair, name: str, status: str) -> None:
    """Bring a server that runs to another status."""
    for action, value, following in WAYS[status]:
        answers = act(pair, name, action, value)
        assert max(answer.status for answer in answers) < 300, answers
        pair.wait_for(name, following)


def act(pair: Pair, name: str, action: str, value: Any, version: str = '2.1') -> Any:
    """Carry out an action on both clouds."""
    return pair.ask('POST', f'/servers/{{{name}}}/action', version, {action: value})


def settle(pair: Pair, name: str) -> None:
    """Wait until nothing is under way."""
    pair.wait(f'/servers/{{{name}}}', 'OS-EXT-STS:task_state', None)


def remove(pair: Pair, *names: str) -> None:
    """Delete servers, and wait until they are gone."""
    for name in names:
        pair.ask('DELETE', f'/servers/{{{name}}}')
    for name in names:
        pair.wait_for(name, 404)


def different(
    pair: Pair,
    rows: Iterable[tuple[Any, ...]],
    versions: Iterable[str] = ('2.1',),
    own: frozenset[str] = OWN,
) -> dict[str, list[str]]:
    """In what answers to steps differ."""
    return pair.differences(rows, versions, ignored=IGNORED, own=own)


def history(pair: Pair, name: str, version: str = '2.84') -> list[list[Any]]:
    """Return each cloud's record of a server: actions with their events, without its own parts."""
    found = []
    for user, names in zip(pair.users, pair.names, strict=True):
        path = filled(f'/servers/{{{name}}}/os-instance-actions', names)
        actions = []
        for each in user.ask('GET', path, version).body['instanceActions']:
            shown = user.ask('GET', f'{path}/{each["request_id"]}', version).body['instanceAction']
            events = [(event['event'], event['result']) for event in shown['events']]
            actions.append((shown['action'], shown['message'], events))
        found.append(actions)
    return found
