"""Errors of this package that are keystoneauth1's as well."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from novaclient_mv import errors

_NOT_KEPT = ('response', 'original')
"""Attributes of keystoneauth1's errors left out of a pickle: connections, and the request behind
an answer to a login, which has its password.
"""


class _Dual(errors.Error):
    """Pickling and replacing of errors that have both classes.

    :cvar ours: class of this package; ``theirs``: class of keystoneauth1.
    """

    ours: ClassVar[type[errors.Error]]
    theirs: ClassVar[type[Exception]]

    def replaced_by(self, other: errors.Error) -> errors.Error:
        values = {name: vars(self)[name] for name in _NOT_KEPT if name in vars(self)}
        return _dual_error(type(other), self.theirs, other.args, {**values, **vars(other)})

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: None if name in _NOT_KEPT else value for name, value in vars(self).items()}
        return _dual_error, (self.ours, self.theirs, self.args, values)


@functools.cache
def _class_of(ours: type[errors.Error], theirs: type[Exception]) -> type[errors.Error]:
    """The class that inherits from both, by the name that programs with keystoneauth1 know."""
    contents = {'__doc__': ours.__doc__, '__module__': __name__, 'ours': ours, 'theirs': theirs}
    return type(theirs.__name__, (_Dual, ours, theirs), contents)


def _dual_error(
    ours: type[errors.Error],
    theirs: type[Exception],
    args: tuple[Any, ...],
    values: Mapping[str, Any],
) -> errors.Error:
    # mypy asks whether errors can be hashed; these are their classes.
    kind = _class_of(ours, theirs)  # type: ignore[arg-type]
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(values)
    return error


def caught_as(ours: errors.Error, theirs: Exception) -> errors.Error:
    """Our error, as one of another's class as well, whose own attributes can be read."""
    values = {name: value for name, value in vars(theirs).items() if name != 'message'}
    values |= {name: value for name, value in vars(ours).items() if value is not None}
    return _dual_error(type(ours), type(theirs), ours.args, {**vars(ours), **values})
