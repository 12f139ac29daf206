"""A cloud is a value: opened when it is needed, and several side by side."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.running import carry_out
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import transport
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.source import PACKAGE, inside, paths, text_of

StartCloud = Callable[..., ScriptedCloud]

FILE = """
clouds:
  old:
    auth: {{auth_url: {old}/v3, username: demo, password: secret, project_name: demo,
           user_domain_name: Default, project_domain_name: Default}}
  new:
    auth: {{auth_url: {new}/v3, username: demo, password: secret, project_name: demo,
           user_domain_name: Default, project_domain_name: Default}}
"""


def surroundings(nova: Nova, cloud: ScriptedCloud | None = None) -> Environment:
    return Environment(
        nova.variables(cloud, {}),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
        clock=nova.clock.clock(),
        cwd=str(nova.home),
    )


def test_version_of_a_run_is_negotiated_in_one_place() -> None:
    """Other callers store nothing, send nothing, or narrow the chosen version."""
    calling = {inside(file) for file in paths(PACKAGE) if 'service.negotiate(' in text_of(file)}
    rest = {'cli.running.carry_out', 'knowledge.capabilities', 'v2.commands.version_pin'}
    assert calling == {'clouds.cloud', 'resources.client', *rest}


def test_two_clouds_of_two_ages_answer_side_by_side(nova: Nova, start_cloud: StartCloud) -> None:
    old, new = start_cloud(maximum='2.53'), start_cloud(maximum='2.90')
    nova.cloud_file(FILE.format(old=old.url, new=new.url))
    environment = surroundings(nova)
    invocation = read.read(['server-list'], environment)
    outcomes = [
        carry_out.carry_out(invocation, Cloud(environment, name)) for name in ('old', 'new')
    ]
    for outcome in outcomes:
        outcome.drain(lambda part: None)
    assert [str(each.version) for each in outcomes] == ['2.53', '2.90']
    assert [(each.error, each.status) for each in outcomes] == [(None, 0), (None, 0)]


def test_error_of_one_cloud_is_in_its_outcome(nova: Nova, start_cloud: StartCloud) -> None:
    old, new = start_cloud(maximum='2.53'), start_cloud(maximum='2.90')
    nova.cloud_file(FILE.format(old=old.url, new=new.url))
    environment = surroundings(nova)
    invocation = read.read(['server-list', '--os-compute-api-version', '2.80'], environment)
    outcomes = [
        carry_out.carry_out(invocation, Cloud(environment, name)) for name in ('old', 'new')
    ]
    assert [each.status for each in outcomes] == [3, 0]
    assert '2.1 to 2.53' in str(outcomes[0].error)


def test_nothing_is_sent_or_loaded_before_a_cloud_is_used(nova: Nova, cloud: ScriptedCloud) -> None:
    value = Cloud(surroundings(nova, cloud))
    assert (value.name, value.timings()) == (None, [])
    assert cloud.wire() == []
    assert value.range(services.COMPUTE)[0] is not None
    assert cloud.wire() != []


def test_reading_a_command_line_loads_no_library(nova: Nova, cloud: ScriptedCloud) -> None:
    environment = surroundings(nova, cloud)
    before = set(sys.modules)
    read.read(['server-create', '--flavor', '1', '--image', 'i', 'web'], environment)
    new = {name.partition('.')[0] for name in set(sys.modules) - before}
    assert new - sys.stdlib_module_names - {'novaclient_mv'} == set()
    assert cloud.wire() == []


class Stopped(errors.Error):
    """A dry run came to a write."""


class StopsAtWrites:
    """A transport that lets reads through and stops before a write."""

    def __init__(self, inner: transport.Transport) -> None:
        self.inner = inner

    def send(self, request: transport.WireRequest) -> transport.WireAnswer:
        if request.method != 'GET':
            raise Stopped(f'{request.method} {request.url}')
        return self.inner.send(request)

    def close(self) -> None:
        self.inner.close()


def test_dry_run_is_a_transport_around_the_one_that_sends(nova: Nova, cloud: ScriptedCloud) -> None:
    environment = surroundings(nova, cloud)
    environment.wrap = StopsAtWrites
    invocation = read.read(['keypair-create', 'key'], environment)
    outcome = carry_out.carry_out(invocation, Cloud(environment))
    assert isinstance(outcome.error, Stopped)
    assert str(outcome.error).endswith('/v2.1/os-keypairs')
    assert [line for line in cloud.wire() if line.startswith('POST')] == ['POST /v3/auth/tokens']
