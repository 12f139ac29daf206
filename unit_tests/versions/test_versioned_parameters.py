"""Tests of method parameters that exist at some versions only."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions, versions
from novaclient_mv.api_versions import APIVersion
from unit_tests.newest import NEWEST


class Keypairs:
    """A manager with every kind of versioned parameter."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)

    @api_versions.parameters(key_type='2.2..', user='2.10..', personality='..2.56')
    def create(
        self,
        name: str,
        key_type: str = 'ssh',
        personality: str | None = None,
        user: str | None = None,
    ) -> dict[str, Any]:
        """Create one."""
        return {k: v for k, v in locals().items() if k != 'self'}

    @api_versions.parameters(host='2.10..', zone='2.20..')
    def move(
        self, server: str, host: Any = api_versions.REQUIRED, *, zone: Any = api_versions.REQUIRED
    ) -> tuple[Any, ...]:
        """Move one."""
        return server, host, zone

    @api_versions.parameters(tag='2.32,2.42..')
    def attach(self, server: str, *, tag: str | None = None) -> tuple[Any, ...]:
        """Attach one."""
        return server, tag


def test_position_counts_only_the_parameters_of_the_version() -> None:
    assert Keypairs('2.1').create('n', 'p')['personality'] == 'p'
    assert Keypairs('2.57').create('n', 'x509', 'u')['user'] == 'u'


@pytest.mark.parametrize(
    ('version', 'positional', 'named', 'refused'),
    [
        ('2.1', ('n',), {'key_type': 'ssh'}, 'key_type'),
        ('2.9', ('n',), {'user': 'u'}, 'user'),
        ('2.57', ('n',), {'personality': None}, 'personality'),
        ('2.9', ('n', 'ssh', 'p', 'u'), {}, 'user'),
        ('2.57', ('n', 'ssh', 'p', 'u'), {}, 'personality'),
        ('2.1', ('n', 'p', 'x'), {}, 'key_type'),
    ],
)
def test_parameter_outside_its_versions_is_refused(
    version: str, positional: tuple[str, ...], named: dict[str, Any], refused: str
) -> None:
    with pytest.raises(exceptions.UnsupportedAttribute) as caught:
        Keypairs(version).create(*positional, **named)
    assert caught.value.argument_name == refused
    assert isinstance(caught.value, AttributeError)


def test_refused_parameter_names_its_versions() -> None:
    with pytest.raises(exceptions.UnsupportedAttribute, match=r'exists only from version 2\.10\.$'):
        Keypairs('2.9').create('n', user='u')
    with pytest.raises(exceptions.UnsupportedAttribute, match=r'from version 2\.0 to 2\.56\.$'):
        Keypairs('2.57').create('n', personality='p')
    with pytest.raises(
        exceptions.UnsupportedAttribute, match=r'2\.32, 2\.42 and later\.$'
    ) as caught:
        Keypairs('2.37').attach('s', tag='t')
    assert caught.value.facts() == {'needs_version': '2.32, 2.42 and later'}


def test_ranges_with_commas_are_all_open() -> None:
    for version in ('2.32', '2.42', NEWEST):
        assert Keypairs(version).attach('s', tag='t') == ('s', 't')
    for version in ('2.31', '2.33', '2.41'):
        with pytest.raises(exceptions.UnsupportedAttribute):
            Keypairs(version).attach('s', tag='t')


def test_required_parameter_must_be_given_where_it_exists() -> None:
    with pytest.raises(TypeError, match="'host'"):
        Keypairs('2.10').move('s')
    with pytest.raises(TypeError, match="'zone'"):
        Keypairs('2.20').move('s', 'h')
    assert Keypairs('2.10').move('s', 'h') == ('s', 'h', None)
    assert Keypairs('2.20').move('s', host='h', zone='z') == ('s', 'h', 'z')


def test_parameter_is_none_where_it_does_not_exist() -> None:
    assert Keypairs('2.9').move('s') == ('s', None, None)
    assert Keypairs('2.1').create('n')['key_type'] is None
    assert Keypairs('2.2').create('n')['key_type'] == 'ssh'


def test_parameter_may_be_required_in_a_part_of_its_versions() -> None:
    class Manager(Keypairs):
        @api_versions.parameters(key='2.5..', required={'key': '2.92..', 'name': '2.10..'})
        def add(self, name: str = '', key: str | None = None) -> tuple[Any, ...]:
            return name, key

    assert Manager('2.4').add() == ('', None)
    assert Manager('2.91').add('n') == ('n', None)
    with pytest.raises(TypeError, match="'key'"):
        Manager('2.92').add('n')
    with pytest.raises(TypeError, match="'name'"):
        Manager('2.10').add()
    at = Manager.add.signature_at  # type: ignore[attr-defined]
    assert at(APIVersion('2.91')).parameters['key'].default is None
    assert at(APIVersion('2.92')).parameters['key'].default is at(APIVersion('2.92')).empty


