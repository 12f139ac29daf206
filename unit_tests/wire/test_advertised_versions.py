"""The versions that a refusal advertises."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import advertised_versions, documents
from unit_tests.fictional.orchestra import LEGACY_HEADER, NAME, ORCHESTRA

VERSION = 'openstack-api-version'
LOWEST, HIGHEST = 'OpenStack-API-Minimum-Version', 'OpenStack-API-Maximum-Version'
OWN = LEGACY_HEADER.removesuffix('-Version')
RANGE = {LOWEST: 'orchestra 1.1', HIGHEST: 'orchestra 1.9'}


class Sent(dict[str, str]):
    """Headers whose names ignore case."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__({name.lower(): value for name, value in headers.items()})

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


def version(text: str) -> APIVersion:
    """A version of the service."""
    return APIVersion(text, NAME)


@pytest.mark.parametrize(
    ('headers', 'offered'),
    [
        (RANGE, '1.1 to 1.9'),
        ({LOWEST: 'ORCHESTRA 1.1', HIGHEST: ' orchestra 1.9 '}, '1.1 to 1.9'),
        ({LOWEST: '1.1', HIGHEST: '1.9'}, '1.1 to 1.9'),
        ({LOWEST: 'other 1.3, orchestra 1.2', HIGHEST: 'orchestra 1.9, other 1.8'}, '1.2 to 1.9'),
        ({f'{OWN}-Minimum-Version': '1.1', f'{OWN}-Maximum-Version': '1.8'}, '1.1 to 1.8'),
        ({**RANGE, f'{OWN}-Maximum-Version': '1.8'}, '1.1 to 1.9'),
        ({LOWEST: 'other 1.1', HIGHEST: 'other 1.9'}, None),
        ({LOWEST: 'orchestra 1.1'}, None),
        ({HIGHEST: 'orchestra 1.9'}, None),
        ({LOWEST: 'orchestra 1.9', HIGHEST: 'orchestra 1.1'}, None),
        ({LOWEST: 'orchestra x', HIGHEST: 'orchestra 1.1'}, None),
        ({LOWEST: 'orchestra', HIGHEST: 'orchestra'}, None),
        ({}, None),
    ],
)
def test_range_stands_in_the_standard_headers_or_the_services_own(
    headers: dict[str, str], offered: str | None
) -> None:
    found = advertised_versions.offered_range(Sent(headers), ORCHESTRA)
    assert (None if found is None else str(found)) == offered
    if found is not None:
        assert found.service == NAME


@pytest.mark.parametrize(
    ('headers', 'is_success', 'tells'),
    [
        (RANGE, True, '1.1 to 1.9'),
        (RANGE, False, '1.1 to 1.9'),
        ({}, True, 'nothing'),
        ({}, False, None),
        ({VERSION: 'orchestra 1.3'}, True, None),
        ({VERSION: 'orchestra 1.24'}, True, str(ORCHESTRA.range)),
        ({VERSION: 'orchestra 1.24'}, False, None),
    ],
)
def test_answer_tells_a_range_or_that_there_is_none_or_nothing(
    headers: dict[str, str], is_success: bool, tells: str | None
) -> None:
    answer = advertised_versions.advertised_by(Sent(headers), ORCHESTRA, is_success)
    expected = None if tells is None else 'nothing' if answer == (None,) else str(answer[0])  # type: ignore[index]
    assert expected == tells


def test_what_is_told_is_known_and_fresh_and_news_where_it_differs() -> None:
    one, other = (VersionRange(version('1.1'), version(end)) for end in ('1.9', '1.8'))

    def state(store: advertised_versions.AdvertisedVersions) -> tuple[Any, ...]:
        return store.offered, store.is_known, store.is_fresh, store.is_news

    store = advertised_versions.AdvertisedVersions(ORCHESTRA)
    assert state(store) == (None, False, False, False)
    assert store.learn_advertised(None) is ORCHESTRA.range
    assert state(store) == (None, False, False, False)
    store.remember(one)
    assert state(store) == (one, True, False, False)
    assert store.learn_advertised((one,)) is one
    assert state(store) == (one, True, True, False)
    assert store.learn_advertised((other,)) is other
    assert state(store) == (other, True, True, True)
    store.learn_advertised((other,))
    assert state(store) == (other, True, True, True)
    new = advertised_versions.AdvertisedVersions(ORCHESTRA)
    assert new.learn_advertised((None,)) is None
    assert state(new) == (None, True, True, True)


def test_success_tells_until_something_is_known() -> None:
    store = advertised_versions.AdvertisedVersions(ORCHESTRA)
    store.learn_from(Sent({VERSION: 'orchestra 1.3'}), version('1.3'), False)
    assert store.is_known is False
    store.learn_from(Sent(RANGE), version('1.3'), False)
    store.learn_from(Sent({}), version('1.3'), False)
    assert str(store.offered) == '1.1 to 1.9'
    store.learn_from(Sent({**RANGE, HIGHEST: 'orchestra 1.8'}), version('1.3'), False)
    assert str(store.offered) == '1.1 to 1.8'


def test_read_without_a_version_is_refused_and_a_write_is_not_undone() -> None:
    store = advertised_versions.AdvertisedVersions(ORCHESTRA)
    store.learn_from(Sent({}), version('1.3'), True)
    assert (store.offered, store.is_fresh) == (None, True)
    with pytest.raises(errors.VersionNotOffered) as caught:
        store.learn_from(Sent({}), version('1.3'), False)
    assert str(caught.value) == (
        f'API version 1.3 is not available: this cloud {ORCHESTRA.describe_offer(None)}; '
        'this client speaks 1.1 to 1.24.'
    )
    assert str(caught.value.needed) == '1.3'
    assert (caught.value.offered, caught.value.client_range) == (None, ORCHESTRA.range)
    assert caught.value.without is ORCHESTRA.unversioned


def test_versions_are_asked_for_before_the_first_write() -> None:
    store = advertised_versions.AdvertisedVersions(ORCHESTRA)
    asked: list[int] = []
    nine = VersionRange(version('1.1'), version('1.9'))

    def ask() -> None:
        asked.append(1)
        store.learn_advertised((nine,))

    store.check_before_write(version('1.9'), ask)
    store.check_before_write(version('1.3'), ask)
    assert asked == [1]
    with pytest.raises(errors.VersionNotOffered, match=r'version 1\.10 is not available') as caught:
        store.check_before_write(version('1.10'), ask)
    assert caught.value.offered is nine
    old = advertised_versions.AdvertisedVersions(ORCHESTRA)
    old.remember(None)
    # What an earlier run learnt refuses nothing.
    old.check_before_write(version('1.3'), ask)
    assert asked == [1]
    old.learn_advertised((None,))
    with pytest.raises(errors.VersionNotOffered):
        old.check_before_write(version('1.3'), ask)


def test_endpoint_that_tells_nothing_has_no_entry() -> None:
    endpoint = documents.parse_endpoint('http://cloud.example/orchestra/v1', ORCHESTRA)
    span = VersionRange(version('1.1'), version('1.9'))
    assert advertised_versions.version_entry(endpoint, (span,)) == documents.VersionEntry(
        'v1', '', '', span
    )
    assert advertised_versions.version_entry(endpoint, (None,)).range is None
    with pytest.raises(errors.CloudError) as caught:
        advertised_versions.version_entry(endpoint, None)
    url = 'http://cloud.example/orchestra/v1'
    assert str(caught.value) == f'{url}/ does not tell its versions.'
    assert caught.value.url == url
