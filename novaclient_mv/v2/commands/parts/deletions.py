"""Deletes the things that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv.cli.running import results, several


def on_each(
    references: Sequence[str], find: Callable[[str], Any], delete: Callable[[Any], Any]
) -> results.Started:
    """Delete what is found for each reference; all are tried, whatever fails.

    :raises SomeFailed: some failed.
    """

    def deleted(reference: str) -> Any:
        found = find(reference)
        delete(found)
        return found

    gone = several.each(references, deleted)
    shown = results.Done(
        [f'{each.id}: delete accepted' for each in gone],
        [{'id': each.id, 'action': 'delete'} for each in gone],
    )
    started = results.Started(shown, gone, labels=gone.labels)
    gone.check(started)
    return started
