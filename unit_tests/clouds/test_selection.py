"""A run is for one cloud and region, or for a list of them."""

from __future__ import annotations

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from unit_tests.nova import Nova

FILE = """
clouds:
  a: {auth: {auth_url: http://a.example/v3}, regions: [r1, r2]}
  b: {auth: {auth_url: http://b.example/v3}, region_name: r1}
  c: {auth: {auth_url: http://c.example/v3}}
"""


def labels(nova: Nova, options: dict[str, object], **variables: str) -> list[str] | None:
    """Return the labels of a run's targets; ``None`` where it is for one cloud."""
    environment = Environment(nova.variables(None, variables), cwd=str(nova.home))
    clouds = selection.several(Settings(dict(options), OptionTable(), environment))
    return None if clouds is None else [target.label for target in clouds.targets]


@pytest.mark.parametrize('name', ['all', 'a,b'])
def test_a_cloud_of_that_very_name_wins_over_the_list(nova: Nova, name: str) -> None:
    nova.cloud_file(FILE + f'  "{name}": {{auth: {{auth_url: http://d.example/v3}}}}\n')
    assert labels(nova, {'os_cloud': name}) is None


@pytest.mark.parametrize('name', ['all', 'r1,r2'])
def test_a_region_of_that_very_name_wins_over_the_list(nova: Nova, name: str) -> None:
    nova.cloud_file(FILE.replace('[r1, r2]', f'[r0, "{name}"]'))
    assert labels(nova, {'os_cloud': 'a', 'os_region_name': name}) is None


def test_all_means_a_sandbox_that_a_file_defines_and_not_the_built_in_one(nova: Nova) -> None:
    nova.cloud_file(FILE + '  sandbox: {auth: {auth_url: http://d.example/v3}}\n')
    assert labels(nova, {'os_cloud': 'all'}) == ['a', 'b', 'c', 'sandbox']


@pytest.mark.parametrize('name', ['a,nope', 'nope,', 'sandbox,nope', ','])
def test_a_cloud_that_is_not_there_is_refused(nova: Nova, name: str) -> None:
    nova.cloud_file(FILE)
    with pytest.raises(errors.CommandError):
        labels(nova, {'os_cloud': name})


def test_settings_of_a_target_are_those_of_its_cloud_and_region(nova: Nova) -> None:
    nova.cloud_file(FILE)
    environment = Environment(nova.variables(None, {'OS_REGION_NAME': 'all'}), cwd=str(nova.home))
    chosen = Settings({'os_cloud': 'all'}, OptionTable(), environment)
    clouds = selection.several(chosen)
    assert clouds is not None
    regions = [target.settings.get('os_region_name') for target in clouds.targets]
    urls = [
        None if target.settings.cloud is None else target.settings.cloud.auth['auth_url'][7]
        for target in clouds.targets
    ]
    assert (regions, urls) == (['r1', 'r2', 'r1', ''], ['a', 'a', 'b', 'c'])
    assert clouds.names == ['a/r1', 'a/r2', 'b', 'c']
