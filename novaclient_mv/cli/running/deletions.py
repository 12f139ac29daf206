"""Deletes the things that a command line names, and says what was accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from novaclient_mv.cli.running import results, several
from novaclient_mv.resources import Resource

R = TypeVar('R', bound=Resource)


def on_each(
    references: Sequence[str], find: Callable[[str], R], delete: Callable[[R], object]
) -> results.Started:
    """Delete what is found for each reference; all are tried, whatever fails.

    :raises SomeFailed: some failed.
    """

    def delete_one(reference: str) -> R:
        resource = find(reference)
        delete(resource)
        return resource

    gone = several.each(references, delete_one)
    result = results.Done(
        [f'{each.id}: delete accepted' for each in gone],
        [{'id': each.id, 'action': 'delete'} for each in gone],
    )
    started = results.Started(result, gone, labels=gone.labels)
    gone.check(started)
    return started
