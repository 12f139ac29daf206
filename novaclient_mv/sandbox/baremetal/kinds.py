"""Kinds of arguments: each makes a value of what was sent, and the arguments of handlers.

A kind raises ``ValueError`` or ``TypeError`` for a value that is not of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http import boolean_words, formats

Kind = Callable[[Any], Any]
F = TypeVar('F', bound=Callable[..., Any])

_MAC = re.compile(r'[0-9a-f]{2}(:[0-9a-f]{2}){5}')
_NAME = re.compile(r'[A-Za-z0-9_.~-]+')
_WORDS = dict.fromkeys(boolean_words.TRUE, True) | dict.fromkeys(boolean_words.FALSE, False)


# -- what a value is


def is_uuid(value: Any) -> bool:
    """Whether a value is a UUID, with or without its dashes."""
    return isinstance(value, str) and formats.matches('uuid', value)


def is_mac(value: Any) -> bool:
    """Whether a value is a MAC address."""
    return isinstance(value, str) and _MAC.fullmatch(value.lower()) is not None


def is_name(value: Any) -> bool:
    """Whether a value can be the name of something: not a UUID, and safe in a URL."""
    is_safe = isinstance(value, str) and len(value) <= 255 and bool(_NAME.fullmatch(value))
    return is_safe and not is_uuid(value)


def is_ident(value: Any) -> bool:
    """Whether a value is a UUID or a name."""
    return is_name(value) or is_uuid(value)


# -- kinds


def _only(is_one: Callable[[Any], bool], called: str) -> Kind:
    def read(value: Any) -> Any:
        if not is_one(value):
            raise ValueError(f'{value!r} is not {called}')
        return value

    return read


def of_types(*types: type) -> Kind:
    """Values of some types."""
    return _only(lambda value: isinstance(value, types), ' or '.join(map(str, types)))


def one_of(*words: str) -> Kind:
    """One of some words."""
    return _only(lambda value: value in words, f'one of {", ".join(words)}')


text = of_types(str)
uuid = _only(is_uuid, 'a UUID')
ident = _only(is_ident, 'a UUID or a name')


def anything(value: Any) -> Any:
    """Any value."""
    return value


def mac(value: Any) -> str:
    """A MAC address, in small letters."""
    return str(_only(is_mac, 'a MAC address')(value)).lower()


def flag(value: Any) -> bool:
    """A truth value, or a word for one."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _WORDS:
        raise ValueError(f'{value!r} is not a boolean')
    return _WORDS[word]


def limit(value: str) -> int:
    """The length of a page."""
    number = int(value)
    if number <= 0:
        raise ValueError('it must be positive')
    return number


def words(value: Any) -> list[str]:
    """Words with commas between them; what is sent twice is a list already."""
    if isinstance(value, list):
        return value
    listed = (word.strip().lower() for word in str(value).split(','))
    return list(dict.fromkeys(word for word in listed if word))


def some_of(*names: str) -> Kind:
    """Words with commas between them, each of them one of some names."""

    def read(value: Any) -> list[str]:
        listed = words(value)
        if wrong := [word for word in listed if word not in names]:
            raise ValueError(f'{wrong[0]!r} is not one of {", ".join(names)}')
        return listed

    return read


# -- arguments

_DECLARED = 'arguments'


class Arguments(NamedTuple):
    """The arguments of a handler: those of the query and the keys of the body.

    :param kinds: by name.
    :param required: those that must be there.
    :param body: the argument that the whole body is, if it is one.
    """

    kinds: Mapping[str, Kind] = {}
    required: tuple[str, ...] = ()
    body: str = ''

    def bound(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a request.

        :raises Refused: 400: a name that is not known, a wrong value, or none where one must be.
        """
        if unknown := sorted(name for name in sent if name not in self.kinds):
            raise Refused(400, f'Unexpected arguments: {", ".join(unknown)}')
        for name in self.required:
            if sent.get(name) is None:
                raise Refused(400, f'Missing mandatory parameter: {name}')
        return {name: self._value(name, value) for name, value in sent.items()}

    def _value(self, name: str, value: Any) -> Any:
        try:
            return None if value is None and name != self.body else self.kinds[name](value)
        except (TypeError, ValueError, OverflowError) as error:
            raise Refused(400, f'Invalid value of {name}: {error}') from None


def takes(*required: str, body: str = '', **named: Any) -> Callable[[F], F]:
    """Declare the arguments of a handler; parameters are as of :class:`Arguments`."""

    def decorate(func: F) -> F:
        setattr(func, _DECLARED, Arguments(named, required, body))
        return func

    return decorate


def of(handler: object) -> Arguments:
    """The arguments of a handler; one that declares none takes none."""
    declared: Arguments = getattr(handler, _DECLARED, Arguments())
    return declared
