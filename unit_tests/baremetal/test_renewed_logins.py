"""A login through Keystone to a Bare Metal service of the catalog, and one that ends meanwhile."""

from __future__ import annotations

import json

import pytest

from unit_tests.baremetal.ironic import NODE, Ironic
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud

LIST = 'baremetal-node-list'
OTHER = '2be26c0b-03f2-4d2e-ae87-c02d7f33c124'
LOGIN = 'POST /v3/auth/tokens'


class Paged(Ironic):
    """An Ironic with two pages of nodes, on a cloud whose tokens end before the second."""

    has_ended = False

    def _content(self, request: Request) -> Answer:
        if 'marker' not in dict(request.query):
            url = f'{self.cloud.url}{self.path}/v1/nodes?detail=True&marker=1'
            return Answer(200, {'nodes': [NODE], 'next': url})
        if not self.has_ended:
            # The cloud refuses this very request: its token is none any more.
            self.has_ended = True
            self.cloud.expire()
        return Answer(200, {'nodes': [{**NODE, 'uuid': OTHER, 'name': 'rack-2'}]})


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud whose catalog has a Bare Metal service."""
    return start_cloud(catalog={'baremetal': '/baremetal'})


def logins(cloud: ScriptedCloud) -> int:
    """Return the number of logins."""
    return cloud.wire().count(LOGIN)


def test_endpoint_is_the_one_of_the_catalog(nova: Nova, cloud: ScriptedCloud) -> None:
    ironic = Ironic(cloud)
    assert nova(LIST, cloud=cloud).status == 0
    assert logins(cloud) == 1
    assert ironic.requests[-1].path == '/baremetal/v1/nodes'
    assert ironic.requests[-1].headers['X-Auth-Token'] in cloud.keystone.tokens


def test_token_that_ends_between_two_pages_is_renewed_once(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    ironic = Paged(cloud)
    result = nova('-f', 'json', LIST, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert [node['name'] for node in json.loads(result.out)] == ['rack-1', 'rack-2']
    assert logins(cloud) == 2
    tokens = [request.headers['X-Auth-Token'] for request in ironic.requests]
    assert tokens[-3] == tokens[-2] != tokens[-1]
    # What was agreed on before is not asked for again.
    assert len({request.headers['OpenStack-API-Version'] for request in ironic.requests[-3:]}) == 1
