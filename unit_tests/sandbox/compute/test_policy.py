"""Policies: administrators, members, and readers."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller

MISSING = '11111111-2222-3333-4444-555555555555'

SWAP = {'volumeAttachment': {'volumeId': '11111111-2222-3333-4444-666666666666'}}


@pytest.fixture
def reader(cloud: Caller) -> Caller:
    """Somebody who may only read, in the project of ``demo``."""
    return cloud.other('reader', 'demo')


def _server(cloud: Caller) -> str:
    return str(cloud('GET', '/v2.1/servers').body['servers'][0]['id'])


@pytest.mark.parametrize(
    ('method', 'place', 'body'),
    [
        ('PUT', '', {'server': {'name': 'two'}}),
        ('DELETE', '', None),
        ('POST', '/metadata', {'metadata': {'a': 'b'}}),
        ('PUT', '/tags/blue', None),
        ('POST', '/remote-consoles', {'remote_console': {'protocol': 'vnc', 'type': 'novnc'}}),
    ],
)
def test_reader_changes_nothing(reader: Caller, method: str, place: str, body: object) -> None:
    answer = reader(method, f'/v2.1/servers/{_server(reader)}{place}', '2.90', body)
    assert answer.status == 403


@pytest.mark.parametrize(
    ('method', 'place', 'version', 'body'),
    [
        ('GET', 'diagnostics', '2.90', None),
        ('GET', 'migrations', '2.90', None),
        ('GET', 'migrations/1', '2.90', None),
        ('PUT', f'os-volume_attachments/{MISSING}', '2.84', SWAP),
        ('PUT', f'os-volume_attachments/{MISSING}', '2.85', SWAP),
    ],
)
def test_server_is_looked_for_before_policy_is(
    cloud: Caller, method: str, place: str, version: str, body: object
) -> None:
    member = cloud.other('demo')
    for id, status in ((_server(member), 403), (_server(cloud), 404), (MISSING, 404)):
        assert member(method, f'/v2.1/servers/{id}/{place}', version, body).status == status
