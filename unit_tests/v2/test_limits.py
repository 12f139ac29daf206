"""Limits: what is used of what, and how often to call."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.v2 import limits
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

ABSOLUTE = {
    'maxTotalRAMSize': 51200,
    'totalRAMUsed': 512,
    'maxTotalCores': 20,
    'totalCoresUsed': 0,
    'maxServerMeta': 128,
    'maxImageMeta': 127,
    'maxPersonalitySize': 10240,
    'maxTotalFloatingIps': 10,
    'totalFloatingIpsUsed': 1,
}
RATE = {
    'uri': '*',
    'regex': '.*',
    'limit': [
        {
            'verb': 'POST',
            'value': 10,
            'remaining': 2,
            'unit': 'MINUTE',
            'next-available': '2026-01-01T00:00:00Z',
        }
    ],
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with limits of both kinds."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/limits', {'limits': {'absolute': ABSOLUTE, 'rate': [RATE]}})
    return cloud


def test_limits_are_two_tables(nova: Nova, cloud: ScriptedCloud) -> None:
    rates, amounts = exchange.tables(nova('limits', version='2.1', cloud=cloud))
    assert rates == [
        ['Verb', 'URI', 'Value', 'Remain', 'Unit', 'Next_Available'],
        ['POST', '*', '10', '2', 'MINUTE', '2026-01-01T00:00:00Z'],
    ]
    assert amounts == [
        ['Name', 'Used', 'Max'],
        ['Cores', '0', '20'],
        ['FloatingIps', '1', '10'],
        ['ImageMeta', '-', '127'],
        ['Personality Size', '-', '10240'],
        ['RAM', '512', '51200'],
        ['Server Meta', '-', '128'],
    ]


@pytest.mark.parametrize(
    ('words', 'query'),
    [
        ((), ''),
        (('--tenant', 'p1'), '?tenant_id=p1'),
        (('--tenant',), ''),
        (('--reserved',), '?reserved=1'),
    ],
)
def test_only_what_was_asked_for_is_sent(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], query: str
) -> None:
    nova('limits-show', *words, cloud=cloud)
    assert exchange.sent(cloud) == [f'GET /limits{query}']


@pytest.mark.parametrize(
    ('version', 'key', 'value'),
    [
        ('2.35', 'max_total_floating_ips', 10),
        ('2.36', 'max_total_floating_ips', None),
        ('2.38', 'max_image_meta', 127),
        ('2.39', 'max_image_meta', None),
        ('2.56', 'max_personality_size', 10240),
        ('2.57', 'max_personality_size', None),
    ],
)
def test_machines_get_keys_that_stay(
    nova: Nova, cloud: ScriptedCloud, version: str, key: str, value: int | None
) -> None:
    found = json.loads(nova('limits', '-f', 'json', version=version, cloud=cloud).out)
    assert found[key] == value
    assert found['total_ram_used'] == 512
    assert found['rate'] == [RATE]
    assert 'extra' not in found


def test_library_tells_limits_as_objects(cloud: ScriptedCloud, connect: Connect) -> None:
    found = connect(cloud, '2.1').limits.get(tenant_id='p1')
    assert limits.AbsoluteLimit('maxServerMeta', 128) in found.absolute
    (rate,) = found.rate
    assert rate == limits.RateLimit('POST', '*', '.*', 10, 2, 'MINUTE', '2026-01-01T00:00:00Z')
    assert repr(rate) == '<RateLimit: verb=POST uri=*>'
