"""Arguments of a new flavor: their forms, and their places when the versions of one are over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from novaclient_mv.api_versions import APIVersion, signature_of
from novaclient_mv.v2 import flavors
from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud
from unit_tests.v2 import exchange

Create = Callable[..., dict[str, Any]]


@pytest.fixture
def create(start_cloud: Callable[..., ScriptedCloud], connect: Callable[..., Any]) -> Create:
    """Creates a flavor at a version; arguments from the factor on; what was sent of it."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('POST', '/flavors', exchange.echo('flavor'))

    def make(version: str, *args: Any) -> dict[str, Any]:
        connect(cloud, version).flavors.create('a', 1, 1, 1, 'auto', 0, 0, *args)
        found: dict[str, Any] = exchange.bodies(cloud)[-1]['flavor']
        return found

    return make


def test_factor_is_sent_up_to_its_last_version(create: Create) -> None:
    assert create('2.101', '1.5')['rxtx_factor'] == 1.5
    assert create('2.101')['rxtx_factor'] == 1.0


def test_factor_is_not_sent_from_the_version_after(create: Create) -> None:
    assert 'rxtx_factor' not in create('2.102', 1.0)
    with pytest.raises(exceptions.UnsupportedAttribute, match='rxtx_factor'):
        create('2.102', 1.5)


@pytest.mark.parametrize('version', ['2.101', '2.102'])
def test_what_follows_the_factor_stands_at_the_same_place(create: Create, version: str) -> None:
    assert create(version, 1.0, False)['os-flavor-access:is_public'] is False
    signature = signature_of(flavors.FlavorManager.create, APIVersion(version))
    assert list(signature.parameters)[-3:] == ['rxtx_factor', 'is_public', 'description']


PLAIN = {'ram': 1, 'vcpus': 1, 'disk': 1}


@pytest.mark.parametrize(
    'wrong',
    [
        *({name: 'few'} for name in ('ram', 'vcpus', 'disk', 'swap', 'ephemeral', 'rxtx_factor')),
        *({'is_public': 'few'}, {'is_public': None}, {'ram': None}),
    ],
)
def test_what_is_no_number_or_truth_value_is_refused(
    start_cloud: Callable[..., ScriptedCloud], connect: Callable[..., Any], wrong: dict[str, Any]
) -> None:
    # Programs catch CommandError, as python-novaclient raises it here.
    cloud = start_cloud(maximum=NEWEST)
    (name,) = wrong
    with pytest.raises(exceptions.CommandError, match=name):
        connect(cloud, '2.90').flavors.create('a', **{**PLAIN, **wrong})
    assert exchange.bodies(cloud) == []


@pytest.mark.parametrize(
    ('word', 'meant'), [('false', False), ('No', False), (0, False), ('yes', True), (True, True)]
)
def test_words_that_stand_for_truth_are_taken(
    start_cloud: Callable[..., ScriptedCloud],
    connect: Callable[..., Any],
    word: Any,
    meant: bool,
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('POST', '/flavors', exchange.echo('flavor', id='f'))
    connect(cloud, '2.90').flavors.create('a', '512', 1, 1, is_public=word)
    (body,) = exchange.bodies(cloud)
    assert body['flavor']['os-flavor-access:is_public'] is meant
    assert body['flavor']['ram'] == 512


@pytest.mark.parametrize('key', ['/1', '?', '%', 'a<b', '', 'a\nb'])
def test_key_that_no_extra_spec_can_have_is_refused(
    start_cloud: Callable[..., ScriptedCloud], connect: Callable[..., Any], key: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    flavor = flavors.Flavor(connect(cloud, '2.90').flavors, {'id': 'f'})
    with pytest.raises(exceptions.CommandError, match='key of an extra spec'):
        flavor.set_keys({'hw:cpu_policy': 'dedicated', key: 'v'})
    assert exchange.bodies(cloud) == []
