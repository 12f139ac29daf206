"""Proxies of old versions, and requests that remain for old clients."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Caller


@pytest.mark.parametrize(
    ('url', 'last', 'gone'),
    [
        ('/images', '2.35', '2.36'),
        ('/images/detail', '2.35', '2.36'),
        ('/images/IMAGE/metadata', '2.38', '2.39'),
        ('/os-baremetal-nodes', '2.35', '2.36'),
        ('/os-floating-ip-pools', '2.35', '2.36'),
        ('/os-floating-ips', '2.35', '2.36'),
        ('/os-hosts', '2.42', '2.43'),
        ('/os-hosts/host1', '2.42', '2.43'),
        ('/os-networks', '2.35', '2.36'),
        ('/os-security-groups', '2.35', '2.36'),
        ('/os-snapshots/detail', '2.35', '2.36'),
        ('/os-tenant-networks', '2.35', '2.36'),
        ('/os-volumes/detail', '2.35', '2.36'),
        ('/os-volumes_boot', '2.102', '2.103'),
    ],
)
def test_path_ends_with_its_version(cloud: Caller, url: str, last: str, gone: str) -> None:
    url = f'/v2.1{url.replace("IMAGE", cloud.image())}'
    assert cloud('GET', url, last).status == 200
    assert cloud('GET', url, gone).status == 404


def test_extensions_are_listed_and_shown(cloud: Caller) -> None:
    found = cloud('GET', '/v2.1/extensions', '2.101').body['extensions']
    shown = cloud('GET', '/v2.1/extensions/os-keypairs', '2.101').body['extension']
    assert shown in found
    assert cloud('GET', '/v2.1/extensions/none', '2.101').status == 404
    assert cloud('GET', '/v2.1/extensions?a=1', '2.102').status == 400
