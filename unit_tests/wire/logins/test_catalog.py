"""Messages about an endpoint that the service catalog lacks."""

from __future__ import annotations

import pytest

from novaclient_mv import errors
from novaclient_mv.wire.logins import catalog, keystone
from novaclient_mv.wire.logins.access import Endpoint, EndpointFilter


def place(interface: str, region: str, name: str) -> Endpoint:
    """An endpoint of the catalog."""
    return Endpoint('compute', region, interface, 'http://a.example', name)


PLACES = (place('public', 'b', 'nova'), place('admin', 'a', 'nova'))


@pytest.mark.parametrize(
    ('places', 'wanted', 'words'),
    [
        (
            PLACES,
            ('compute', 'public', 'c'),
            'no compute in region c, only in a, b: see --os-region-name.',
        ),
        (
            PLACES,
            ('compute', 'public', 'a', 'x'),
            'no compute service named x, only nova: see --service-name.',
        ),
        (
            PLACES,
            ('compute', 'internalURL', 'a', 'nova'),
            'no internalURL endpoint for compute, only admin, public: see --os-endpoint-type.',
        ),
        (
            PLACES,
            ('compute', 'publicURL', 'a', 'nova'),
            'no publicURL endpoint for compute named nova in region a.',
        ),
        (
            (),
            ('compute', 'public', 'a', 'x'),
            'no public endpoint for compute named x in region a.',
        ),
        ((), ('compute', ''), 'no endpoint for compute.'),
        ((), ('compute', 'public'), 'no public endpoint for compute.'),
        (
            (place('', '', ''),),
            ('compute', 'public', 'a', 'x'),
            'no public endpoint for compute named x in region a.',
        ),
    ],
)
def test_endpoint_that_is_lacking_is_told_with_what_there_is(
    places: tuple[Endpoint, ...], wanted: tuple[str, ...], words: str
) -> None:
    error = catalog.missing(places, EndpointFilter(*wanted))
    assert str(error) == f'The service catalog has {words}'
    assert error.retryable is False


def test_service_that_is_lacking_is_told_with_those_that_there_are() -> None:
    types = ('network', 'baremetal', 'network')
    error = catalog.missing((), EndpointFilter('compute', 'public'), types)
    assert str(error).endswith('no public endpoint for compute. It has baremetal, network.')
    of_its_type = catalog.missing(PLACES, EndpointFilter('compute', 'x'), types)
    assert 'baremetal' not in str(of_its_type)


class Unscoped:
    """A login for no project."""

    scoped = False


def test_login_that_sees_no_endpoints_is_told_so() -> None:
    error = keystone.missing_endpoint(Unscoped(), EndpointFilter('compute', 'public'))
    assert isinstance(error, errors.LoginError)


def test_catalog_of_another_shape_cannot_be_read() -> None:
    for kind in (AttributeError, KeyError, TypeError, ValueError):
        with pytest.raises(errors.CloudError) as caught, catalog.readable():
            raise kind('x')
        assert str(caught.value) == (
            'The service catalog that came with the login cannot be read: it is not built as the '
            'Identity API says.'
        )
        assert caught.value.retryable is False
