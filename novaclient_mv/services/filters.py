"""Filters of lists: who may use each at which version, and what happens otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange

Row = Mapping[str, Any]
"""A row of a list, as the cloud answers it."""

Test = Callable[[Row], bool]

ADMINISTRATOR = 'admin'
IGNORED, REFUSED = 'ignored', 'refused'


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
    """

    name: str
    open_from: str | None = None
    first: str = '2.0'
    otherwise: str = IGNORED
    role: str = ADMINISTRATOR
    rule: str | None = None
    test: Callable[[str], Test] | None = None
    shown_from: str = '2.0'

    @property
    def open_ranges(self) -> tuple[VersionRange, ...]:
        """The versions at which everybody may use it."""
        return () if self.open_from is None else (VersionRange(self.open_from),)

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
        if version < APIVersion(self.first):
            return False
        if self.open_from is not None and version >= APIVersion(self.open_from):
            return True
        # Services compare the names of roles in lower case.
        return roles is None or self.role in [role.lower() for role in roles]

    def is_shown(self, version: APIVersion) -> bool:
        """Whether rows tell everybody what it asks."""
        return self.test is not None and version >= APIVersion(self.shown_from)
