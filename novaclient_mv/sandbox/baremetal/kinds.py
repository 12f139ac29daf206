"""Kinds of arguments: a value that is none of its kind is refused.

A kind takes the name of an argument and its value. Nothing at all is of every kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal import bodies
from novaclient_mv.sandbox.baremetal.refusals import Refused

Kind = Callable[[str, Any], Any]


def anything(name: str, value: Any) -> Any:
    """Any value."""
    return value


def string(name: str, value: Any) -> Any:
    """A text."""
    return _of_kind(name, value, lambda: isinstance(value, str), 'string')


def uuid(name: str, value: Any) -> Any:
    """A UUID."""
    return _of_kind(name, value, lambda: bodies.is_uuid(value), 'UUID')


def name(name: str, value: Any) -> Any:
    """A name."""
    return _of_kind(name, value, lambda: bodies.is_name_or_uuid(value), 'name')


def uuid_or_name(name: str, value: Any) -> Any:
    """A UUID or a name."""
    return _of_kind(name, value, lambda: bodies.is_name_or_uuid(value), 'UUID or name')


def mac(name: str, value: Any) -> Any:
    """A MAC address."""
    return None if value is None else bodies.mac(value, name)


def integer(name: str, value: Any) -> int | None:
    """A whole number, or the text of one."""
    try:
        return None if value is None else int(value)
    except (TypeError, ValueError):
        raise _wrong(name, value, 'an integer') from None


def boolean(name: str, value: Any) -> bool | None:
    """A truth value, or a word for one."""
    return None if value is None else bodies.flag(value, name)


def strings(name: str, value: Any) -> list[str] | None:
    """Texts with commas between them."""
    if value is None:
        return None
    if not isinstance(value, (str, list)):
        raise _wrong(name, value, 'a comma separated list')
    if isinstance(value, list):
        # What is given twice is a list already, and stays as it is.
        return value
    words = (word.strip().lower() for word in value.split(','))
    return list(dict.fromkeys(word for word in words if word))


def some_of(names: Iterable[str]) -> Kind:
    """Texts with commas between them, each of them one of some names."""
    known = set(names)

    def check(name: str, value: Any) -> Any:
        words = strings(name, value)
        wrong = [word for word in words or () if word not in known]
        if wrong:
            raise _wrong(name, wrong[0], 'a field')
        return words

    return check


def types(*names: str) -> Kind:
    """Values of some types of Python, by name."""

    def check(name: str, value: Any) -> Any:
        if type(value).__name__ not in names:
            raise _wrong(name, value, ' or '.join(names))
        return value

    return check


def steps(name: str, value: Any) -> list[Any] | None:
    """Steps of cleaning, deployment or service, or none."""
    listed: list[Any] | None = types('NoneType', 'list')(name, value)
    return listed


def schema(body: bodies.Schema) -> Kind:
    """Values that a schema describes."""

    def check(name: str, value: Any) -> Any:
        bodies.check(body, value)
        return value

    return check


def or_nothing(kind: Kind) -> Kind:
    """A kind that takes nothing for an empty object."""
    return lambda name, value: {} if value is None else kind(name, value)


def _of_kind(name: str, value: Any, is_one: Callable[[], bool], expected: str) -> Any:
    if value is not None and not is_one():
        raise _wrong(name, value, expected)
    return value


def _wrong(name: str, value: Any, expected: str) -> Refused:
    return Refused(400, f'Expected {expected} for {name}: {value}')
