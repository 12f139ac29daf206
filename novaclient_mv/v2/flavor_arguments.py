"""Arguments about flavors, in whichever form programs have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import SupportsFloat, SupportsInt

from novaclient_mv import errors

# What Nova takes as the key of an extra spec, and letters of any alphabet.
_KEY = re.compile(r'[\w.: -]+')


def whole(name: str, value: SupportsInt | str | None) -> int:
    """A whole number.

    :param name: the argument that has it, for the error.
    :raises CommandError: it is malformed.
    """
    try:
        return int(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise errors.CommandError(f'{name} is to be a whole number, not {value!r}.') from None


def decimal(name: str, value: SupportsFloat | str) -> float:
    """A number.

    :raises CommandError: it is malformed.
    """
    try:
        return float(value)
    except (TypeError, ValueError):
        raise errors.CommandError(f'{name} is to be a number, not {value!r}.') from None


def truth(name: str, value: object) -> bool:
    """A truth value, or one of the words that stand for one: ``'false'`` is not true.

    :raises CommandError: it is malformed.
    """
    if isinstance(value, bool):
        return value
    from oslo_utils import strutils

    try:
        return bool(strutils.bool_from_string(value, strict=True))
    except ValueError:
        raise errors.CommandError(f'{name} is to be true or false, not {value!r}.') from None


def check_keys(keys: Iterable[str]) -> None:
    """Refuse keys that no extra spec can have.

    :raises CommandError: one has other characters than letters, digits and ``_ . : -`` and blanks.
    """
    for key in keys:
        if not _KEY.fullmatch(key):
            raise errors.CommandError(
                f'{key!r} cannot be the key of an extra spec: keys have letters, digits, blanks '
                'and the characters _ . : - only.'
            )
