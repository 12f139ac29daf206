"""What services say of themselves: versions as texts, filters and who may use them, clashes."""

from __future__ import annotations

import pytest

from novaclient_mv import errors
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, SERVICES, Service, registry
from novaclient_mv.services.calls import Call
from novaclient_mv.services.filters import Filter
from novaclient_mv.v2.keypairs import KeypairManager
from novaclient_mv.versions import APIVersion


@pytest.mark.parametrize(
    ('service', 'text', 'version'),
    [
        (COMPUTE, '2', '2.0'),
        (COMPUTE, '2.90', '2.90'),
        (COMPUTE, 'xena', '2.90'),
        (BAREMETAL, 'xena', '1.78'),
        (PLACEMENT, '1', '1.0'),
    ],
)
def test_version_is_named_by_its_number_or_its_release(
    service: Service, text: str, version: str
) -> None:
    named = service.named_version(text)
    assert (str(named), named.service) == (version, service.name)


@pytest.mark.parametrize(
    ('service', 'text'), [(COMPUTE, '3.1'), (COMPUTE, '1'), (BAREMETAL, '2.1')]
)
def test_major_that_a_service_lacks_is_refused(service: Service, text: str) -> None:
    with pytest.raises(errors.InvalidVersion) as caught:
        service.version(text)
    major = service.range.end.ver_major
    assert f' has major version {major} only' in str(caught.value)
    assert (service.title or service.name) in str(caught.value)


def test_span_is_bound_to_its_service() -> None:
    span = BAREMETAL.span('1.38', '1.40')
    assert (str(span.start), str(span.end), span.service) == ('1.38', '1.40', BAREMETAL.name)


@pytest.mark.parametrize(
    ('version', 'roles', 'is_usable'),
    [
        ('2.4', ['admin'], False),
        ('2.5', ['Admin'], True),
        ('2.5', ['member'], False),
        ('2.5', None, True),
        ('2.9', ['member'], False),
        ('2.10', ['member'], True),
        ('2.4', None, False),
    ],
)
def test_filter_is_usable_by_its_version_and_role(
    version: str, roles: list[str] | None, is_usable: bool
) -> None:
    row = Filter('host', '2.10', '2.5', test=lambda value: lambda row: True, shown_from='2.7')
    assert row.is_usable(APIVersion(version), roles) is is_usable
    closed = Filter('host', None, '2.5')
    assert closed.is_usable(APIVersion('2.90'), ['member']) is False
    assert closed.is_usable(APIVersion('2.90'), ['admin']) is True


def test_rows_show_what_a_filter_asks_from_its_version() -> None:
    row = Filter('host', test=lambda value: lambda row: True, shown_from='2.7')
    assert [row.is_shown(APIVersion(text)) for text in ('2.6', '2.7', '2.8')] == [False, True, True]
    assert not Filter('host').is_shown(APIVersion('2.90'))


@pytest.mark.parametrize('field', ['prefix', 'name', 'version_option', 'version_variable'])
def test_service_that_takes_what_another_has_clashes(field: str) -> None:
    other = COMPUTE._replace(
        prefix='x-', name='x', version_option='--os-x-api-version', version_variable='OS_X'
    )
    assert not any(registry._clash(other, known) for known in SERVICES)
    assert registry._clash(other._replace(**{field: getattr(BAREMETAL, field)}), BAREMETAL)


def test_what_is_no_service_is_said() -> None:
    assert registry._fault(object()) == 'it is no Service'
    assert registry._fault(BAREMETAL) is None


def test_arguments_by_position_are_all_named() -> None:
    call = Call(KeypairManager.create, ('work', None, 'ssh'), {}, COMPUTE)
    assert [name for name, _ in call.placed()] == ['name', 'public_key', 'key_type']
