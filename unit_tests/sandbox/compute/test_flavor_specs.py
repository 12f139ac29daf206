"""Extra specs that mean nothing: they can be set below 2.86, and no server takes them."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller

CPU = "requested from 'flavor extra specs' is invalid, given: 'x', available:"


@pytest.fixture
def flavor(cloud: Caller) -> str:
    """The id of a flavor larger than the first one."""
    body = {'flavor': {'id': 'f', 'name': 'f', 'ram': 1024, 'disk': 90, 'vcpus': 1}}
    assert cloud('POST', '/v2.1/flavors', body=body).status == 200
    return 'f'


@pytest.mark.parametrize(
    ('key', 'words'),
    [
        ('hw:cpu_policy', f"CPU policy {CPU} '('dedicated', 'shared', 'mixed')'."),
        ('hw:cpu_thread_policy', f"CPU thread policy {CPU} '('prefer', 'isolate', 'require')'."),
        ('hw:mem_page_size', "Invalid memory page size 'x'"),
        (
            'hw:numa_nodes',
            "The property 'numa_nodes' cannot be 'x'. It must be a number greater than 0",
        ),
    ],
)
def test_server_takes_no_flavor_whose_specs_mean_nothing(
    cloud: Caller, server: str, flavor: str, key: str, words: str
) -> None:
    path = f'/v2.1/flavors/{flavor}/os-extra_specs'
    assert cloud('POST', path, '2.85', {'extra_specs': {key: 'x'}}).status == 200
    body = {'name': 'one', 'flavorRef': flavor, 'imageRef': cloud.image(), 'networks': 'auto'}
    refused = cloud('POST', '/v2.1/servers', '2.90', {'server': body})
    assert (refused.status, refused.message) == (400, words)
    refused = cloud.act(server, {'resize': {'flavorRef': flavor}})
    assert (refused.status, refused.message) == (400, words)
    assert cloud('PUT', f'{path}/{key}', '2.85', {key: ''}).status == 200
    assert cloud('POST', '/v2.1/servers', '2.90', {'server': body}).status == 202
