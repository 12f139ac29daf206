"""Search a list for resources with some attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from novaclient_mv.resources.resource import Resource


class Search:
    """A list, asked for with what it can filter by, and the attributes that its rows must have.

    :param listed: a manager's ``list`` or ``iterate``; what it takes says what it can filter by.
    :param wanted: attributes and their values, and options of the list.
    :param name_filter: a name as the list's filter takes it.
    """

    OPTIONS: ClassVar[tuple[str, ...]] = ('all_tenants', 'deleted')
    """Search options of lists that are not attributes of their rows."""

    def __init__(
        self,
        listed: Callable[..., Iterable[Any]],
        attributes: dict[str, object],
        name_filter: Callable[[object], object],
    ) -> None:
        import inspect

        accepted = inspect.signature(listed).parameters
        self._listed = listed
        self._arguments: dict[str, Any] = {}
        self._filters = attributes
        self.is_detailed = True
        if 'is_public' in accepted and 'is_public' in attributes:
            self._arguments['is_public'] = attributes['is_public']
            if attributes['is_public'] is None:
                del attributes['is_public']
        if 'search_opts' in accepted:
            self._arguments['search_opts'] = self._search_options(name_filter)
        if 'detailed' in accepted:
            # Rows that are found by more than their names must have more than those.
            self.is_detailed = not attributes or not attributes.keys() <= {'name', 'human_id'}
            self._arguments['detailed'] = self.is_detailed

    def _search_options(self, name_filter: Callable[[object], object]) -> dict[str, object]:
        options = {name: self._filters.pop(name) for name in self.OPTIONS if name in self._filters}
        name = self._filters.get('name', self._filters.get('human_id'))
        return options if name is None else {**options, 'name': name_filter(name)}

    def rows(self) -> Iterable[Any]:
        """The rows of the list, some of which may have the attributes."""
        return self._listed(**self._arguments)

    def matches(self, row: Resource) -> bool:
        """Whether a row has all the attributes; one that it lacks matches no value."""
        missing = object()
        return all(getattr(row, name, missing) == value for name, value in self._filters.items())
