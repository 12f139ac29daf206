"""Content that is too large, too deep, too long or of another kind is refused, by each service."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from novaclient_mv.sandbox.state import image_store
from unit_tests.sandbox.caller import Caller

WRITES = {
    '/v2.1': '/servers',
    '/v2': '/servers',
    '/identity': '/v3/projects',
    '/image': '/v2/images',
    '/network': '/v2.0/networks',
    '/volume': '/v3/volumes',
    '/placement': '/resource_providers',
    '/baremetal': '/v1/nodes',
}
services = pytest.mark.parametrize('mount', WRITES)
MANY_DIGITS = '9' * 5000


class Unread(io.BytesIO):
    """A body that must not be read."""

    def read(self, size: int | None = -1) -> bytes:
        raise AssertionError('It was read.')


def status_of_length(cloud: Caller, path: str, length: str) -> int:
    """The status for a body of a length, which is not read."""
    started: list[str] = []
    environ = {
        'REQUEST_METHOD': 'POST', 'PATH_INFO': path, 'HTTP_HOST': 'cloud.example',
        'HTTP_X_AUTH_TOKEN': cloud.token, 'CONTENT_TYPE': 'application/json',
        'CONTENT_LENGTH': length, 'wsgi.input': Unread(), 'wsgi.url_scheme': 'http',
    }  # fmt: skip
    cloud.application(environ, lambda status, headers: started.append(status))
    return int(started[0][:3])


@services
def test_body_that_is_too_large_is_refused_and_not_read(cloud: Caller, mount: str) -> None:
    for length in (f'{5 << 20}', '9' * 15):
        assert status_of_length(cloud, mount + WRITES[mount], length) == 413


def test_body_that_is_too_large_is_refused_without_a_version(cloud: Caller) -> None:
    body = b' ' * (5 << 20)
    answer = cloud(
        'POST', '/baremetal/v1/nodes', body=body, headers={'X-OpenStack-Ironic-API-Version': 'x'}
    )
    assert answer.status == 413


def test_data_of_an_image_may_be_larger_up_to_a_bound(cloud: Caller) -> None:
    assert (
        status_of_length(cloud, '/image/v2/images/x/file', f'{image_store.MOST_OCTETS + 1}') == 413
    )
    image = cloud('POST', '/image/v2/images', body={
        'name': 'i', 'disk_format': 'raw', 'container_format': 'bare',
    }).body['id']  # fmt: skip
    kind = {'Content-Type': 'application/octet-stream'}
    answer = cloud('PUT', f'/image/v2/images/{image}/file', body=bytes(5 << 20), headers=kind)
    assert answer.status == 204


@services
@pytest.mark.parametrize('depth', [101, 900])
def test_body_that_is_too_deep_is_refused_with_400(cloud: Caller, mount: str, depth: int) -> None:
    for before, after in (('{"a":', '}'), ('[', ']')):
        body = f'{before * depth}1{after * depth}'.encode()
        assert cloud('POST', mount + WRITES[mount], body=body).status == 400


@services
def test_thousands_of_digits_are_refused(cloud: Caller, mount: str) -> None:
    path = mount + WRITES[mount]
    for query in (f'limit={MANY_DIGITS}', f'marker={MANY_DIGITS}', 'limit=²'):
        assert cloud('GET', f'{path}?{query}').status < 500
    names = {'/volume': 'volume', '/placement': 'placement'}
    for version in (f'2.{MANY_DIGITS}', MANY_DIGITS, f'{MANY_DIGITS}.1'):
        headers = {
            'OpenStack-API-Version': f'{names.get(mount, "compute")} {version}',
            'X-OpenStack-Ironic-API-Version': version,
        }
        assert cloud('GET', path, headers=headers).status < 500


@pytest.mark.parametrize(
    ('url', 'body'),
    [
        ('/network/v2.0/security-group-rules', {'security_group_rule': {
            'security_group_id': 'x', 'direction': 'ingress', 'protocol': '²'}}),
        ('/network/v2.0/security-group-rules', {'security_group_rule': {
            'security_group_id': 'x', 'direction': 'ingress', 'port_range_min': MANY_DIGITS}}),
        ('/identity/v3/projects', {'project': {'name': ['p']}}),
        ('/identity/v3/projects', {'project': {'name': 'p', 'tags': [[]]}}),
        ('/identity/v3/projects', {'project': {'name': 'p', 'enabled': 'yes'}}),
        ('/identity/v3/users', {'user': {'name': {}}}),
        ('/v2/servers/x/action', {'createBackup': {
            'name': 'b', 'backup_type': 'daily', 'rotation': MANY_DIGITS}}),
    ],
)  # fmt: skip
def test_value_of_another_kind_is_refused(cloud: Caller, url: str, body: Any) -> None:
    assert cloud('POST', url, body=body).status in (400, 404)


@pytest.mark.parametrize(
    ('quota', 'body'),
    [
        ('os-quota-class-sets/default', {}),
        ('os-quota-class-sets/default', []),
        ('os-quota-class-sets/default', {'quota_class_set': []}),
        ('os-quota-class-sets/default', {'quota_class_set': {'cores': []}}),
        ('os-quota-sets/{project}', {'quota_set': {'no_quota': 1}}),
        ('os-quota-sets/{project}', {'quota_set': {'no_quota': 'x'}}),
    ],
)
def test_quotas_of_other_kinds_are_refused(cloud: Caller, quota: str, body: Any) -> None:
    quota = quota.format(project=cloud.project)
    for endpoint in ('v2', 'v2.1'):
        assert cloud('PUT', f'/{endpoint}/{quota}', body=body).status == 400


def test_path_of_nothing_is_not_found(cloud: Caller) -> None:
    for path in ('/network', '/network/'):
        assert cloud('DELETE', path).status == 404


def test_json_that_cannot_be_stored_is_no_fault_of_bare_metal(cloud: Caller) -> None:
    for body in (b'[Infinity]', b'[1e999]', b'["\\ud800"]'):
        assert cloud('PATCH', '/baremetal/v1/nodes/x', body=body).status in (400, 404)


def test_patch_whose_changes_are_no_objects_is_refused(cloud: Caller) -> None:
    other = cloud.other('demo')
    node = cloud('GET', '/baremetal/v1/nodes').body['nodes'][0]['uuid']
    for body in ([1], ['x'], [None]):
        assert other('PATCH', f'/baremetal/v1/nodes/{node}', body=body).status in (400, 403, 404)


def test_pattern_without_an_end_is_searched_as_text(cloud: Caller) -> None:
    id = cloud.boot(name=f'{"a" * 60}!(a+)+$')
    listed = cloud('GET', '/v2.1/servers?name=(a%2B)%2B%24').body['servers']
    assert [server['id'] for server in listed] == [id]
    for pattern in ('(a|a)*%24', 'a*a*a*a*a*a*a*%24', '(a*)%2B%24'):
        assert cloud('GET', f'/v2.1/servers?name={pattern}').status == 200


def test_snapshot_of_a_volume_that_is_not_there_is_not_found(cloud: Caller) -> None:
    body = {'snapshot': {'volume_id': '00000000-dead-4bad-8bad-00000000dead'}}
    answer = cloud('POST', '/v2.1/os-snapshots', '2.1', body)
    assert answer.status == 404, json.dumps(answer.body)
