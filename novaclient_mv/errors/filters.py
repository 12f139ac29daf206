"""Messages about filters of lists that a cloud ignores for a login."""

from __future__ import annotations

from typing import Any

from novaclient_mv.errors.error import Error, Span
from novaclient_mv.errors.status import ExitStatus


class FilterUnavailable(Error):
    """A filter of a list that the cloud would ignore for this login, where that is not wanted.

    :param needed: the versions that would do; ``None`` where it takes a role.
    """

    error_code = 'filter_ignored'

    def __init__(self, message: str, needed: Span | None) -> None:
        super().__init__(message)
        self.needed = needed
        self.exit_status = ExitStatus.DENIED if needed is None else ExitStatus.VERSION

    def facts(self) -> dict[str, Any]:
        return {'needs_version': None if self.needed is None else str(self.needed)}


class FilterIgnored(UserWarning):
    """Warns that the cloud ignores a filter of a list for this login: the list is longer than was
    asked for. It comes before the list is asked for, so that a program can make it an error.
    """
