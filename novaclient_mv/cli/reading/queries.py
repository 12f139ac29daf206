"""Apply expressions of JMESPath to data: what ``--query`` picks, and what ``--where`` selects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from novaclient_mv import errors
from novaclient_mv.values import NamedTuple

_ROOT_FIRST = (
    *('subexpression', 'index_expression', 'pipe'),
    *('projection', 'value_projection', 'filter_projection'),
)
"""Nodes of an expression of which all but the first part is about what the first one brings."""

_MOST_SHOWN = 40
"""Letters of an expression that a message on its length shows."""


class QueryCondition(NamedTuple):
    """A condition on rows; it does not hold where it is null."""

    holds: Callable[[Mapping[str, Any]], bool]
    names: tuple[str, ...]


def compiled(query: str, option: str = '--query') -> Callable[[Any], Any]:
    """Return the function of a JMESPath expression."""
    return _search(_parsed(query, option), f'{option} {query!r}')


def _search(expression: Any, label: str) -> Callable[[Any], Any]:  # noqa: ANN401 - of a package without types
    from jmespath import exceptions as jmespath_exceptions

    def search(data: object) -> object:
        try:
            return expression.search(data)
        except RecursionError:
            raise _too_deep(label) from None
        # The package lets functions and comparisons fail at values of other types.
        except (jmespath_exceptions.JMESPathError, TypeError, AttributeError) as error:
            raise errors.CommandError(f'{label} does not fit the output: {error}') from error

    return search


def condition(query: str, option: str) -> QueryCondition:
    """The condition of a JMESPath expression over one row."""
    expression, label = _parsed(query, option), f'{option} {query!r}'
    parsed: dict[str, Any] = expression.parsed
    try:
        _check_functions(parsed, label)
        names = tuple(dict.fromkeys(_names(parsed)))
    except RecursionError:
        raise _too_deep(label) from None
    search = _search(expression, label)

    def holds(row: Mapping[str, Any]) -> bool:
        try:
            value = search(row)
        except errors.CommandError as error:
            error.hint = (
                'Test what may be null before it, as in "name && starts_with(name, \'a\')".'
            )
            raise
        if value is None or isinstance(value, bool):
            return value is True
        raise errors.CommandError(
            f'{label} is not a condition: it is neither true nor false, but a value.'
        )

    return QueryCondition(holds, names)


def _parsed(query: str, option: str) -> Any:  # noqa: ANN401 - of a package without types
    import jmespath
    from jmespath import exceptions as jmespath_exceptions

    try:
        return jmespath.compile(query)
    except RecursionError:
        raise _too_deep(f'{option} {query!r}') from None
    except jmespath_exceptions.JMESPathError as error:
        raise errors.CommandError(
            f'{option} {query!r} is not a valid JMESPath expression: {error}'
        ) from error


def _too_deep(label: str) -> errors.CommandError:
    short = label if len(label) <= _MOST_SHOWN else f'{label[:_MOST_SHOWN]}...'
    return errors.CommandError(f'{short} is not a usable expression: it is nested too deeply.')


def _names(node: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the data themselves that a part of an expression names."""
    if node['type'] == 'field':
        yield str(node['value'])
    elif node['type'] in _ROOT_FIRST:
        yield from _names(node['children'][_is_all(node['children'][0])])
    elif node['type'] != 'expref':
        for part in node['children']:
            yield from _names(part)


def _is_all(node: Mapping[str, Any]) -> bool:
    """Whether a part of an expression refers to the whole data."""
    return node['type'] in ('current', 'identity')


def _check_functions(node: Mapping[str, Any], label: str) -> None:
    """Refuse functions that do not exist, or take another number of arguments."""
    from jmespath import functions

    if node['type'] == 'function_expression':
        name = node['value']
        table: Mapping[str, Any] = functions.Functions.FUNCTION_TABLE
        if name not in table:
            raise errors.CommandError(
                f'{label} is not a valid JMESPath expression: unknown function {name}().'
            )
        parameters = table[name]['signature']
        is_open = bool(parameters) and bool(parameters[-1].get('variadic'))
        count = len(node['children'])
        if count < len(parameters) or (count > len(parameters) and not is_open):
            raise errors.CommandError(
                f'{label} is not a valid JMESPath expression: {name}() takes {len(parameters)} '
                f'argument{"s" * (len(parameters) != 1)}.'
            )
    for part in node['children']:
        if isinstance(part, dict):
            _check_functions(part, label)
