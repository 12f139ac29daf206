"""Content that is too large, too deep, too long or of another kind is refused, by each service."""

from __future__ import annotations

import io

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


def test_pattern_without_an_end_is_searched_as_text(cloud: Caller) -> None:
    id = cloud.boot(name=f'{"a" * 60}!(a+)+$')
    listed = cloud('GET', '/v2.1/servers?name=(a%2B)%2B%24').body['servers']
    assert [server['id'] for server in listed] == [id]
    for pattern in ('(a|a)*%24', 'a*a*a*a*a*a*a*%24', '(a*)%2B%24'):
        assert cloud('GET', f'/v2.1/servers?name={pattern}').status == 200
