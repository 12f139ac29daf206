"""Filters of lists, each declared once: versions, who may use it, its option, its place in a query.

Made of the declaration are the option with its help, the versions of a manager's parameter, the
query, the notice of a filter that a cloud ignores, and the refusal below its version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from novaclient_mv import versions
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange, absence

F = TypeVar('F', bound=Callable[..., Any])

Row = Mapping[str, Any]
"""A row of a list, as the cloud answers it."""

Test = Callable[[Row], bool]

ADMINISTRATOR = 'admin'
IGNORED, REFUSED = 'ignored', 'refused'
ALWAYS = ''


class Filter(NamedTuple):
    """A filter of a list, by the default policies of its service.

    :param name: what the API calls it.
    :param open_from: first version at which everybody may use it; ``None`` where none does.
    :param first: first version that has it; below, the cloud ignores it whoever asks.
    :param otherwise: what the cloud does where it may not be used: ``ignored`` or ``refused``.
    :param role: the role that may use it wherever it is.
    :param rule: the rule that asks for the role; ``None`` where the service does so by itself.
    :param test: makes of its value what a row must fulfil, as the cloud itself would ask; ``None``
        where a row does not tell.
    :param shown_from: first version at which rows tell everybody what ``test`` asks.
    :param help: the rows that it selects, for its option; without it the table makes no option.
    :param parameter: keyword of the manager's method, where the name does not say it.
    :param flag: the option, where the keyword does not say it.
    :param values: kind of its values, as of ``cli.reading.list_filters``.
    :param metavar: placeholder of its value in help.
    :param opposite: flag and help of the switch for false, where it is a pair of switches.
    :param group: options of one group exclude each other.
    :param encode: makes the query's value of an argument's.
    :param sends_false: a false or empty value is a choice of its own, and not the absence of the
        filter.
    :param is_required: a method that takes filters by name refuses it below its first version,
        rather than tell that it has no effect.
    """

    name: str
    open_from: str | None = None
    first: str = ALWAYS
    otherwise: str = IGNORED
    role: str = ADMINISTRATOR
    rule: str | None = None
    test: Callable[[str], Test] | None = None
    shown_from: str = ALWAYS
    help: str = ''
    parameter: str = ''
    flag: str = ''
    values: str = 'text'
    metavar: str | None = None
    opposite: tuple[str, str] | None = None
    group: str | None = None
    encode: Callable[[Any], Any] | None = None
    sends_false: bool = False
    is_required: bool = False

    @property
    def keyword(self) -> str:
        """The keyword of the manager's method."""
        return self.parameter or self.name.replace('-', '_')

    @property
    def open_ranges(self) -> tuple[VersionRange, ...]:
        """The versions at which everybody may use it."""
        return () if self.open_from is None else (VersionRange(self.open_from or None),)

    @property
    def is_for_everybody(self) -> bool:
        """Whether no role is needed at any version that has it."""
        return self.open_from == self.first

    @property
    def who(self) -> str:
        """The users that it is open to, as in ``2.5 or later, or an administrator``."""
        if self.open_from is None:
            return 'an administrator'
        later = f'{self.open_from} or later'
        return later if self.is_for_everybody else f'{later}, or an administrator'

    @property
    def note(self) -> str:
        """The users that it is open to, for help, in few words."""
        return 'administrators' if self.open_from is None else self.who

    def is_usable(self, version: APIVersion, roles: Sequence[str] | None) -> bool:
        """Whether the cloud heeds it, as far as that is known.

        :param roles: names of the roles of a login; ``None`` where they are unknown.
        """
        if not _has_come(self.first, version):
            return False
        if self.open_from is not None and _has_come(self.open_from, version):
            return True
        # Services compare the names of roles in lower case.
        return roles is None or self.role in [role.lower() for role in roles]

    def is_shown(self, version: APIVersion) -> bool:
        """Whether rows tell everybody what it asks."""
        return self.test is not None and _has_come(self.shown_from, version)

    def query_value(self, value: Any) -> Any:
        """The text or values of the query; ``None`` where the filter is not sent."""
        if value is None or not (value or self.sends_false):
            return None
        return self.encode(value) if self.encode else value


def _has_come(first: str, version: APIVersion) -> bool:
    return not first or version >= APIVersion(first)


def for_everybody(name: str, help: str = '', since: str = ALWAYS, **more: Any) -> Filter:
    """A filter that everybody may use wherever it is.

    :param more: as of :class:`Filter`.
    """
    return Filter(name, since, since, help=help, **more)


def changed(rows: str, since: str) -> Iterator[Filter]:
    """The filters for rows that changed after or before a time.

    :param rows: what help calls them.
    :param since: the first version with one of them.
    """
    for word, version, side in (('since', since, 'after'), ('before', '2.66', 'before')):
        help = f'{rows} that changed at or {side} this time (ISO 8601, or as in 2h, yesterday).'
        metavar = f'<changes_{word}>'
        yield for_everybody(f'changes-{word}', help, version, values='timestamp', metavar=metavar)


def comma_separated(values: Iterable[str]) -> str | None:
    """Several values of one filter, as the API takes them."""
    return ','.join(values) or None


class Filters(Mapping[str, Filter]):
    """The filters of a list, by the API's names, in the order in which help shows them.

    :param sends_false: the service reads a false or empty value of each of them.
    """

    def __init__(self, *filters: Filter, sends_false: bool = False) -> None:
        self._by_name = {
            filter.name: filter._replace(sends_false=True) if sends_false else filter
            for filter in filters
        }

    def __getitem__(self, name: str) -> Filter:
        return self._by_name[name]

    def __iter__(self) -> Any:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def check(self, values: Mapping[str, Any], caller: Any) -> None:
        """Refuse filters, by the API's names, that must not be passed over.

        :param caller: the manager that they were given to.
        :raises UnsupportedAttribute: its version lacks one.
        """
        for name, value in values.items():
            filter = self._by_name.get(name)
            if filter is None or not filter.is_required or value is None:
                continue
            if not _has_come(filter.first, caller.api_version):
                raise absence.of_argument(name, [VersionRange(filter.first)], caller)

    def parameters(self, **others: str) -> Callable[[F], F]:
        """Declare the versions of a method's parameters that are filters.

        :param others: ranges of its other parameters, as of ``versions.parameters``.
        """
        ranges = {filter.keyword: f'{filter.first}..' for filter in self.values() if filter.first}
        return versions.parameters(None, None, **ranges, **others)

    def query(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The query of a method's arguments, by the API's names.

        :param arguments: keyword to value; those that are not filters are passed over.
        """
        return {
            filter.name: filter.query_value(arguments.get(filter.keyword))
            for filter in self.values()
        }


NO_FILTERS = Filters()