@pytest.mark.parametrize(
    ('version', 'names'),
    [
        ('2.0', ['self', 'name', 'personality']),
        ('2.1', ['self', 'name', 'personality']),
        ('2.2', ['self', 'name', 'key_type', 'personality']),
        ('2.9', ['self', 'name', 'key_type', 'personality']),
        ('2.10', ['self', 'name', 'key_type', 'personality', 'user']),
        ('2.56', ['self', 'name', 'key_type', 'personality', 'user']),
        ('2.57', ['self', 'name', 'key_type', 'user']),
        ('2.latest', ['self', 'name', 'key_type', 'user']),
    ],
)
def test_signature_at_a_version_is_exact(version: str, names: list[str]) -> None:
    signature = Keypairs.create.signature_at(APIVersion(version))  # type: ignore[attr-defined]
    assert list(signature.parameters) == names


def test_signature_shows_required_parameters_without_default() -> None:
    at = Keypairs.move.signature_at  # type: ignore[attr-defined]
    assert str(at(APIVersion('2.9'))) == "(self, server: 'str') -> 'tuple[Any, ...]'"
    assert at(APIVersion('2.10')).parameters['host'].default is at(APIVersion('2.10')).empty
    assert 'zone' not in at(APIVersion('2.19')).parameters
    assert at(APIVersion('2.20')).parameters['zone'].default is at(APIVersion('2.20')).empty


def test_unknown_parameter_name_refuses_to_import() -> None:
    with pytest.raises(TypeError, match='act has no parameter absent'):

        @api_versions.parameters(absent='2.1..')
        def act(self: Any, present: int = 0) -> None: ...


@pytest.mark.parametrize(
    ('text', 'error'),
    [
        ('2.36..2.19', TypeError),
        ('2.x', exceptions.InvalidVersion),
        ('', exceptions.InvalidVersion),
    ],
)
def test_wrong_range_of_a_parameter_refuses_to_import(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):

        @api_versions.parameters(present=text)
        def act(self: Any, present: int = 0) -> None: ...


# -- parameters that keep their place, and methods that have ended --


class Flavors:
    """A manager with parameters that keep their place, and a method that is given up."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)

    @api_versions.parameters(in_place={'weight': '2.0..2.56', 'files': '2.0..2.56'})
    def create(
        self, name: str, weight: float | None = 1.0, files: Any = None, public: bool = True
    ) -> tuple[Any, ...]:
        """Create one."""
        return name, weight, files, public

    @versions.wraps('2.0', '2.87')
    def sums(self) -> int:
        """The sums."""
        return 1

    @versions.wraps('2.88')
    @versions.ended('2.87', 'Ask the placement service.')
    def sums(self) -> int:  # noqa: F811
        """Nothing any more."""
        raise NotImplementedError


def test_parameter_in_place_is_passed_within_its_versions() -> None:
    assert Flavors('2.56').create('n', 2.0, ['f'], False) == ('n', 2.0, ['f'], False)
    assert Flavors('2.56').create('n') == ('n', 1.0, None, True)


def test_what_follows_a_parameter_in_place_does_not_move() -> None:
    assert Flavors('2.57').create('n', 1.0, None, False) == ('n', None, None, False)
    assert Flavors('2.57').create('n', public=False) == ('n', None, None, False)


@pytest.mark.parametrize('nothing', [None, 1, 1.0, '1.0'])
def test_parameter_in_place_may_ask_for_nothing(nothing: Any) -> None:
    assert Flavors('2.57').create('n', nothing, {})[1:3] == (None, None)
    assert Flavors('2.57').create('n', weight=nothing)[1] is None


@pytest.mark.parametrize('value', [2.0, '2', 'x', 0])
def test_parameter_in_place_is_refused_outside_its_versions(value: Any) -> None:
    with pytest.raises(exceptions.UnsupportedAttribute, match=r"'weight'.* 2\.0 to 2\.56"):
        Flavors('2.57').create('n', value)
    with pytest.raises(exceptions.UnsupportedAttribute, match="'weight'"):
        Flavors('2.57').create('n', weight=value)


def test_method_tells_the_versions_of_all_its_parameters() -> None:
    @api_versions.parameters(in_place={'weight': '2.0..2.56'}, kind='2.10..')
    def create(
        self: Any, name: str, weight: float | None = None, public: bool = True, *, kind: str = ''
    ) -> tuple[Any, ...]:
        return name, weight, public, kind

    ranges: dict[str, Any] = create.parameter_ranges  # type: ignore[attr-defined]
    assert {name: ', '.join(map(str, spans)) for name, spans in ranges.items()} == {
        'weight': '2.0 to 2.56',
        'kind': '2.10 and later',
    }
    early, late = Flavors('2.10'), Flavors('2.57')
    assert create(early, 'n', 2.0, False, kind='k') == ('n', 2.0, False, 'k')
    assert create(late, 'n', None, False, kind='k') == ('n', None, False, 'k')
    with pytest.raises(exceptions.UnsupportedAttribute, match="'weight'"):
        create(late, 'n', 2.0)


def test_method_that_has_ended_says_what_to_use() -> None:
    assert Flavors('2.87').sums() == 1
    with pytest.raises(exceptions.MethodEnded, match=r'2\.87.* Ask the placement service\.'):
        Flavors('2.88').sums()
    for kind in (exceptions.UnsupportedVersion, exceptions.VersionNotFoundForAPIMethod):
        assert issubclass(exceptions.MethodEnded, kind)
