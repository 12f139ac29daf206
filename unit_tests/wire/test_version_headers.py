"""Version headers, checks and deprecation, for programs that send requests of their own."""

from __future__ import annotations

import logging
import types
import warnings

import pytest

from novaclient_mv import api_versions, exceptions
from unit_tests.newest import BEYOND, NEWEST


@pytest.mark.parametrize(
    ('version', 'headers'),
    [
        ('2.0', {}),
        ('2.26', {'X-OpenStack-Nova-API-Version': '2.26'}),
        (
            '2.27',
            {'OpenStack-API-Version': 'compute 2.27', 'X-OpenStack-Nova-API-Version': '2.27'},
        ),
        (
            '2.53',
            {'OpenStack-API-Version': 'compute 2.53', 'X-OpenStack-Nova-API-Version': '2.53'},
        ),
    ],
)
def test_headers_that_a_version_has_are_written(version: str, headers: dict[str, str]) -> None:
    found: dict[str, str] = {}
    api_versions.update_headers(found, api_versions.APIVersion(version))
    assert found == headers


@pytest.mark.parametrize(
    ('version', 'headers', 'count'),
    [
        ('2.0', {}, 0),
        ('2.53', {}, 1),
        ('2.53', {'OpenStack-API-Version': 'compute 2.53'}, 0),
        ('2.53', {'X-OpenStack-Nova-API-Version': '2.53'}, 0),
    ],
)
def test_an_answer_without_a_version_is_warned_of(
    caplog: pytest.LogCaptureFixture, version: str, headers: dict[str, str], count: int
) -> None:
    response = types.SimpleNamespace(headers=headers)
    with caplog.at_level(logging.WARNING, 'novaclient_mv'):
        api_versions.check_headers(response, api_versions.APIVersion(version))
    assert len(caplog.records) == count


@pytest.mark.parametrize('version', ['2.0', '2.1', NEWEST, '2.latest'])
def test_versions_that_are_spoken_pass(version: str) -> None:
    api_versions.check_version(api_versions.APIVersion(version))


@pytest.mark.parametrize('version', [BEYOND, '3.0'])
def test_versions_that_are_not_spoken_are_refused(version: str) -> None:
    with pytest.raises(exceptions.UnsupportedVersion):
        api_versions.check_version(api_versions.APIVersion(version))


class Program:
    """Something of another program's, with a method that ends."""

    def __init__(self, version: str) -> None:
        self.api_version = api_versions.APIVersion(version)

    @api_versions.deprecated_after('2.35')
    def images(self, name: str) -> str:
        """Tell a name."""
        return name

    @api_versions.wraps('2.36')
    def images(self, name: str) -> str:  # noqa: F811
        """Tell a name in another way."""
        return name.upper()


def test_a_deprecated_variant_warns_where_it_was_called() -> None:
    with pytest.warns(DeprecationWarning, match=r'images ends with API version 2\.35') as caught:
        assert Program('2.35').images('a') == 'a'
    assert caught[0].filename == __file__


def test_later_variants_follow_a_deprecated_one() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert Program('2.36').images('a') == 'A'
