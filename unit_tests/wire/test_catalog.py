"""What is said of an endpoint that the service catalog lacks."""

from __future__ import annotations

import pytest

from novaclient_mv import errors
from novaclient_mv.wire import catalog, keystone


class Endpoint:
    """An endpoint as keystoneauth1 tells it."""

    def __init__(self, interface: str, region: str | None, name: str | None) -> None:
        self.interface, self.region_name, self.service_name = interface, region, name


class Login:
    """A login whose catalog has some endpoints."""

    def __init__(self, *endpoints: Endpoint, scoped: bool = True, has_catalog: bool = True) -> None:
        self.endpoints, self.scoped, self.has_catalog = endpoints, scoped, has_catalog
        self.service_catalog = self

    def has_service_catalog(self) -> bool:
        return self.has_catalog

    def get_endpoints_data(self, service_type: str) -> dict[str, list[Endpoint]]:
        return {service_type: list(self.endpoints)}


ENDPOINTS = (Endpoint('public', 'b', 'nova'), Endpoint('admin', 'a', 'nova'))


@pytest.mark.parametrize(
    ('login', 'wanted', 'words'),
    [
        (
            Login(*ENDPOINTS),
            ('compute', 'public', 'c'),
            'no compute in region c, only in a, b: see --os-region-name.',
        ),
        (
            Login(*ENDPOINTS),
            ('compute', 'public', 'a', 'x'),
            'no compute service named x, only nova: see --service-name.',
        ),
        (
            Login(*ENDPOINTS),
            ('compute', 'internalURL', 'a', 'nova'),
            'no internalURL endpoint for compute, only admin, public: see --os-endpoint-type.',
        ),
        (
            Login(*ENDPOINTS),
            ('compute', 'publicURL', 'a', 'nova'),
            'no publicURL endpoint for compute named nova in region a.',
        ),
        (
            Login(),
            ('compute', 'public', 'a', 'x'),
            'no public endpoint for compute named x in region a.',
        ),
        (Login(has_catalog=False), ('compute', ''), 'no endpoint for compute.'),
        (None, ('compute', 'public'), 'no public endpoint for compute.'),
        (
            Login(Endpoint('', None, None)),
            ('compute', 'public', 'a', 'x'),
            'no public endpoint for compute named x in region a.',
        ),
    ],
)
def test_endpoint_that_is_lacking_is_told_with_what_there_is(
    login: Login | None, wanted: tuple[str, ...], words: str
) -> None:
    error = keystone.missing_endpoint(login, catalog.Wanted(*wanted))
    assert str(error) == f'The service catalog has {words}'
    assert error.retryable is False


def test_login_that_sees_no_endpoints_is_told_so() -> None:
    error = keystone.missing_endpoint(Login(scoped=False), catalog.Wanted('compute', 'public'))
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
