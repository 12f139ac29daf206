"""Properties of services: versions as texts, filters and their users, clashes."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service
from novaclient_mv.services.calls import Call
from novaclient_mv.services.filters import Filter
from novaclient_mv.v2.flavors import FlavorManager
from novaclient_mv.v2.keypairs import KeypairManager
from novaclient_mv.versions import APIVersion, VersionRange


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
    span = VersionRange('1.38', '1.40').bound_like(BAREMETAL.range)
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


@pytest.mark.parametrize('keypairs', [KeypairManager, KeypairManager(object())])
def test_arguments_by_position_are_all_named(keypairs: Any) -> None:
    call = Call(keypairs.create, ('work', None, 'ssh'), {}, COMPUTE)
    placed = {name: [str(span) for span in spans] for name, spans in call.placed()}
    assert [*placed] == ['name', 'public_key', 'key_type']
    assert placed['key_type'] == ['2.2 and later']
    assert [str(span) for span in call.windows()] == ['2.2 and later']


@pytest.mark.parametrize(('factor', 'windows'), [(1.0, ['2.0 and later']), (2.0, ['2.0 to 2.101'])])
def test_default_of_an_argument_that_is_over_says_nothing(
    factor: float, windows: list[str]
) -> None:
    call = Call(FlavorManager.create, (), {'rxtx_factor': factor}, COMPUTE)
    assert [str(span) for span in call.windows()] == windows


def test_method_that_takes_any_name_has_them_all() -> None:
    def act(self: object, name: str, **more: object) -> None: ...

    call = Call(act, (), {'name': 1, 'other': 2}, COMPUTE)
    assert [name for name, spans in call.named() if spans] == ['name', 'other']
