"""Paths of requests are folded to the operations of the API."""

from __future__ import annotations

import json

import pytest

from novaclient_mv import services
from novaclient_mv.knowledge.usage.counting import OTHER, Operations
from novaclient_mv.services.service import data_file
from unit_tests import cases
from unit_tests.knowledge.usage.lines import PROJECT, SERVER

COMPUTE = Operations(services.COMPUTE)


def table() -> list[str]:
    file = data_file(str(services.COMPUTE.operations))
    assert file is not None
    with open(file, encoding='utf-8') as stream:
        return [row['id'] for row in json.load(stream)]


@cases.one_test_of(
    'operation', sorted({' '.join(identifier.split(' ')[:2]) for identifier in table()})
)
def test_every_operation_of_the_api_is_folded_to_itself(operation: str) -> None:
    if '{anything}' in operation:
        return
    method, path = operation.split(' ')
    names = [name for name in path.split('/') if name.startswith('{')]
    for value in ('7', 'm1.tiny', SERVER):
        filled = path
        for name in names:
            filled = filled.replace(name, value)
        prefix = '' if path in ('/', '/v2/', '/v2.1/') or '/versions' in path else '/v2.1'
        folded = COMPUTE.folded(f'{method} {prefix}{filled}')
        # Names of parameters differ in the table where the path is the same.
        assert folded.count('{') == operation.count('{')
        assert [part for part in folded.split('/') if '{' not in part] == [
            part for part in operation.split('/') if '{' not in part
        ]


@pytest.mark.parametrize(
    ('request_line', 'operation'),
    [
        ('GET /v2.1', 'GET /v2.1/'),
        ('GET /v2.1/servers/', 'GET /servers'),
        (f'GET /v2.1/{PROJECT}/servers/{SERVER}', 'GET /servers/{id}'),
        (f'GET /v2/{PROJECT}/servers/detail', 'GET /servers/detail'),
        ('GET /compute/v2.1/servers/detail', 'GET /servers/detail'),
        (f'POST /v2.1/servers/{SERVER}/action', 'POST /servers/{id}/action'),
        ('GET /servers', 'GET /servers'),
        ('GET /v2.1/nothing/like/it', OTHER),
        ('PATCH /v2.1/servers', OTHER),
        ('GET /v3/auth/tokens', OTHER),
    ],
)
def test_path_is_folded_whatever_stands_before_it(request_line: str, operation: str) -> None:
    assert COMPUTE.folded(request_line) == operation


@pytest.mark.parametrize(
    ('request_line', 'operation'),
    [
        ('GET /v1/nodes', 'GET /nodes'),
        ('GET /v1/nodes/detail', 'GET /nodes/detail'),
        (f'PUT /v1/nodes/{SERVER}/states/power', 'PUT /nodes/{id}/states/power'),
        (f'DELETE /v1/nodes/node-1/vifs/{SERVER}', 'DELETE /nodes/{id}/vifs/{id}'),
        ('GET /v1', 'GET /v1/'),
        ('GET /', 'GET /'),
    ],
)
def test_service_without_a_table_is_folded_by_shape(request_line: str, operation: str) -> None:
    baremetal = services.registry.named('baremetal')
    assert baremetal is not None
    assert Operations(baremetal._replace(operations=None)).folded(request_line) == operation
