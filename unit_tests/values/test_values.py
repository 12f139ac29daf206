"""Tests of our named tuples beside those of the standard library."""

from __future__ import annotations

import copy
import json
import pickle
import typing
from typing import Any

import pytest

from novaclient_mv import values


class Ours(values.NamedTuple):
    """A value."""

    one: int
    two: str | None
    three: list[int] | None = None

    @property
    def double(self) -> int:
        """Twice the first."""
        return self.one * 2

    def __str__(self) -> str:
        return f'{self.one} and {len(self)}'


class Theirs(typing.NamedTuple):
    """A value."""

    one: int
    two: str | None
    three: list[int] | None = None

    @property
    def double(self) -> int:
        """Twice the first."""
        return self.one * 2

    def __str__(self) -> str:
        return f'{self.one} and {len(self)}'


class Derived(Ours):
    """A value of more behaviour."""

    @property
    def double(self) -> int:
        """Four times the first."""
        return super().double * 2


@pytest.mark.parametrize(
    ('args', 'named'),
    [
        ((1, 'b'), {}),
        ((1, 'b', [3]), {}),
        ((1,), {'two': 'b'}),
        ((), {'two': 'b', 'one': 1, 'three': [3]}),
        ((1,), {'three': [3], 'two': None}),
    ],
)
def test_it_is_as_the_one_of_the_standard_library(args: Any, named: Any) -> None:
    ours, theirs = Ours(*args, **named), Theirs(*args, **named)
    assert tuple(ours) == tuple(theirs) == ours
    assert repr(ours).removeprefix('Ours') == repr(theirs).removeprefix('Theirs')
    assert (ours.one, ours.two, ours.three) == (theirs.one, theirs.two, theirs.three)
    assert (ours.double, str(ours)) == (theirs.double, str(theirs))
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(two='x') == theirs._replace(two='x')
    assert type(ours._replace(two='x')) is Ours
    assert Ours._make(ours) == ours
    assert json.dumps(ours) == json.dumps(theirs)


@pytest.mark.parametrize(
    ('args', 'named'),
    [
        ((), {}),
        ((1,), {}),
        ((1,), {'three': [3]}),
        ((1, 'b', [3], 4), {}),
        ((1, 'b'), {'two': 'b'}),
        ((1, 'b'), {'four': 4}),
    ],
)
def test_wrong_arguments_are_refused(args: Any, named: Any) -> None:
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError):
            kind(*args, **named)


def test_class_is_as_the_one_of_the_standard_library() -> None:
    assert Ours._fields == Theirs._fields == Ours.__match_args__
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours.__doc__ == Theirs.__doc__
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    with pytest.raises(ValueError, match='four'):
        Ours(1, 'b')._replace(four=4)


def test_value_does_not_change() -> None:
    value = Ours(1, 'b')
    for name in ('one', 'four'):
        with pytest.raises(AttributeError):
            setattr(value, name, 2)


def test_value_can_be_copied_hashed_matched_and_sent() -> None:
    value = Ours(1, 'b')
    assert copy.deepcopy(value) == copy.copy(value) == pickle.loads(pickle.dumps(value)) == value
    assert type(pickle.loads(pickle.dumps(value))) is Ours
    assert hash(value) == hash(Theirs(1, 'b'))
    match value:
        case Ours(one, two):
            assert (one, two) == (1, 'b')
        case _:
            pytest.fail('it does not match')


def test_class_may_be_derived_from() -> None:
    value = Derived(1, two='b')
    assert (value.double, value.three, type(value._replace(one=2))) == (4, None, Derived)
    assert repr(value) == "Derived(one=1, two='b', three=None)"


def test_default_must_not_stand_before_a_field_without_one() -> None:
    with pytest.raises(TypeError, match='Wrong'):
        type(values.NamedTuple)('Wrong', (values.NamedTuple,), _wrong())


def _wrong() -> dict[str, Any]:
    return {'__annotations__': {'one': 'int', 'two': 'int'}, 'one': 1}
