"""The version that a request asks for, and the one that it is answered in."""

from __future__ import annotations

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import negotiation, wsgi
from unit_tests.sandbox.caller import Caller


@pytest.mark.parametrize(
    ('headers', 'answered'),
    [
        ({}, '2.1'),
        ({'OpenStack-API-Version': 'compute 2.10'}, '2.10'),
        ({'OpenStack-API-Version': 'compute 2.10, compute 2.11'}, '2.11'),
        ({'OpenStack-API-Version': 'image 2.10'}, '2.1'),
        ({'X-OpenStack-Nova-API-Version': '2.12'}, '2.12'),
        ({'X-OpenStack-Nova-API-Version': '2.12', 'OpenStack-API-Version': 'image 1.1'}, '2.12'),
        ({'X-OpenStack-Nova-API-Version': 'x', 'OpenStack-API-Version': 'compute 2.10'}, '2.10'),
    ],
)
def test_standard_header_goes_before_the_legacy_one(
    cloud: Caller, headers: dict[str, str], answered: str
) -> None:
    answer = cloud('GET', '/v2.1/servers', headers=headers)
    assert answer.headers['OpenStack-API-Version'] == f'compute {answered}'


def _negotiated(text: str) -> str:
    """The version of a request that asks for none, where that means this one."""
    offered = versions.VersionRange('2.1', '2.9')
    asked = negotiation.Versions('compute', offered, default=text)
    return str(asked.negotiate(wsgi.Request({'REQUEST_METHOD': 'GET'})))


@pytest.mark.parametrize(
    'text', ['2', '2.01', '02.1', '0.1', '2.1.1', 'x', '2.1 ', '\u0662.\u0661']
)
def test_version_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(wsgi.Fault) as caught:
        _negotiated(text)
    assert (caught.value.status, caught.value.headers) == (400, ())
    assert caught.value.message == (
        f'API Version String {text} is of invalid format. Must be of format MajorNum.MinorNum.'
    )


@pytest.mark.parametrize('text', ['2.0', '2.10', '3.1', '1.1'])
def test_version_that_is_not_offered_is_refused_with_those_that_are(text: str) -> None:
    assert (_negotiated('latest'), _negotiated('2.9')) == ('2.9', '2.9')
    with pytest.raises(wsgi.Fault) as caught:
        _negotiated(text)
    assert caught.value.status == 406
    assert caught.value.headers[0] == (negotiation.STANDARD, f'compute {text}')
    assert caught.value.message == (
        f'Version {text} is not supported by the API. Minimum is 2.1 and maximum is 2.9.'
    )
