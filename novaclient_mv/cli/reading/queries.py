"""Apply ``--query`` to data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novaclient_mv import errors


def compiled(query: str) -> Callable[[Any], Any]:
    """Return the function of a JMESPath expression.

    :raises CommandError: its syntax is wrong.
    """
    import jmespath
    from jmespath import exceptions as jmespath_exceptions

    try:
        expression = jmespath.compile(query)
    except jmespath_exceptions.JMESPathError as error:
        raise errors.CommandError(
            f'--query {query!r} is no JMESPath expression: {error}'
        ) from error

    def search(data: object) -> object:
        try:
            return expression.search(data)
        except jmespath_exceptions.JMESPathError as error:
            raise errors.CommandError(
                f'--query {query!r} does not fit the output: {error}'
            ) from error

    return search
