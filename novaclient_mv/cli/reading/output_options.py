"""Options for the output of a command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.values import NamedTuple


class OutputOptions(NamedTuple):
    """Options for output; ``interval`` is in seconds, for a command that is watched."""

    format: str = 'table'
    columns: tuple[str, ...] = ()
    query: str | None = None
    error_format: str | None = None
    is_debug: bool = False
    has_timings: bool = False
    interval: float | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> OutputOptions:
        """Return the output options that global options set."""
        interval = options.get('watch')
        return cls(
            options.get('format', 'table'),
            tuple(options.get('columns', ())),
            options.get('query'),
            options.get('error_format'),
            bool(options.get('debug')),
            bool(options.get('timings') or options.get('collect_timing')),
            # A text is of a line that no parser has taken.
            interval if isinstance(interval, float) else None,
        )

    @property
    def shown_format(self) -> str:
        """The format of the output; what a query picks has no columns for a table."""
        return 'json' if self.query is not None and self.format == 'table' else self.format

    @property
    def shows_in_part(self) -> bool:
        """Whether the rows of a list that breaks off are shown."""
        return (
            self.interval is None and self.shown_format not in ('json', 'yaml') and not self.query
        )
