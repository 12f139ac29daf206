"""Arguments of a new flavor: their forms, and their places when the versions of one are over."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions
from novaclient_mv.v2 import flavors
from unit_tests.newest import NEWEST
from unit_tests.scripted import StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

PLAIN = {'ram': 1, 'vcpus': 1, 'disk': 1}


@pytest.mark.parametrize(
    'wrong',
    [
        *({name: 'few'} for name in ('ram', 'vcpus', 'disk', 'swap', 'ephemeral', 'rxtx_factor')),
        *({'is_public': 'few'}, {'is_public': None}, {'ram': None}),
    ],
)
def test_what_is_no_number_or_truth_value_is_refused(
    start_cloud: StartCloud, connect: Connect, wrong: dict[str, Any]
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
    start_cloud: StartCloud, connect: Connect, word: Any, meant: bool
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('POST', '/flavors', exchange.echo('flavor', id='f'))
    connect(cloud, '2.90').flavors.create('a', '512', 1, 1, is_public=word)
    (body,) = exchange.bodies(cloud)
    assert body['flavor']['os-flavor-access:is_public'] is meant
    assert body['flavor']['ram'] == 512


@pytest.mark.parametrize('key', ['/1', '?', '%', 'a<b', '', 'a\nb'])
def test_key_that_no_extra_spec_can_have_is_refused(
    start_cloud: StartCloud, connect: Connect, key: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    flavor = flavors.Flavor(connect(cloud, '2.90').flavors, {'id': 'f'})
    with pytest.raises(exceptions.CommandError, match='key of an extra spec'):
        flavor.set_keys({'hw:cpu_policy': 'dedicated', key: 'v'})
    assert exchange.bodies(cloud) == []
