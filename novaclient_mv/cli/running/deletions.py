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

    gone = several.on_each(references, delete_one)
    result = results.Done(
        [f'{_label(target)}: delete accepted' for target in gone],
        [{'id': target.id, 'action': 'delete'} for target in gone],
    )
    started = results.Started(result, gone, labels=gone.labels)
    gone.check(started)
    return started


def _label(target: Resource) -> str:
    name = getattr(target, 'name', None)
    return f'{name} ({target.id})' if name and name != target.id else str(target.id)
