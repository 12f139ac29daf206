"""Habits of old programs: empty filters, results and errors as python-novaclient has them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect

KEYPAIR = {'name': 'mine', 'type': 'ssh', 'fingerprint': 'f', 'public_key': 'p'}


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud up to the newest version."""
    return start_cloud(maximum=NEWEST)


def test_keypairs_of_a_list_keep_their_wrapping(cloud: ScriptedCloud, connect: Connect) -> None:
    """rally-openstack 4 and horizon 24 read it; their fields are attributes all the same."""
    cloud.on('GET', '/os-keypairs', {'keypairs': [{'keypair': KEYPAIR}]})
    cloud.on('GET', '/os-keypairs/mine', {'keypair': {**KEYPAIR, 'user_id': 'u'}})
    keypairs = connect(cloud, '2.53').keypairs
    (listed,) = keypairs.list()
    assert listed.to_dict() == {'keypair': KEYPAIR}
    assert (listed.id, listed.name, listed.fingerprint) == ('mine', 'mine', 'f')
    assert repr(listed) == '<Keypair: mine>'
    assert vars(listed)['public_key'] == 'p'
    shown = keypairs.get('mine')
    assert vars(listed).keys() - KEYPAIR.keys() == vars(shown).keys() - shown.to_dict().keys()
    assert not hasattr(listed, 'nothere')
    assert listed == shown
    assert keypairs.findall(name='mine')[0].to_dict() == {'keypair': KEYPAIR}
    assert next(keypairs.iterate()).to_dict() == KEYPAIR
    assert pickle.loads(pickle.dumps(vars(listed)['name'])) == 'mine'


def test_keypair_that_is_asked_for_again(cloud: ScriptedCloud, connect: Connect) -> None:
    cloud.on('GET', '/os-keypairs', {'keypairs': [{'keypair': KEYPAIR}]})
    cloud.on('GET', '/os-keypairs/mine', {'keypair': {**KEYPAIR, 'user_id': 'u'}})
    (listed,) = connect(cloud, '2.53').keypairs.list()
    listed.get()
    assert (listed.user_id, listed.to_dict()) == ('u', {'keypair': KEYPAIR})
    listed.set_info('colour', 'red')
    assert (listed.colour, listed.to_dict()['colour']) == ('red', 'red')


def test_number_of_a_rule_may_be_a_text(new_cloud: ScriptedCloud, connect: Connect) -> None:
    new_cloud.on('POST', '/os-server-groups', {'server_group': {'id': '1'}})
    groups = connect(new_cloud, '2.64').server_groups
    groups.create('g', 'anti-affinity', {'max_server_per_host': '3'})
    sent: Any = new_cloud.requests[-1].body
    assert sent['server_group']['rules'] == {'max_server_per_host': 3}


def test_zone_is_not_found_by_name(cloud: ScriptedCloud, connect: Connect) -> None:
    """Its field is ``zoneName``; python-novaclient finds none by ``name``, either."""
    zones = [{'zoneName': 'nova', 'zoneState': {'available': True}}]
    cloud.on('GET', '/os-availability-zone', {'availabilityZoneInfo': zones})
    with pytest.raises(exceptions.NotFound):
        connect(cloud, '2.53').availability_zones.find(name='nova')


def test_details_of_a_search_are_refused_by_both_names(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    for kind in (exceptions.UnsupportedVersion, exceptions.UnsupportedAttribute):
        with pytest.raises(kind):
            connect(cloud, '2.52').hypervisors.search('x', detailed=True)
    assert cloud.requests == []


def test_answer_of_an_action_is_a_plain_tuple(cloud: ScriptedCloud, connect: Connect) -> None:
    cloud.on('POST', '/servers/1/action', {'a': 'b'})
    answered = connect(cloud, '2.53').servers._action_return_resp_and_body('lock', '1')
    assert (type(answered), answered[0].status_code, answered[1]) == (tuple, 200, {'a': 'b'})


def test_error_of_an_answer_names_what_was_asked(cloud: ScriptedCloud, connect: Connect) -> None:
    """Its URL is that below the endpoint, and it has no arguments, as python-novaclient's."""
    nova = connect(cloud, '2.53')
    with pytest.raises(exceptions.NotFound) as caught:
        nova.servers.get('no')
    error = caught.value
    assert (error.url, error.args) == ('/servers/no', ())
    assert error.answer.url.endswith('/v2.1/servers/no')
    assert repr(error).startswith('NotFound(404, ')
    with pytest.raises(exceptions.NotFound) as caught:
        nova.client.get('/no')
    assert caught.value.url == '/no'
    assert repr(exceptions.NotFound(404)) == 'NotFound(404)'


LAZY = {
    'flavor': ('/flavors', 'disabled', lambda nova: nova.flavors.create('x', 512, 1, 1)),
    'flavor of an update': (
        '/flavors',
        'OS-FLV-DISABLED:disabled',
        lambda nova: nova.flavors.update('1', 'text'),
    ),
    'aggregate': ('/os-aggregates', 'hosts', lambda nova: nova.aggregates.create('x', None)),
    'aggregate of an update': (
        '/os-aggregates',
        'metadata',
        lambda nova: nova.aggregates.update('1', {'name': 'x'}),
    ),
    'aggregate of an action': (
        '/os-aggregates',
        'hosts',
        lambda nova: nova.aggregates.add_host('1', 'one'),
    ),
    'server group': (
        '/os-server-groups',
        'members',
        lambda nova: nova.server_groups.create('x', 'affinity'),
    ),
    'server': (
        '/servers',
        'addresses',
        lambda nova: nova.servers.create('x', '1', '1', nics='none'),
    ),
}
"""Where it is, a field that its creation or change does not tell, and what makes or changes it."""


@pytest.mark.parametrize('is_looked_at', [False, True])
@pytest.mark.parametrize(('path', 'missing', 'write'), LAZY.values(), ids=LAZY)
def test_what_a_lazy_load_brings_is_in_its_dictionaries(
    new_cloud: ScriptedCloud,
    connect: Connect,
    path: str,
    missing: str,
    write: Callable[[Any], Any],
    is_looked_at: bool,
) -> None:
    kind = path.removeprefix('/os-')[:-1].replace('-', '_').strip('/')
    answer = {kind: {'id': '1', 'name': 'old'}}
    for method, place in (('POST', path), ('PUT', f'{path}/1'), ('POST', f'{path}/1/action')):
        new_cloud.on(method, place, answer)
    whole = {'id': '1', 'name': 'new', missing: ['a'], 'further': {'b': 'c'}}
    new_cloud.on('GET', f'{path}/1', {kind: whole})
    one = write(connect(new_cloud, '2.90'))
    if is_looked_at:
        assert missing not in vars(one)
        assert missing not in one.to_dict()
    assert getattr(one, missing) == ['a']
    assert one.to_dict() == whole
    assert {name: vars(one)[name] for name in whole} == whole
    assert not hasattr(one, 'nothere')
    assert (
        len([sent for sent in new_cloud.requests if sent.method == 'GET' and '1' in sent.path[-2:]])
        == 1
    )
