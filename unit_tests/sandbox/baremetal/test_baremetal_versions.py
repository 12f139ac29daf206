"""The versions that the Bare Metal service is asked for, and those that it offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from novaclient_mv.sandbox import newest
from unit_tests.sandbox.baremetal.operator import HEADER, Operator, words

MINIMUM = 'X-OpenStack-Ironic-API-Minimum-Version'
MAXIMUM = 'X-OpenStack-Ironic-API-Maximum-Version'


@pytest.mark.parametrize(
    ('headers', 'version'),
    [
        ({}, '1.1'),
        ({HEADER: ''}, '1.1'),
        ({HEADER: '1.20'}, '1.20'),
        ({HEADER: 'LATEST'}, newest.BAREMETAL),
        ({'OpenStack-API-Version': 'baremetal 1.33'}, '1.33'),
        ({'OpenStack-API-Version': 'compute 2.1, baremetal 1.33'}, '1.33'),
        ({'OpenStack-API-Version': 'compute 2.1'}, '1.1'),
        ({'OpenStack-API-Version': 'baremetal 1.33', HEADER: '1.20'}, '1.33'),
    ],
)
def test_version_is_read_from_either_header(
    metal: Operator, headers: dict[str, str], version: str
) -> None:
    answer = metal('GET', '/baremetal/v1/nodes', headers=headers)
    told = [answer.headers[name] for name in (HEADER, MINIMUM, MAXIMUM)]
    assert (answer.status, told) == (200, [version, '1.1', newest.BAREMETAL])


@pytest.mark.parametrize('version', ['1.0', '1.999', '2.1'])
def test_version_out_of_range_is_refused_with_the_range_and_not_echoed(
    metal: Operator, version: str
) -> None:
    answer = metal.ask('GET', '/nodes', version=version)
    told = [answer.headers[name] for name in (HEADER, MINIMUM, MAXIMUM)]
    assert (answer.status, told) == (406, [None, '1.1', newest.BAREMETAL])
    assert version in words(answer)


def test_field_that_is_too_new_is_refused_with_the_version_echoed(metal: Operator) -> None:
    answer = metal.ask('GET', '/nodes?fields=owner', version='1.49')
    assert (answer.status, answer.headers[HEADER]) == (406, '1.49')
    assert metal.ask('GET', '/nodes?fields=owner', version='1.50').status == 200


def test_range_is_the_one_asked_for(path: Path) -> None:
    metal = Operator(path, baremetal_minimum='1.10', baremetal_maximum='1.46')
    assert metal.ask('GET', '/nodes', version=None).headers[HEADER] == '1.10'
    assert metal.ask('GET', '/nodes').headers[HEADER] == '1.46'
    assert metal.ask('GET', '/nodes', version='1.47').status == 406
    assert metal.ask('GET', '/nodes', version='1.9').status == 406
    document = metal('GET', '/baremetal/').body['default_version']
    assert (document['min_version'], document['version']) == ('1.10', '1.46')


def test_service_from_before_versions_tells_none(path: Path) -> None:
    metal = Operator(path, microversions=False)
    answer = metal.ask('GET', '/nodes', version='1.999')
    assert answer.status == 200
    told = [answer.headers[name] for name in (HEADER, MINIMUM, MAXIMUM)]
    assert told == [None, None, None]
    assert 'name' not in answer.body['nodes'][0]
    assert 'version' not in metal('GET', '/baremetal/').body['default_version']


def test_documents_need_no_login_and_nodes_do(path: Path) -> None:
    stranger = Operator(path, user=None)
    assert stranger('GET', '/baremetal/').status == 200
    assert stranger('GET', '/baremetal/v1').status == 200
    assert stranger('GET', '/baremetal/v1/nodes').status == 401
