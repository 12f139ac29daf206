"""Parameters with versions: what a method gets, and what its declaration refuses at import."""

from __future__ import annotations

import re
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.versions import (
    REQUIRED,
    APIVersion,
    VersionRange,
    parameters,
    signature_of,
    wraps,
)

UNSET: Any = object()


class Caller:
    """An object with a version."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)


def manager(version: str) -> Any:
    """A caller with a method that has all kinds of parameters."""

    class Manager(Caller):
        @parameters(size='2.5..', mark='2.5..', tag='2.3..2.4,2.7..', owner='2.5..')
        def create(
            self,
            name: str = REQUIRED,
            size: int = 5,
            mark: Any = UNSET,
            *,
            tag: Any = UNSET,
            owner: str = REQUIRED,
        ) -> tuple[Any, ...]:
            return name, size, mark, tag, owner

    return Manager(version)


def test_what_does_not_exist_is_none_unless_its_default_is_an_object_of_its_own() -> None:
    assert manager('2.4').create('a') == ('a', None, UNSET, UNSET, None)
    assert manager('2.5').create('a', owner='o') == ('a', 5, UNSET, UNSET, 'o')


@pytest.mark.parametrize(
    ('words', 'options', 'said'),
    [
        ((), {}, "create() needs the argument 'name'"),
        (('a',), {}, "create() needs the argument 'owner'"),
        (('a', 1, 2, 3), {'owner': 'o'}, 'create() takes 3 arguments but 4 were given'),
        (('a', 1), {'owner': 'o', 'size': 2}, "create() got two values for 'size'"),
    ],
)
def test_refusal_of_a_call_says_what_is_wrong(
    words: tuple[Any, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(TypeError) as caught:
        manager('2.9').create(*words, **options)
    assert str(caught.value) == said


def test_required_is_shown_as_such() -> None:
    assert repr(REQUIRED) == 'required'


def test_unknown_parameters_are_all_named() -> None:
    with pytest.raises(TypeError, match=r'^create has no parameter mark, tag$'):

        @parameters(tag='2.3..', mark='2.3..')
        def create(self: Any, name: str) -> None:
            """Has neither."""


def test_keyword_only_parameters_may_be_required_for_some_versions() -> None:
    class Manager(Caller):
        @parameters(required={'key': '2.9..'})
        def create(self, *, key: str | None = None) -> str | None:
            return key

    assert Manager('2.8').create() is None
    with pytest.raises(TypeError, match=r"^create\(\) needs the argument 'key'$"):
        Manager('2.9').create()


def test_empty_range_is_shown() -> None:
    with pytest.raises(TypeError, match=r'^the versions 2\.9\.\.2\.8 end before they begin$'):
        parameters(tag='2.9..2.8')


def test_range_with_too_many_dots_shows_what_is_no_version() -> None:
    with pytest.raises(errors.InvalidVersion, match=re.escape("'.2.3' is not")):
        VersionRange.parse('2.1...2.3')


def test_signature_at_a_version_that_nothing_serves_names_function_and_ranges() -> None:
    @wraps('2.3', '2.4')
    def show(first: Any) -> None:
        """Exists for two versions."""

    with pytest.raises(errors.VersionNotFoundForAPIMethod) as caught:
        signature_of(show, APIVersion('2.5'))
    expected = errors.VersionNotFoundForAPIMethod(
        '2.5', show.__qualname__, [VersionRange('2.3', '2.4')]
    )
    assert str(caught.value) == str(expected)
    assert caught.value.facts() == expected.facts()
    assert '2.5' in str(expected)
    assert show.__qualname__ in str(expected)
