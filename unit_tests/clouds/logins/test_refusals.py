"""Refusals by policy are remembered for a login with its roles in its region, for a week."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import refusals
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


def opened(nova: Nova, cloud: ScriptedCloud, **options: Any) -> Cloud:
    """A cloud of a run of its own."""
    environment = Environment(nova.variables(cloud, {}), clock=nova.clock.clock())
    settings = Settings(options, OptionTable(), environment)
    return Cloud(environment, settings=settings)


def test_refusal_counts_for_its_login_until_it_is_a_week_old(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    run = opened(nova, cloud)
    assert refusals.remembered(run) == {}
    refusals.remember_refusal(run, 'a')
    nova.clock.advance(60)
    refusals.remember_refusal(run, 'b')
    assert refusals.remembered(opened(nova, cloud)) == {'a': 60.0, 'b': 0.0}
    assert refusals.remembered(opened(nova, cloud, os_region_name='two')) == {}
    cloud.keystone.roles = ('auditor',)
    assert refusals.remembered(opened(nova, cloud)) == {}
    cloud.keystone.roles = None
    assert refusals.remembered(opened(nova, cloud)) == {}
    nova.clock.advance(refusals.SECONDS - 60)
    assert refusals.remembered(run) == {'b': refusals.SECONDS - 60}
    nova.clock.advance(60)
    assert refusals.remembered(run) == {}


def test_nothing_is_remembered_where_nothing_is_cached(nova: Nova, cloud: ScriptedCloud) -> None:
    run = opened(nova, cloud, no_cache=True)
    refusals.remember_refusal(run, 'a')
    assert (refusals.remembered(run), cloud.requests) == ({}, [])


@pytest.mark.parametrize('value', [[], 'a', None, {'a': 'b', 'c': 1}])
def test_what_another_program_wrote_does_no_harm(
    nova: Nova, cloud: ScriptedCloud, value: object
) -> None:
    refusals.remember_refusal(opened(nova, cloud), 'a')
    (file,) = (nova.home / '.cache' / 'nova-mv').glob('refusals-*.json')
    file.write_text(json.dumps({**json.loads(file.read_text()), 'value': value}))
    assert refusals.remembered(opened(nova, cloud)) == {}


def test_facts_of_a_token_are_cached_with_its_access(nova: Nova, cloud: ScriptedCloud) -> None:
    before = opened(nova, cloud).login.cached_login
    assert before is not None
    assert before.token_facts is None
    assert opened(nova, cloud, no_cache=True).login.cached_login is None
    cloud.keystone.roles = ('auditor',)
    nova('server-list', cloud=cloud)
    cloud.requests.clear()
    cached = opened(nova, cloud).login.cached_login
    assert cached is not None
    assert cached.token_facts is not None
    assert (cached.token_facts.roles, cloud.requests) == (('auditor',), [])
