"""Whether a service runs: what it last said of itself, and what an administrator says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

# How often a service says that it is alive, and when it counts as down without that, in seconds.
REPORT_SECONDS = 10
DOWN_SECONDS = 60


def facts(host: str, binary: str, zone: str, **others: Any) -> dict[str, Any]:
    """The document of a service that runs and takes work."""
    return {
        'host': host,
        'binary': binary,
        'zone': zone,
        'disabled': False,
        'disabled_reason': None,
        'forced_down': False,
        **others,
    }


def last_report(row: Row, now: float) -> float | None:
    """When a service last said that it is alive, ``None`` for one that has just started.

    One that died did so before ``silent_since``.
    """
    until: float = min(now, row.document.get('silent_since', now))
    if until < row.created + REPORT_SECONDS:
        return None
    return until - until % REPORT_SECONDS


def is_up(row: Row, now: float) -> bool:
    """Whether a service counts as running."""
    if row.document['forced_down']:
        return False
    report = last_report(row, now)
    return now - (row.created if report is None else report) <= DOWN_SECONDS
